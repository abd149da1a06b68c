package import BoundedCrop
package import BoundedCropEffects

/// Another picture drawn over the result.
package struct Watermark: Hashable, Sendable, Codable {
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

    /// The name or URL.
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

    /// Decodes a watermark.
    ///
    /// - Throws: `DecodingError`, also for values out of range and for unknown names.
    package init(from decoder: any Decoder) throws {
        var members = try JSONMembers(from: decoder)
        self.init(
            try members.require("picture"),
            x: try members.require("x"),
            y: try members.require("y"),
            alpha: try members.require("alpha", (0...1.0).checked)
        )
        let percent = 1e-6...1e6
        (widthPercent, heightPercent) = try (members.take("widthPercent", percent.checked), members.take("heightPercent", percent.checked))
        try members.checkEnd()
    }

    /// Creates a watermark of its own size.
    package init(_ picture: String, x: Position, y: Position, alpha: Double = 1) {
        (self.picture, self.x, self.y, self.alpha) = (picture, x, y, alpha)
    }

    /// The maximum side of any picture.
    package static let longestSide = 65_535

    /// The size of a watermark on a picture.
    package func size(of own: PixelSize, on picture: PixelSize) -> PixelSize {
        let across = widthPercent.map { Double(picture.width) * $0 / 100 / Double(own.width) }
        let down = heightPercent.map { Double(picture.height) * $0 / 100 / Double(own.height) }
        guard let scale = [across, down].compactMap(\.self).min() else { return own }
        func scaled(_ side: Int) -> Int { Int(Double(side) * scale, within: 1...Self.longestSide) }
        return PixelSize(width: scaled(own.width), height: scaled(own.height))
    }

    /// The effect for a picture of this size. Throws what decoding the watermark throws, and `limitExceeded`.
    package func overlay(_ source: ImageSource, on picture: PixelSize, maximumPixels: Int) throws -> Overlay {
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

extension Watermark.Position: Codable {
    private enum CodingKeys: String, CodingKey {
        case percent
    }

    private static let words: [String: Self] = ["far": .far, "center": .center, "repeated": .repeated]

    /// Encodes pixels as a number, a share as `{"percent":5}`, and others as words.
    package func encode(to encoder: any Encoder) throws {
        if case .percent(let percent) = self {
            var container = encoder.container(keyedBy: CodingKeys.self)
            return try container.encode(percent, forKey: .percent)
        }
        var container = encoder.singleValueContainer()
        if case .pixels(let pixels) = self { return try container.encode(pixels) }
        try container.encode(Self.words.first { $0.value == self }?.key)
    }

    /// Decodes one of these forms.
    ///
    /// - Throws: `DecodingError` for other words.
    package init(from decoder: any Decoder) throws {
        let value = try? decoder.singleValueContainer()
        if let pixels = try? value?.decode(Int.self) {
            self = .pixels(pixels)
        } else if let word = try? value?.decode(String.self), let position = Self.words[word] {
            self = position
        } else {
            self = .percent(try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .percent))
        }
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
