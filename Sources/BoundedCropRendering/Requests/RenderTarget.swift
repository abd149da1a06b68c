package import BoundedCrop

extension RenderRequest {
    /// A length along a side of a picture.
    package enum Length: Hashable, Sendable {
        /// Pixels.
        case pixels(Double)
        /// A share of the side.
        case share(Double)

        /// The length in pixels along a side.
        package func pixels(along side: Int) -> Double {
            switch self {
            case .pixels(let pixels): pixels
            case .share(let share): share * Double(side)
            }
        }
    }

    /// A length along each side.
    package struct Lengths: Hashable, Sendable, Codable {
        /// Along the width.
        package var x: Length
        /// Along the height.
        package var y: Length

        /// Decodes a pair of lengths.
        ///
        /// - Throws: `DecodingError`, also for unknown names.
        package init(from decoder: any Decoder) throws {
            var members = try JSONMembers(from: decoder)
            (x, y) = (try members.require("x"), try members.require("y"))
            try members.checkEnd()
        }

        /// Creates a pair of lengths.
        package init(x: Length, y: Length) {
            (self.x, self.y) = (x, y)
        }
    }

    /// A rectangle with lengths of either kind. Parts outside the picture are ignored.
    package struct Region: Hashable, Sendable, Codable {
        /// The distance from the left edge.
        package var x: Length
        /// The distance from the top edge.
        package var y: Length
        /// The width, 0 or above.
        package var width: Length
        /// The height, 0 or above.
        package var height: Length

        /// Creates a rectangle.
        package init(x: Length, y: Length, width: Length, height: Length) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        /// Decodes a rectangle.
        ///
        /// - Throws: `DecodingError`, also for sides below 0 and for unknown names.
        package init(from decoder: any Decoder) throws {
            var members = try JSONMembers(from: decoder)
            func side(_ length: Length) throws -> Length {
                guard length.pixels(along: 1) >= 0 else { throw BoundedCropError(.invalidArgument, "a side is 0 or more") }
                return length
            }
            (x, y) = (try members.require("x"), try members.require("y"))
            (width, height) = (try members.require("width", side), try members.require("height", side))
            try members.checkEnd()
        }

        /// Creates a rectangle in pixels.
        package init(pixels: Rect) {
            self.init(x: .pixels(pixels.x), y: .pixels(pixels.y), width: .pixels(pixels.width), height: .pixels(pixels.height))
        }

        /// The rectangle in a picture of this size.
        package func rect(in size: PixelSize) -> Rect {
            Rect(
                x: x.pixels(along: size.width),
                y: y.pixels(along: size.height),
                width: width.pixels(along: size.width),
                height: height.pixels(along: size.height)
            )
        }

        /// The part inside a region whose corner is the origin of the coordinates. Throws `invalidURL` if that is empty.
        package func rectangle(inside region: PixelRect) throws -> PixelRect {
            func edges(_ start: Length, _ length: Length, _ side: Int) -> (Int, Int) {
                let start = start.pixels(along: side)
                return (Int(start, within: 0...side), Int(start + length.pixels(along: side), within: 0...side))
            }
            let (left, right) = edges(x, width, region.width)
            let (top, bottom) = edges(y, height, region.height)
            guard left < right, top < bottom else {
                throw BoundedCropError(.invalidURL, "the region is empty, or lies outside the picture of \(region.size)")
            }
            return PixelRect(x: region.x + left, y: region.y + top, width: right - left, height: bottom - top)
        }
    }

    /// A border to trim.
    package struct Trim: Hashable, Sendable, SparseCodable {
        /// The corner that defines the border's color.
        package enum Corner: String, Hashable, Sendable, Codable, CaseIterable {
            case topLeft = "top-left"
            case bottomRight = "bottom-right"
        }
        /// How a pixel is compared with the border's color.
        package enum Measure: String, Hashable, Sendable, Codable, CaseIterable {
            /// By the distance of the colors.
            case distance
            /// Channel by channel after a median of 3x3 pixels, with transparent pixels as magenta, as imgproxy and imagor do.
            case channels
        }
        /// The corner; the top left one by default.
        package var corner: Corner
        /// The maximum difference from the border's color, in RGB of 0...255: 0...442, 0 by default.
        package var tolerance: Int
        /// What the tolerance is compared with; the distance by default.
        package var measure: Measure
        /// The border's color, whatever that of the corner is and without its opacity; nil for the corner's.
        package var color: Color?

        /// Creates a border from its corner, tolerance, measure and color.
        package init(corner: Corner = .topLeft, tolerance: Int = 0, measure: Measure = .distance, color: Color? = nil) {
            self.corner = corner
            self.tolerance = tolerance
            self.measure = measure
            self.color = color.map { Color(red: $0.red, green: $0.green, blue: $0.blue) }
        }

        /// Creates a border of the color in the top left corner.
        package init() { self.init(corner: .topLeft) }

        /// See `SparseCodable`.
        package static let fields: [SparseField<Trim>] = [
            SparseField("corner", \.corner), SparseField("tolerance", \.tolerance, in: 0...442), SparseField("measure", \.measure),
            SparseField("color", \.color),
        ]
    }

