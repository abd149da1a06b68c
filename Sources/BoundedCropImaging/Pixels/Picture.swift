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

    /// Several cuts of the upright picture from one decode; the results are in the same order.
    ///
    /// - Throws: `invalidArgument` when a rectangle does not lie inside the picture or a side of a size is not 1...65535, `malformedImage`
    ///   for a damaged file.
    func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer]

    /// What the picture's own metadata say is in it, in pixels of the upright picture; nothing, by default.
    var embeddedFeatures: [Feature] { get }

    /// A name for the picture's pixels, made of a hash of its content, under which crops and what was found in it are remembered: pictures with
    /// other pixels have another one. Nil, by default, where there is none.
    var contentHash: String? { get }
}

extension Picture {
    /// A rectangle of the upright picture at a size of its own.
    ///
    /// - Throws: `invalidArgument` when the rectangle does not lie inside the picture or a side of the size is not 1...65535,
    ///   `malformedImage` for a damaged file.
    public func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try pixels(of: [PictureCut(rectangle, scaledTo: size)])[0]
    }

    /// Nothing: most pictures have no metadata that name places in them.
    public var embeddedFeatures: [Feature] { [] }
    /// Nil: what is found in the picture is not remembered.
    public var contentHash: String? { nil }
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
    public func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        try cuts.map { try resampled($0.rectangle.rect, to: $0.size) }
    }
}
