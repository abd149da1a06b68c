/// A picture that can be looked at at any scale and be cut: an encoded file (`ImageSource`), or pixels in memory (`PixelBuffer`).
///
/// Detectors get one of these, so that they look at a small copy decoded straight from the file and never force a full-size one.
/// All coordinates are pixels of the upright picture, origin top left. Several threads may ask one picture at once; each call decodes or
/// resamples anew, on the thread that it is made on.
public protocol Picture: Sendable {
    /// The size of the upright picture, in pixels; both sides are above 0. Known without decoding.
    var size: PixelSize { get }

    /// The brightness of the whole upright picture, its long side shrunk to at most `longSide` pixels, never enlarged.
    ///
    /// The aspect is kept to the nearest pixel, so bring coordinates back with `rectangle(_:in:)` and the plane's size. Throws
    /// `malformedImage` for a damaged file.
    func luma(longSide: Int) throws -> LumaPlane

    /// The whole upright picture in colour, its long side shrunk to at most `longSide` pixels, never enlarged.
    ///
    /// The same size as `luma(longSide:)` gives. Throws `malformedImage` for a damaged file.
    func pixels(longSide: Int) throws -> PixelBuffer

    /// Rectangles of the upright picture, each at a size of its own, from one decode; the results are in the same order.
    ///
    /// Throws `invalidArgument` when a rectangle does not lie inside the picture or a side of a size is not 1...65535, `malformedImage`
    /// for a damaged file.
    func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer]

    /// What the picture's own metadata say is in it, in pixels of the upright picture; nothing, by default.
    var embeddedFeatures: [Feature] { get }

    /// A hash of the picture's content, in hexadecimal, under which to remember what was found in it; nil, by default, where there is none.
    var contentHash: String? { get }
}

extension Picture {
    /// Nothing: most pictures have no metadata that name places in them.
    public var embeddedFeatures: [Feature] { [] }
    /// Nil: what is found in the picture is not remembered.
    public var contentHash: String? { nil }
}

extension ImageSource: Picture {
    /// The brightness of the whole upright picture, decoded at the smallest scale that will do; from most JPEGs without decoding colour.
    ///
    /// Throws `malformedImage` when the file is truncated or damaged.
    public func luma(longSide: Int) throws -> LumaPlane {
        let target = size.fitted(longSide: longSide)
        let scale = Double(size.longSide) / Double(target.longSide)
        return try RegionDecoder(source: self, upright: size.bounds, scale: scale).decodeLuma(scaledTo: target)
    }

    /// The whole upright picture in colour, decoded at a scale that will do.
    ///
    /// Throws `malformedImage` when the file is truncated or damaged.
    public func pixels(longSide: Int) throws -> PixelBuffer {
        try pixels(longSide: longSide, in: overview(longSide: longSide).decode())
    }

    func pixels(longSide: Int, in overview: DecodedRegion) throws -> PixelBuffer {
        try overview.pixels(
            of: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            scaledTo: size.fitted(longSide: longSide)
        )
    }

    /// Rectangles of the upright picture, each at its size, in their order. The smallest rectangle around all of them is decoded once, as
    /// finely as the most demanding needs.
    ///
    /// Throws `invalidArgument` when a rectangle is empty or reaches outside the picture or a size is not possible, `malformedImage` when
    /// what is needed of the file is truncated or damaged.
    public func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        guard !crops.isEmpty else { return [] }
        for crop in crops { try check(crop.rectangle, scaledTo: crop.size) }
        let region = try decoder(covering: crops).decode()
        return try crops.map { try region.pixels(of: $0.rectangle, scaledTo: $0.size) }
    }
}

extension PixelBuffer: Picture {
    /// The picture's brightness (Rec. 601), on black where it is transparent, shrunk to at most this many pixels along its long side.
    public func luma(longSide: Int) throws -> LumaPlane {
        try pixels(longSide: longSide).luma()
    }

    /// The picture shrunk to at most this many pixels along its long side; the picture itself where it is no larger.
    public func pixels(longSide: Int) throws -> PixelBuffer {
        try resized(to: size.fitted(longSide: longSide))
    }

    /// Rectangles of the picture, each at its size, in their order.
    ///
    /// Throws `invalidArgument` when a rectangle is empty or reaches outside the picture, or a size is not possible.
    public func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        try crops.map { try resampled($0.rectangle.rect, to: $0.size) }
    }
}
