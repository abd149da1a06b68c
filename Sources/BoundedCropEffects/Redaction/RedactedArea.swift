package import BoundedCrop

/// The area hidden for one feature: every pixel that its outline touches.
package struct RedactedArea {
    /// The dilated rectangle, not clipped.
    let outline: Rect
    let shape: RedactionShape
    /// The whole pixels that the rectangle touches inside the picture.
    package let bounds: Span2D
    /// The longer side of the feature itself, in pixels.
    let featureSide: Double

    /// Nil when the area is completely outside the picture.
    package init?(around feature: Rect, margin: Double, shape: RedactionShape, in size: PixelSize) {
        outline = feature.dilated(by: margin)
        guard !outline.intersection(size.bounds).isEmpty else { return nil }
        bounds = Span2D(covering: outline, within: size)
        self.shape = shape
        featureSide = max(feature.width, feature.height)
    }

    /// The hidden columns of a row; nil where there are none.
    package func columns(ofRow row: Int) -> Span? {
        guard shape == .oval else { return bounds.horizontal }
        // The ellipse is widest in this row of pixels where the row is closest to the center.
        let nearest = min(max(outline.midY, Double(row)), Double(row + 1))
        let height = (nearest - outline.midY) / (outline.height / 2)
        guard height * height < 1 else { return nil }
        let half = (1 - height * height).squareRoot() * outline.width / 2
        let inside = bounds.horizontal.low...bounds.horizontal.high
        let low = Int(outline.midX - half, within: inside, rounded: .down)
        let high = Int(outline.midX + half, within: inside, rounded: .up)
        return low < high ? Span(low: low, high: high) : nil
    }
}

extension Rect {
    /// The rectangle with a margin on each side, as a share of its width or height.
    package func dilated(by margin: Double) -> Rect {
        let (across, down) = (width * margin, height * margin)
        return Rect(minX: minX - across, minY: minY - down, maxX: maxX + across, maxY: maxY + down)
    }
}
