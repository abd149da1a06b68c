internal import BoundedCrop
internal import BoundedCropEffects

/// `watermark(PICTURE,X,Y,TRANSPARENCY[,WIDTH[,HEIGHT]])`: another picture laid over.
public struct Watermark: Hashable, Sendable {
    /// Where it is along one direction.
    public enum Position: Hashable, Sendable {
        /// Pixels from the left or top edge, from the other one where negative.
        case pixels(Int)
        /// Percent of the picture, from the other edge where negative.
        case percent(Double)
        /// In the middle.
        case center
        /// Again and again.
        case repeated
    }

    /// Its name or URL, as it stands in the filter.
    public var picture: String
    /// Where from left to right.
    public var x: Position
    /// Where from top to bottom.
    public var y: Position
    /// 0 (invisible) ... 1.
    public var alpha: Double
    /// The most percent of the picture's width that it has, above 0; nil is its own width, or one in proportion to its height.
    public var widthPercent: Double?
    /// The most percent of the picture's height.
    public var heightPercent: Double?

    /// Throws `invalidFilter`.
    init(_ call: FilterCall) throws {
        let arguments = try FilterArguments(call, count: 4...6)
        picture = arguments.texts[0]
        guard !picture.isEmpty else { throw FilterArguments.failure(call, "names no picture") }
        x = try Self.position(arguments, 1)
        y = try Self.position(arguments, 2)
        // As in thumbor, more than 100 percent counts as that.
        alpha = 1 - min(try arguments.number(3, in: 0...1e9), 100) / 100
        widthPercent = try Self.percent(arguments, 4)
        heightPercent = try Self.percent(arguments, 5)
    }

    private static func position(_ arguments: FilterArguments, _ index: Int) throws -> Position {
        let text = arguments.texts[index]
        if text == "center" { return .center }
        if text == "repeat" { return .repeated }
        let limit = longestSide
        if text.hasSuffix("p"), let percent = Double(text.dropLast()), (-1000...1000).contains(percent) { return .percent(percent) }
        if let pixels = Int(text), (-limit...limit).contains(pixels) { return .pixels(pixels) }
        throw FilterArguments.failure(arguments.call, "is told “\(text)” where pixels, percent such as 10p, center or repeat are needed")
    }

    /// Of any picture.
    private static let longestSide = 65_535

    private static func percent(_ arguments: FilterArguments, _ index: Int) throws -> Double? {
        guard arguments.has(index), arguments.texts[index] != "none" else { return nil }
        return try arguments.number(index, in: 0.01...100)
    }

    /// How large a watermark of this size is on a picture.
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
        case .center: .center
        case .repeated: .repeated
        }
    }

    private static func share(_ percent: Double, of length: Int) -> Int {
        // Positions may be set to anything.
        Int(percent * Double(length) / 100, within: 0...1_000_000)
    }
}
