public import BoundedCrop

/// What the filters say of the file that is made.
public struct OutputFilters: Hashable, Sendable {
    /// The format (`format`); nil is the negotiated one.
    public var format: ImageFormat?
    /// 1...100 (`quality`); nil is the service's own.
    public var quality: Int?
    /// The most bytes that the file may have, as far as a lower quality helps (`max_bytes`).
    public var maximumBytes: Int?
    /// For how many seconds others may keep the answer (`max_age`); nil is the service's own.
    public var maximumAge: Int?
    /// Whether EXIF and XMP are left out, where the service writes them (`strip_exif`).
    public var stripsEXIF = false
    /// Whether pixels become sRGB and no profile is written, where the service keeps it (`strip_icc`).
    public var stripsICC = false

    /// No filter at all.
    public init() {}
}