    /// One side of the output.
    package enum Dimension: Hashable, Sendable {
        /// 1...65535 pixels.
        case pixels(Int)
        /// In proportion to the other side; if both are, the picture's own proportions.
        case proportional
        /// The picture's own side.
        case original
    }

    /// Both sides of the output, and whether it is mirrored.
    package struct Dimensions: Hashable, Sendable {
        /// The width.
        package var width: Dimension
        /// The height.
        package var height: Dimension
        /// Whether left and right are swapped.
        package var flipsHorizontally: Bool
        /// Whether top and bottom are swapped.
        package var flipsVertically: Bool

        /// Creates dimensions, not mirrored by default.
        package init(
            width: Dimension = .proportional,
            height: Dimension = .proportional,
            flipsHorizontally: Bool = false,
            flipsVertically: Bool = false
        ) {
            self.width = width
            self.height = height
            self.flipsHorizontally = flipsHorizontally
            self.flipsVertically = flipsVertically
        }
    }

    /// How to fit a picture into the dimensions.
    package struct FitIn: Hashable, Sendable, SparseCodable {
        /// Whether width and height are swapped if that fits the picture's orientation better.
        package var isAdaptive: Bool
        /// Whether the picture fills the dimensions and exceeds them along one side.
        package var isFull: Bool

        /// Creates a plain fit, or one of its variants.
        package init(isAdaptive: Bool = false, isFull: Bool = false) {
            self.isAdaptive = isAdaptive
            self.isFull = isFull
        }

        /// Creates a plain fit.
        package init() { self.init(isAdaptive: false) }

        /// See `SparseCodable`.
        package static let fields: [SparseField<FitIn>] = [SparseField("adaptive", \.isAdaptive), SparseField("full", \.isFull)]
    }

    /// Whether pictures are enlarged.
    package enum Upscaling: String, Hashable, Sendable, Codable, CaseIterable {
        /// Crops are enlarged to the requested size; pictures fitted into a box are not.
        case crops
        /// Never: requested sides are limited to the picture's.
        case never
        /// Never: the requested size is shrunk, with its aspect, until the crop fills it.
        case neverAtAspect
        /// A size that would enlarge is an error.
        case refused
        /// Pictures fitted into a box are enlarged too.
        case always
    }

    /// The size of a result, and how the picture is brought to it.
    package struct Target: Hashable, Sendable, SparseCodable {
        /// The sides.
        package var dimensions = Dimensions()
        /// How the picture is fitted into the dimensions; nil, the default, for a crop.
        package var fit: FitIn?
        /// Whether the picture is stretched instead of cropped. Off by default.
        package var stretches = false
        /// The aspect of the crop where the dimensions leave it open; nil, the default, for the picture's.
        package var aspect: AspectRatio?
        /// What the size is multiplied by, 0.001...100; 1 by default.
        package var scale = 1.0
        /// What the size is multiplied by besides, as far as the picture is not enlarged for it, 0.001...100; 1 by default. What is left of
        /// it also multiplies the widths of borders, and offsets in pixels.
        package var density = 1.0
        /// Whether pictures of another orientation than the box are fitted into it instead of cropped. Off by default.
        package var fitsOtherOrientations = false
        /// The least sides of the result, each 0...65535.
        package var least = PixelSize(width: 0, height: 0)
        /// The most pixels of the result, which is shrunk in proportion if it has more; nil, the default, for the surface's limit.
        package var maximumPixels: Int?
        /// Whether pictures are enlarged; only crops by default.
        package var upscaling = Upscaling.crops
        /// Whether a picture is fitted into a box of whole pixels, and enlarged to a size that is rounded down, as thumbor does. Off by default.
        package var roundsLikeThumbor = false

        /// Creates the picture's own size.
        package init() {}

        /// See `SparseCodable`.
        package static let fields: [SparseField<Target>] = [
            SparseField("width", \.dimensions.width), SparseField("height", \.dimensions.height),
            SparseField("mirrored", \.dimensions.flipsHorizontally), SparseField("flipped", \.dimensions.flipsVertically),
            SparseField("fit", \.fit), SparseField("stretches", \.stretches), SparseField("aspect", \.aspect),
            SparseField("scale", \.scale, in: 1e-6...1e6),
            SparseField("density", \.density, in: 0.001...100), SparseField("fitsOtherOrientations", \.fitsOtherOrientations),
            SparseField("least", \.least) { least in
                guard [least.width, least.height].allSatisfy({ (0...65_535).contains($0) }) else {
                    throw BoundedCropError(.invalidArgument, "\(least) is not 0 to 65535 pixels on each side")
                }
            },
            SparseField("maximumPixels", \.maximumPixels, in: 1...(.max)), SparseField("upscaling", \.upscaling),
            SparseField("roundsLikeThumbor", \.roundsLikeThumbor),
        ]
    }
}

