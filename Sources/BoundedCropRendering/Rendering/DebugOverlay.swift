internal import BoundedCrop

/// Draws detected features and the resulting crop on a picture.
struct DebugOverlay {
    let plan: RenderPlan

    /// Draws onto pixels of the plan's region, at any size: features in orange, their bounds in yellow, the crop in green, focal points in
    /// blue.
    ///
    /// Throws `CancellationError`.
    func draw(on pixels: inout PixelBuffer) throws {
        let (horizontal, vertical) = scale(to: pixels.size)
        let width = max(2, pixels.size.longSide / 250)
        let (x, y) = (-Double(plan.region.x), -Double(plan.region.y))
        func stroke(_ rectangle: Rect, _ color: (red: UInt8, green: UInt8, blue: UInt8)) throws {
            try Cancellation.checkCurrent()
            pixels.stroke(rectangle.scaled(x: horizontal, y: vertical), color: color, width: width)
        }
        try stroke(plan.crop.rect.moved(x: x, y: y), (0, 200, 80))
        if let bounds = plan.cropPlan?.bounds { try stroke(bounds.moved(x: x, y: y), (255, 220, 0)) }
        for feature in plan.cropPlan?.features ?? [] { try stroke(feature.feature.rectangle.moved(x: x, y: y), (255, 64, 32)) }
        for point in plan.focalPoints {
            let side = Double(2 * width) / horizontal
            try stroke(Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side), (40, 120, 255))
        }
    }

    private func scale(to size: PixelSize) -> (Double, Double) {
        (Double(size.width) / Double(plan.region.width), Double(size.height) / Double(plan.region.height))
    }
}
