/// A picture that can be looked at at any scale and be cut: an encoded file (`ImageSource`), or pixels in memory (`PixelBuffer`).
///
/// Detectors get one of these, so that they look at a small copy decoded straight from the file and never force a full-size one.
public protocol Picture: Sendable {
    /// The size of the upright picture, in pixels.
    var size: PixelSize { get }

    /// The brightness of the whole upright picture, its long side shrunk to at most `longSide` pixels, never enlarged.
    func luma(longSide: Int) throws -> LumaPlane

    /// The whole upright picture in colour, its long side shrunk to at most `longSide` pixels, never enlarged.
    func pixels(longSide: Int) throws -> PixelBuffer

    /// Rectangles of the upright picture, each at a size of its own, from one decode. They have to lie inside the picture.
    func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer]

    /// What the picture's own metadata say is in it; nothing, by default.
    var embeddedFeatures: [Feature] { get }

    /// A hash of the picture's content, in hexadecimal, under which to remember what was found in it; nil, by default, where there is none.
    var contentHash: String? { get }
}

extension Picture {
    public var embeddedFeatures: [Feature] { [] }
    public var contentHash: String? { nil }
}

extension ImageSource: Picture {
    public func luma(longSide: Int) throws -> LumaPlane {
        let target = size.fitted(longSide: longSide)
        let scale = Double(size.longSide) / Double(target.longSide)
        return try RegionDecoder(source: self, upright: size.bounds, scale: scale).decodeLuma(scaledTo: target)
    }

    public func pixels(longSide: Int) throws -> PixelBuffer {
        try pixels(of: PixelRect(x: 0, y: 0, width: size.width, height: size.height), scaledTo: size.fitted(longSide: longSide))
    }

    public func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        guard !crops.isEmpty else { return [] }
        for crop in crops { try check(crop.rectangle, scaledTo: crop.size) }
        let region = try decodedRegion(covering: crops)
        return try crops.map { try region.pixels(of: $0.rectangle, scaledTo: $0.size) }
    }
}

extension PixelBuffer: Picture {
    public func luma(longSide: Int) throws -> LumaPlane {
        try pixels(longSide: longSide).luma()
    }

    public func pixels(longSide: Int) throws -> PixelBuffer {
        try resized(to: size.fitted(longSide: longSide))
    }

    public func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        try crops.map { try resampled($0.rectangle.rect, to: $0.size) }
    }
}
