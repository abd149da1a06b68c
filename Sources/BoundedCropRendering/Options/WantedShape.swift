package import BoundedCrop

/// The shape of a crop as options say it, which may depend on the picture.
package enum WantedShape: Hashable, Sendable {
    case exact(CropRequest.Shape)
    /// The picture's own aspect, at this width in pixels.
    case width(Int)
    /// The picture's own aspect, at this height in pixels.
    case height(Int)

    package static let sides = 1...65_535

    /// Parses `300x200`, `300` (a square), `300x` (that width) and `x300` (that height); nil for anything else.
    package init?(size text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        let values = sides.map { $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int($0) : nil }
        guard sides.count <= 2, zip(sides, values).allSatisfy({ $0.isEmpty || $1.map(Self.sides.contains) == true }) else { return nil }
        switch (values[0], values.count > 1 ? values[1] : values[0]) {
        case (let width?, let height?): self = .exact(.size(PixelSize(width: width, height: height)))
        case (let width?, nil): self = .width(width)
        case (nil, let height?): self = .height(height)
        case (nil, nil): return nil
        }
    }

    /// The error for what is no size, neither in pixels nor on paper.
    static func wrongSize(_ text: String) -> BoundedCropError {
        BoundedCropError(
            .invalidArgument,
            """
            A size is pixels from 1 to 65535, such as 300x200, 300, 300x or x200, or one on paper, such as 35x45mm, 2x2in or 10x15cm@300dpi, \
            not “\(text.prefix(200))”
            """
        )
    }

    /// Parses `16:9` and `16/9`. Throws `invalidArgument` for anything else.
    package static func aspect(_ text: String) throws -> AspectRatio {
        guard let aspect = AspectRatio(text.replacing("/", with: ":")) else {
            throw BoundedCropError(.invalidArgument, "An aspect is two numbers, such as 16:9, not “\(text.prefix(200))”")
        }
        return aspect
    }

    /// Whether the shape does not depend on the picture.
    package var isExact: Bool { if case .exact = self { true } else { false } }

    /// The shape of the crop, before it is scaled.
    package var ofCrop: CropRequest.Shape { if case .exact(let shape) = self { shape } else { .source } }

    /// Asks for the shape, of a picture whose crops have its own aspect where only a side is given.
    package func apply(to target: inout RenderRequest.Target) {
        switch self {
        case .exact(let shape): target.take(shape)
        case .width(let width): target.dimensions.width = .pixels(width)
        case .height(let height): target.dimensions.height = .pixels(height)
        }
    }

    /// The aspect of the crop of a picture of a size.
    package func aspect(in picture: PixelSize) -> AspectRatio { CropRequest(ofCrop).aspect(for: picture) }

    /// The size of the output for a picture of a size; nil if that depends on the crop.
    package func outputSize(for picture: PixelSize) -> PixelSize? {
        switch self {
        case .exact(.size(let size)): size
        case .exact: nil
        case .width(let width): PixelSize(width: width, height: Self.side(width, picture.height, picture.width))
        case .height(let height): PixelSize(width: Self.side(height, picture.width, picture.height), height: height)
        }
    }

    /// Beyond the largest side if the other one is too long for that: rendering refuses such an output, rather than another shape.
    private static func side(_ other: Int, _ length: Int, _ otherLength: Int) -> Int {
        Int((Double(other) * Double(length) / Double(otherLength)).rounded(), within: 1...Int(Int32.max))
    }
}

extension WantedShape {
    /// The size of the output for a plan in a picture of a size.
    package func size(_ planned: RenderJob.Planned, of request: RenderRequest, in picture: PixelSize) -> PixelSize {
        let ofPlan = planned.plan.size
        guard !isExact, let size = outputSize(for: request.hasOwnShape ? ofPlan : picture) else { return ofPlan }
        let enlarges = ofPlan.width < size.width || ofPlan.height < size.height
        return enlarges && !request.last.target.enlargesCrops ? ofPlan : size
    }
}

extension RenderRequest {
    /// Whether a crop of the picture's own shape may have other proportions: the picture may be turned, or the crop is given.
    package var hasOwnShape: Bool { last.crop.rotatesToFaces || last.crop.rectangle != nil }
}
