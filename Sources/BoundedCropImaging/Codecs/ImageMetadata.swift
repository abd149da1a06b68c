internal import CImageCodecs

/// What a file carries beside its pixels.
struct ImageMetadata: Sendable {
    /// A TIFF structure, without the `Exif` prefix that JPEG puts before it.
    var exif: [UInt8]?
    /// An XMP packet.
    var xmp: [UInt8]?
    var iccProfile: [UInt8]?

    /// Larger ones are left out: of EXIF and XMP, where a JPEG has room for 64 KiB, ...
    static let mostTagBytes = 1 << 20
    /// ... of profiles, where those of printers take up to three megabytes, ...
    static let mostProfileBytes = 4 << 20
    /// ... and of what comes after so many chunks.
    static let mostChunks = 100_000

    /// From the container's own structure; damaged parts are left out.
    init(of bytes: [UInt8], format: ImageFormat) {
        switch format {
        case .jpeg: self = JPEGSegments.metadata(of: bytes)
        case .png: self = PNGChunks.metadata(of: bytes)
        case .webp: self = RIFFChunks.metadata(of: bytes)
        }
    }

    init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iccProfile: [UInt8]? = nil) {
        self.exif = exif
        self.xmp = xmp
        self.iccProfile = iccProfile
    }

    var orientation: ImageOrientation {
        exif.flatMap { EXIF($0)?.orientation } ?? .up
    }

    func colorTransform(for header: ImageHeader) -> ColorTransform? {
        iccProfile.flatMap { ColorTransform.from(profile: $0, model: header.colorModel) }
    }
}

extension ImageHeader {
    var isRGB: Bool { !isCMYK && !isGray }
}
