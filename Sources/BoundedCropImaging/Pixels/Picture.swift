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

    /// Returns a rectangle of the upright picture at a given size.
    ///
    /// - Throws: `invalidArgument` when the rectangle does not lie inside the picture or a side of the size is not 1...65535,
    ///   `malformedImage` for a damaged file.
    func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer

    /// The features in the picture's own metadata, in pixels of the upright picture; none by default.
    var embeddedFeatures: [Feature] { get }

    /// A name for the picture's pixels, made of a hash of its content, under which crops and what was found in it are remembered: pictures with
    /// other pixels have another one. Nil, by default, where there is none.
    var contentHash: String? { get }
}

extension Picture {
    /// None, because most pictures have no metadata with features.
    public var embeddedFeatures: [Feature] { [] }
    /// Nil: detection results are not cached.
    public var contentHash: String? { nil }
}

/// A picture of which several cuts take less together than one after the other: a file is decoded once.
package protocol CuttablePicture: Picture {
    /// Returns the cuts, in the same order. Throws what `pixels(of:scaledTo:)` throws.
    func cuts(_ cuts: [PictureCut]) throws -> [PixelBuffer]
}

extension CuttablePicture {
    package func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try cuts([PictureCut(rectangle, scaledTo: size)])[0]
    }
}

extension Picture {
    /// Several cuts of the upright picture, in the same order; together, if the picture can do that.
    package func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        if let picture = self as? any CuttablePicture { return try picture.cuts(cuts) }
        return try cuts.map { try pixels(of: $0.rectangle, scaledTo: $0.size) }
    }
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

    /// Returns a rectangle of the picture at a given size.
    ///
    /// - Throws: `invalidArgument` when the rectangle is empty or extends outside the picture, or the size is not possible.
    public func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try resampled(rectangle.rect, to: size)
    }
}
