internal import CImageCodecs

/// The metadata of a file.
struct ImageMetadata: Sendable {
    /// A TIFF structure, without the `Exif` prefix of JPEG.
    var exif: [UInt8]?
    /// An XMP packet.
    var xmp: [UInt8]?
    /// IPTC's older records (IIM), which are read but never written.
    var iptc: [UInt8]?
    var iccProfile: [UInt8]?
    /// The density for prints that is written; it is never read.
    var pixelsPerInch: Int?

    /// Limits; anything beyond them is left out. For EXIF and XMP; a JPEG has room for 64 KiB.
    static let mostTagBytes = 1 << 20
    /// For profiles; those of printers take up to three megabytes.
    static let mostProfileBytes = 4 << 20
    /// For the number of chunks to read.
    static let mostChunks = 100_000

    /// Reads the container's structure; damaged parts are left out.
    init(of bytes: FileBytes, format: ImageFormat) {
        self = bytes.withUnsafeBytes(format.codec.metadata)
    }

    init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil, iccProfile: [UInt8]? = nil) {
        self.exif = exif
        self.xmp = xmp
        self.iptc = iptc
        self.iccProfile = iccProfile
    }

    /// Whether there is anything besides a profile.
    var isTagged: Bool { exif != nil || xmp != nil || iptc != nil }

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