extension RenderRequest {
    /// The request as it is carried out on a picture of this format: a drawing is as sharp when it is larger than its own size, which then
    /// limits nothing, unless a larger output is an error.
    func applied(to format: ImageFormat) -> RenderRequest {
        guard format.isDrawn else { return self }
        var request = self
        if request.earlier.isEmpty { request.last.target.freeSize() } else { request.earlier[0].target.freeSize() }
        return request
    }
}

extension RenderRequest.Target {
    fileprivate mutating func freeSize() {
        guard upscaling != .refused else { return }
        upscaling = .always
        multiply(by: density)
        density = 1
    }

    /// Multiplies the size: sides that are given as far as they stay whole pixels, or by the scale.
    package mutating func multiply(by factor: Double) {
        scale *= factor
        func whole(_ side: RenderRequest.Dimension) -> RenderRequest.Dimension? {
            switch side {
            case .pixels(let pixels): Int(exactly: Double(pixels) * scale).flatMap { (1...65_535).contains($0) ? .pixels($0) : nil }
            case .proportional: .proportional
            case .original: nil
            }
        }
        guard scale != 1, dimensions.width != .proportional || dimensions.height != .proportional,
            let width = whole(dimensions.width), let height = whole(dimensions.height)
        else { return }
        (dimensions.width, dimensions.height, scale) = (width, height, 1)
    }

    /// Whether a crop that is smaller than the size is enlarged to it.
    package var enlargesCrops: Bool { upscaling != .neverAtAspect }

    /// Takes the shape of a crop.
    package mutating func take(_ shape: CropRequest.Shape) {
        switch shape {
        case .size(let size): (dimensions.width, dimensions.height) = (.pixels(size.width), .pixels(size.height))
        case .aspect(let aspect): self.aspect = aspect
        case .source: break
        }
    }
}

extension RenderRequest.Length: Codable {
    /// Encodes pixels as a number, and a share as `{"share":0.2}`: the form of a padding's lengths.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .pixels(let pixels): try Padding.Length.pixels(pixels).encode(to: encoder)
        case .share(let share): try Padding.Length.fraction(share).encode(to: encoder)
        }
    }

    /// Decodes either form.
    package init(from decoder: any Decoder) throws {
        switch try Padding.Length(from: decoder) {
        case .pixels(let pixels): self = .pixels(pixels)
        case .fraction(let share): self = .share(share)
        }
    }
}

extension RenderRequest.Dimension: Codable {
    private static let names: [String: Self] = ["proportional": .proportional, "original": .original]

    /// Encodes pixels as a number, others as words.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .pixels(let pixels): try container.encode(pixels)
        case .proportional: try container.encode("proportional")
        case .original: try container.encode("original")
        }
    }

    /// Decodes either form.
    ///
    /// - Throws: `DecodingError` for other words, and for pixels that are not 1...65535.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let pixels = try? container.decode(Int.self), (1...65_535).contains(pixels) {
            self = .pixels(pixels)
        } else if let word = try? container.decode(String.self), let side = Self.names[word] {
            self = side
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a side is 1 to 65535 pixels, proportional or original")
        }
    }
}
