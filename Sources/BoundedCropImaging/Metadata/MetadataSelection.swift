/// What is written of a file's metadata with a picture made from it. A profile that was kept by `DecodingOptions` is always written.
public struct MetadataSelection: Hashable, Sendable {
    /// Whether EXIF and XMP are written, adjusted to the picture: upright, its sides, no thumbnail, regions at their new places.
    public var keepsEXIFAndXMP = false
    /// Whether what is kept may say where the photo was taken: coordinates, and names of places.
    public var keepsPlace = false
    /// Features to write as the picture's regions, as photo managers read them (XMP, mwg-rs), in pixels of the picture; nil keeps those of
    /// the file where XMP is kept.
    public var regions: [Feature]?

    /// Creates a selection; by default of nothing.
    public init(keepsEXIFAndXMP: Bool = false, keepsPlace: Bool = false, regions: [Feature]? = nil) {
        (self.keepsEXIFAndXMP, self.keepsPlace, self.regions) = (keepsEXIFAndXMP, keepsPlace, regions)
    }

    /// Nothing.
    public static let none = MetadataSelection()
    /// EXIF and XMP, with the place.
    public static let all = MetadataSelection(keepsEXIFAndXMP: true, keepsPlace: true)
    /// EXIF and XMP, but not where the photo was taken.
    public static let exceptPlace = MetadataSelection(keepsEXIFAndXMP: true)
}
