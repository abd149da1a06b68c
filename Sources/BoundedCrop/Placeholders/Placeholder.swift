/// What a page can show in the place of a picture until that has arrived: two kinds of blurred preview and a color, each short enough for
/// an attribute or a database row.
///
/// ```swift
/// let placeholder = try Placeholder(of: crop.pixels)
/// print(placeholder.blurHash, placeholder.thumbHash, placeholder.color)
/// ```
///
/// All three are made from a copy of at most 100 x 100 pixels, so that the time hardly depends on the picture's size. Equal pixels give
/// equal placeholders.
public struct Placeholder: Sendable, Hashable, Codable {
    /// The picture as a [BlurHash](https://blurha.sh): 28 characters that begin with the number of components, which depends on the
    /// picture's shape: 4 x 3 for landscapes, 6 x 2 for those at least twice as wide as high, the reverse for portraits; fewer, and so
    /// fewer characters, if the copy has fewer pixels on a side. BlurHash has no transparency: see-through parts have the average color of
    /// the rest, or white if there is no rest.
    public var blurHash: String
    /// The picture as a [ThumbHash](https://evanw.github.io/thumbhash/), 17 to 25 bytes in padded base64: a preview with the picture's
    /// approximate shape and transparency.
    public var thumbHash: String
    /// The dominant color as `#rrggbb`: the mean of the group of similar colors that covers most of the picture. What is transparent counts
    /// for less; a picture that is entirely transparent has `#ffffff`.
    public var color: String

    /// Creates a placeholder from its parts, which are not checked.
    package init(blurHash: String, thumbHash: String, color: String) {
        self.blurHash = blurHash
        self.thumbHash = thumbHash
        self.color = color
    }

    /// Creates the placeholder of a picture of any size; for an animation, take its first frame. This shrinks the picture on the calling
    /// thread.
    ///
    /// - Throws: `CancellationError` if the work that this is part of is cancelled.
    public init(of picture: PixelBuffer) throws {
        let copy = PreviewCopy(try picture.resized(to: picture.size.fitted(longSide: PreviewCopy.longSide)))
        self.init(
            blurHash: BlurHash.text(of: copy),
            thumbHash: ThumbHash.text(of: copy),
            color: DominantColor.color(of: copy)?.description ?? Color.white.description
        )
    }

    private enum CodingKeys: String, CodingKey {
        case blurHash = "blurhash"
        case thumbHash = "thumbhash"
        case color
    }
}
