// A crop of a rectangle that is given, whatever is in it.

extension CropRequest {
    /// Whether features are looked for.
    var looksForFeatures: Bool { detectsFeatures && rectangle == nil }

    /// Throws `invalidArgument` for a rectangle that no picture has, and for what makes no sense with one.
    func checkRectangle() throws {
        guard let rectangle else { return }
        guard rectangle.isFinite, !rectangle.isEmpty else {
            throw BoundedCropError(.invalidArgument, "the crop \(rectangle.text) is not possible: its sides are above 0")
        }
        let others = [
            (zoom != nil, "a zoom"), (room != .whole, "a limited room"), (rank != nil, "a rank"), (alignment != nil, "an alignment"),
            (rotatesToFaces, "a turn to the faces"), (requiresFeature, "a required face"),
        ]
        guard let other = others.first(where: \.0) else { return }
        throw BoundedCropError(.invalidArgument, "a given rectangle and \(other.1) cannot be used together: nothing is detected")
    }
}

extension CropPlanner {
    /// Plans the crop of a rectangle, which is brought to the request's shape by the smallest change.
    ///
    /// - Throws: `invalidArgument` if nothing of it lies inside the picture.
    static func plan(_ rectangle: Rect, in size: PixelSize, request: CropRequest) throws -> CropPlan {
        let given = try rectangle.pixels(in: size)
        let aspect = request.aspect(for: given.size)
        let smallest = CropWindow.smallest(aspect, holding: given.size)
        let isInside = smallest.width <= size.width && smallest.height <= size.height
        let window = isInside ? smallest : CropWindow.largest(aspect, in: size)
        return CropPlan(
            size: size,
            aspect: aspect,
            scheme: request.scheme,
            features: [],
            bounds: given.rect,
            crop: PixelRect(
                x: Span.start(ofWindow: window.width, centeredOn: given.rect.midX, within: size.width),
                y: Span.start(ofWindow: window.height, centeredOn: given.rect.midY, within: size.height),
                width: window.width,
                height: window.height
            ),
            reason: .given
        )
    }
}

extension Rect {
    /// The rectangle as options are written: `120,40,200,240`.
    package var text: String { [x, y, width, height].map(Decimals.text).joined(separator: ",") }

    /// The pixels of a picture that are nearest to the rectangle, at least one along each side. Throws `invalidArgument` if nothing of it lies
    /// inside.
    fileprivate func pixels(in size: PixelSize) throws -> PixelRect {
        guard !intersection(size.bounds).isEmpty else {
            throw BoundedCropError(.invalidArgument, "the crop \(text) lies outside the picture of \(size)")
        }
        func span(_ low: Double, _ high: Double, _ limit: Int) -> Span {
            let start = Int(low, within: 0...limit - 1)
            return Span(low: start, high: Int(high, within: start + 1...limit))
        }
        return PixelRect(Span2D(horizontal: span(minX, maxX, size.width), vertical: span(minY, maxY, size.height)))
    }

    /// What there is to say of a place that somebody gave if a picture does not have all of it; otherwise nil.
    ///
    /// - Parameter name: What it is, such as `the region 1,2,3,4`.
    package func note(_ name: String, in size: PixelSize) -> String? {
        guard !size.bounds.contains(self) else { return nil }
        let inside = intersection(size.bounds)
        return inside.isEmpty
            ? "\(name) lies outside the picture of \(size), and is left out"
            : "\(name) reaches beyond the picture of \(size): only \(inside.text) of it is used"
    }
}
