internal import BoundedCrop
internal import BoundedCropEffects

/// `watermark(PICTURE,X,Y,TRANSPARENCY[,WIDTH[,HEIGHT]])`: another picture drawn over the crop.
package struct Watermark: Hashable, Sendable {
    /// The position along one axis.
    package enum Position: Hashable, Sendable {
        /// Pixels from the left or top edge; negative values are from the opposite edge.
        case pixels(Int)
        /// Percent of the picture; negative values are from the opposite edge.
        case percent(Double)
        /// Flush with the right or bottom edge.
        case far
        /// Centered.
        case center
        /// Repeated.
        case repeated
    }

    /// The name or URL, as written in the filter.
    package var picture: String
    /// The horizontal position.
    package var x: Position
    /// The vertical position.
    package var y: Position
    /// The opacity, 0 (invisible) ... 1.
    package var alpha: Double
    /// The maximum width in percent of the picture's width, above 0; nil for its own width, or one in proportion to its height.
    package var widthPercent: Double?
    /// The maximum height in percent of the picture's height; nil as for the width.
    package var heightPercent: Double?

    /// Throws `invalidFilter`.
    init(_ call: FilterCall) throws {
        let arguments = try FilterArguments(call, count: 4...6)
        picture = arguments.texts[0]
        guard !picture.isEmpty else { throw FilterArguments.failure(call, "names no picture") }
        x = try Self.position(arguments, 1, near: "left", far: "right")
        y = try Self.position(arguments, 2, near: "top", far: "bottom")
        // As in thumbor, more than 100 percent counts as 100.
        alpha = 1 - min(try arguments.number(3, in: 0...1e9), 100) / 100
        widthPercent = try Self.percent(arguments, 4)
        heightPercent = try Self.percent(arguments, 5)
    }

    /// As in thumbor; imagor also has words for the edges, and shares such as 0.25.
    private static func position(_ arguments: FilterArguments, _ index: Int, near: String, far: String) throws -> Position {
        let text = arguments.texts[index]
        switch text {
        case near: return .pixels(0)
        case far: return .far
        case "center": return .center
        case "repeat": return .repeated
        default: break
        }
        let limit = longestSide
        if text.hasSuffix("p"), let percent = Double(text.dropLast()), (-1000...1000).contains(percent) { return .percent(percent) }
        if let pixels = Int(text), (-limit...limit).contains(pixels) { return .pixels(pixels) }
        if text.contains("."), let share = ParameterText.number(text), abs(share) < 1 { return .percent(share * 100) }
        throw FilterArguments.failure(
            arguments.call,
            "expects pixels, percent such as 10p, a share such as 0.1, \(near), \(far), center or repeat, not “\(text)”"
        )
    }

    /// The maximum side of any picture.
    private static let longestSide = 65_535

    private static func percent(_ arguments: FilterArguments, _ index: Int) throws -> Double? {
        guard arguments.has(index), arguments.texts[index] != "none" else { return nil }
        return try arguments.number(index, in: 0.01...100)
    }

    /// The size of a watermark on a picture.
    func size(of own: PixelSize, on picture: PixelSize) -> PixelSize {
        let across = widthPercent.map { Double(picture.width) * $0 / 100 / Double(own.width) }
        let down = heightPercent.map { Double(picture.height) * $0 / 100 / Double(own.height) }
        guard let scale = [across, down].compactMap(\.self).min() else { return own }
        func scaled(_ side: Int) -> Int { Int(Double(side) * scale, within: 1...Self.longestSide) }
        return PixelSize(width: scaled(own.width), height: scaled(own.height))
    }

    /// The effect for a picture of this size. Throws what decoding the watermark throws, and `limitExceeded`.
    func overlay(_ source: ImageSource, on picture: PixelSize, maximumPixels: Int) throws -> Overlay {
        let size = size(of: source.size, on: picture)
        guard size.area <= maximumPixels else {
            throw BoundedCropError(.limitExceeded, "a watermark of \(size) exceeds the limit of \(maximumPixels) pixels")
        }
        let whole = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        return Overlay(
            try source.pixels(of: whole, scaledTo: size),
            x: x.overlay(along: picture.width),
            y: y.overlay(along: picture.height),
            alpha: alpha
        )
    }
}

extension Watermark.Position {
    fileprivate func overlay(along length: Int) -> Overlay.Position {
        switch self {
        case .pixels(let pixels): pixels < 0 ? .fromEnd(-max(pixels, -.max)) : .fromStart(pixels)
        case .percent(let percent):
            percent < 0 ? .fromEnd(Self.share(-percent, of: length)) : .fromStart(Self.share(percent, of: length))
        case .far: .fromEnd(0)
        case .center: .center
        case .repeated: .repeated
        }
    }

    private static func share(_ percent: Double, of length: Int) -> Int {
        // Positions can be set to any number.
        Int(percent * Double(length) / 100, within: 0...1_000_000)
    }
}
