/// A picture that can be read at any scale and cut: an encoded file (`ImageSource`), or pixels in memory (`PixelBuffer`).
///
/// Detectors receive a `Picture`, so that they work on a small copy decoded straight from the file and never need a full-size one. All
/// coordinates are pixels of the upright picture, with the origin at the top left. Several threads may use one picture at once; each call
/// decodes or resamples on the calling thread.
public protocol Picture: Sendable {
    /// The size of the upright picture, in pixels; both sides are above 0. Known without decoding.
    var size: PixelSize { get }

    /// Returns the brightness of the whole upright picture, its long side shrunk to at most `longSide` pixels and never enlarged.
    ///
    /// The aspect is rounded to whole pixels, so convert coordinates back with `rectangle(_:in:)` and the plane's size.
    ///
    /// - Throws: `malformedImage` for a damaged file.
    func luma(longSide: Int) throws -> LumaPlane

    /// Returns the whole upright picture in color, its long side shrunk to at most `longSide` pixels and never enlarged.
    ///
    /// The size is the same as that of `luma(longSide:)`.
    ///
    /// - Throws: `malformedImage` for a damaged file.
    func pixels(longSide: Int) throws -> PixelBuffer

    /// Returns several cuts of the upright picture from one decode, in the same order.
    ///
    /// - Throws: `invalidArgument` when a rectangle does not lie inside the picture or a side of a size is not 1...65535, `malformedImage`
    ///   for a damaged file.
    func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer]

    /// The features in the picture's own metadata, in pixels of the upright picture; none by default.
    var embeddedFeatures: [Feature] { get }

    /// A name for the picture's pixels, made of a hash of its content, under which crops and what was found in it are remembered: pictures with
    /// other pixels have another one. Nil, by default, where there is none.
    var contentHash: String? { get }
}

extension Picture {
    /// Returns a rectangle of the upright picture at a given size.
    ///
    /// - Throws: `invalidArgument` when the rectangle does not lie inside the picture or a side of the size is not 1...65535,
    ///   `malformedImage` for a damaged file.
    public func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try pixels(of: [PictureCut(rectangle, scaledTo: size)])[0]
    }

    /// None, because most pictures have no metadata with features.
    public var embeddedFeatures: [Feature] { [] }
    /// Nil: detection results are not cached.
    public var contentHash: String? { nil }
}

extension PixelBuffer: Picture {
    /// Returns the picture's brightness (Rec. 601), on black where it is transparent, shrunk to at most this many pixels along its long
    /// side.
    public func luma(longSide: Int) throws -> LumaPlane {
        try pixels(longSide: longSide).luma()
    }

    /// Returns the picture shrunk to at most this many pixels along its long side, or the picture itself if it is no larger.
    public func pixels(longSide: Int) throws -> PixelBuffer {
        try resized(to: size.fitted(longSide: longSide))
    }

    /// Returns rectangles of the picture, each at its size, in the same order.
    ///
    /// - Throws: `invalidArgument` when a rectangle is empty or extends outside the picture, or a size is not possible.
    public func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        try cuts.map { try resampled($0.rectangle.rect, to: $0.size) }
    }
}
