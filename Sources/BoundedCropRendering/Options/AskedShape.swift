internal import BoundedCrop

/// A shape as it is asked for: one in pixels, a size on paper, which a density makes one, or the sizes of an icon.
package enum AskedShape: Hashable, Sendable {
    case pixels(WantedShape)
    case paper(PaperSize)
    /// Squares in one file.
    case icon([Int])

    /// Parses a size in pixels as `WantedShape` does, one on paper, and those of an icon, such as `16,32,48`. Throws `invalidArgument` for
    /// anything else.
    package static func size(_ text: String) throws -> AskedShape {
        if let sizes = try iconSizes(text) { return .icon(sizes) }
        if let shape = WantedShape(size: text) { return .pixels(shape) }
        return .paper(try PaperSize(text))
    }

    /// Nil for a text that is no list of numbers.
    private static func iconSizes(_ text: String) throws -> [Int]? {
        let parts = text.split(separator: ",").map { $0.filter { $0 != " " } }
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) })
        else { return nil }
        let sizes = parts.compactMap { Int($0) }
        guard sizes.count == parts.count, sizes.allSatisfy(ImageEncoding.iconSizes.contains) else {
            throw RequestOption.wrong(text, "sizes of an icon from 1 to 256 pixels, such as 16,32,48")
        }
        try ImageEncoding.check(iconSizes: sizes)
        return Set(sizes).sorted()
    }

    /// The shape in pixels, with the density of the output, which a size on paper may set, or the sizes of an icon.
    ///
    /// - Throws: `invalidArgument` if the output has another density already, and for sides that are not 1 to 65535 pixels.
    package func shape(in output: inout RenderRequest.Output) throws -> WantedShape {
        switch self {
        case .pixels(let shape): return shape
        case .paper(let size):
            let density = try size.density(or: output.pixelsPerInch)
            let shape = try size.shape(at: density)
            output.pixelsPerInch = density
            return shape
        case .icon(let sizes):
            output.iconSizes = sizes
            let side = sizes.max() ?? 1
            return .exact(.size(PixelSize(width: side, height: side)))
        }
    }
}

/// A size on paper, of both sides or of one.
package struct PaperSize: Hashable, Sendable {
    /// In inches; nil if it follows from the height and the picture.
    package let width: Double?
    /// In inches; nil if it follows from the width and the picture.
    package let height: Double?
    /// Pixels per inch; nil if the size says nothing of them.
    package let density: Int?

    /// The density of sizes for which none is given.
    package static let standardDensity = 300
    fileprivate static let millimetresOfInch = 25.4
    private static let unitsOfInch = ["mm": millimetresOfInch, "cm": millimetresOfInch / 10, "in": 1]

    package init(width: Double?, height: Double?, density: Int? = nil) {
        (self.width, self.height, self.density) = (width, height, density)
    }

    /// Parses `35x45mm`, `35mm x 45mm`, `2in` (a square), `10cmx` and `x15cm`, each with or without a density such as `@300dpi`; and a size in
    /// pixels with a density. Throws `invalidArgument` for anything else.
    package init(_ text: String) throws {
        let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        let density = parts.count == 2 ? Self.density(parts[1]) : nil
        guard parts.count == 1 || density != nil else {
            throw RequestOption.wrong(text, "a size with a density of 1 to 65535 pixels per inch, such as 35x45mm@300dpi")
        }
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map(Side.init)
        let given = sides.compactMap(\.self)
        guard (1...2).contains(sides.count), let unit = given.last?.unit, given.allSatisfy(\.isPossible),
            let ofInch = unit.isEmpty ? density.map(Double.init) : Self.unitsOfInch[unit]
        else { throw WantedShape.wrongSize(text) }
        guard given.allSatisfy({ [unit, ""].contains($0.unit) }) else {
            throw RequestOption.wrong(text, "a size with one unit, such as 35x45mm")
        }
        // A part of a pixel is none.
        if unit.isEmpty, !given.allSatisfy({ $0.number == $0.number.rounded() }) { throw WantedShape.wrongSize(text) }
        self.init(width: sides[0].map { $0.number / ofInch }, height: sides[sides.count - 1].map { $0.number / ofInch }, density: density)
    }

    private struct Side {
        let number: Double
        let unit: String

        /// Whether the number is above 0, and the unit is one, or none.
        var isPossible: Bool { number > 0 && (unit.isEmpty || PaperSize.unitsOfInch[unit] != nil) }

        /// Nil for an empty text; a number that is none is 0.
        init?(_ text: Substring) {
            let text = text.filter { $0 != " " }
            guard !text.isEmpty else { return nil }
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            (number, unit) = (Decimals.number(digits) ?? 0, String(text.dropFirst(digits.count)))
        }
    }

    private static func density(_ text: Substring) -> Int? {
        let text = text.filter { $0 != " " }
        guard text.hasSuffix("dpi"), let density = Decimals.number(text.dropLast(3)).flatMap({ Int(exactly: $0) }) else { return nil }
        return MetadataSelection.densities.contains(density) ? density : nil
    }

    /// The size's own density, or another one that is given, or the usual one. Throws `invalidArgument` if the first two contradict each other.
    fileprivate func density(or given: Int?) throws -> Int {
        if let density, let given, density != given {
            throw BoundedCropError(.invalidArgument, "a size has \(density) pixels per inch, and “dpi” is \(given): give one of them")
        }
        return density ?? given ?? Self.standardDensity
    }

    /// The size in pixels, rounded once.
    func shape(at density: Int) throws -> WantedShape {
        func pixels(_ inches: Double) throws -> Int {
            let pixels = (inches * Double(density)).rounded()
            guard pixels >= 1, pixels <= Double(WantedShape.sides.upperBound) else {
                throw BoundedCropError(
                    .invalidArgument,
                    "\(Decimals.text(inches * Self.millimetresOfInch)) mm at \(density) pixels per inch have \(Decimals.text(pixels)) pixels: sides are 1 to 65535 pixels"
                )
            }
            return Int(pixels)
        }
        switch (width, height) {
        case (let width?, let height?):
            return .exact(.size(PixelSize(width: try pixels(width), height: try pixels(height))))
        case (let width?, nil): return .width(try pixels(width))
        case (nil, let height?): return .height(try pixels(height))
        case (nil, nil): return .exact(.source)
        }
    }
}

extension DocumentPhoto {
    /// The size on paper.
    package var size: PaperSize {
        let rules = rules
        return PaperSize(width: rules.width / PaperSize.millimetresOfInch, height: rules.height / PaperSize.millimetresOfInch)
    }
}
