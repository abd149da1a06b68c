internal import CImageCodecs

/// A file format of pictures. All can be read; some can be written.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Lossy, without transparency.
    case jpeg
    /// Lossless, with transparency.
    case png
    /// Lossy or lossless, with transparency.
    case webp
    /// Lossy, with transparency; about 0.7 times as large as a JPEG of the same quality.
    case avif
    /// At most 256 colors, of which one may be transparent.
    case gif
    /// HEIC, which phones write, and HEIF with other codecs that libheif reads. Only read.
    case heic
    /// TIFF, from scanners and for print. Only read.
    case tiff
    /// Windows bitmaps. Only read.
    case bmp

    /// Whether pictures can be written in this format.
    public var isWritable: Bool {
        switch self {
        case .jpeg, .png, .webp, .avif, .gif: true
        case .heic, .tiff, .bmp: false
        }
    }

    /// The formats that can be written.
    public static var writable: [ImageFormat] { allCases.filter(\.isWritable) }

    /// Creates the format that can be written and has this name, such as `jpeg`, or one of its file name extensions; in any case.
    package init?(writableNamed name: some StringProtocol) {
        let named = ImageFormat(rawValue: name.lowercased()) ?? ImageFormat(fileName: "." + name)
        guard let format = named, format.isWritable else { return nil }
        self = format
    }

    /// The names of the formats that can be written, for messages.
    package static var writableNames: String {
        let names = writable.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    /// The usual name, such as `JPEG`.
    public var title: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// The usual file name extension, without the dot.
    public var fileExtension: String { fileExtensions[0] }

    /// All file name extensions recognized for this format, without the dot; the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png, .webp, .gif: [rawValue]
        case .avif: ["avif", "avifs"]
        case .heic: ["heic", "heif", "heics", "heifs", "hif"]
        case .tiff: ["tif", "tiff"]
        case .bmp: ["bmp", "dib"]
        }
    }

    /// The media type, such as `image/jpeg`.
    public var mediaType: String { "image/" + rawValue }

    /// Whether pictures in this format can be transparent.
    public var holdsAlpha: Bool { self != .jpeg }

    /// Creates the format that a file name's extension indicates, case-insensitively; nil if it indicates none of these.
    public init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = format
    }
}

/// The C functions that read a format. Libraries of the rarer formats are opened by the first call, or the call fails and names them.
struct Codec: Sendable {
    typealias ReadHeader = @Sendable (bc_span, UnsafeMutablePointer<bc_image_header>, UnsafeMutablePointer<bc_error>) -> Int32
    typealias Decode = @Sendable (bc_span, bc_region, OpaquePointer?, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<bc_error>) -> Int32

    let readHeader: ReadHeader
    let decode: Decode
    let metadata: @Sendable (UnsafeRawBufferPointer) -> ImageMetadata
}

extension ImageFormat {
    var codec: Codec {
        switch self {
        case .jpeg: Codec(readHeader: bc_jpeg_read_header, decode: bc_jpeg_decode, metadata: JPEGSegments.metadata)
        case .png: Codec(readHeader: bc_png_read_header, decode: bc_png_decode, metadata: PNGChunks.metadata)
        case .webp: Codec(readHeader: bc_webp_read_header, decode: bc_webp_decode, metadata: RIFFChunks.metadata)
        case .avif:
            Codec(readHeader: bc_avif_read_header, decode: bc_avif_decode) { file in
                ImageMetadata(file, exif: bc_avif_copy_exif, xmp: bc_avif_copy_xmp, iccProfile: bc_avif_copy_icc_profile)
            }
        case .gif:
            Codec(readHeader: bc_gif_read_header, decode: bc_gif_decode) { file in
                ImageMetadata(file, exif: nil, xmp: bc_gif_copy_xmp, iccProfile: bc_gif_copy_icc_profile)
            }
        case .heic:
            Codec(readHeader: bc_heif_read_header, decode: bc_heif_decode) { file in
                ImageMetadata(file, exif: bc_heif_copy_exif, xmp: bc_heif_copy_xmp, iccProfile: bc_heif_copy_icc_profile)
            }
        case .tiff:
            Codec(readHeader: bc_tiff_read_header, decode: bc_tiff_decode) { file in
                var metadata = ImageMetadata(file, exif: bc_tiff_copy_exif, xmp: bc_tiff_copy_xmp, iccProfile: bc_tiff_copy_icc_profile)
                metadata.iptc = ImageMetadata.bytes(bc_tiff_copy_iptc(bc_span(file)), atMost: ImageMetadata.mostTagBytes)
                return metadata
            }
        case .bmp:
            Codec(readHeader: bc_bmp_read_header, decode: bc_bmp_decode) { file in
                ImageMetadata(file, exif: nil, xmp: nil, iccProfile: bc_bmp_copy_icc_profile)
            }
        }
    }
}

extension ImageMetadata {
    fileprivate typealias Copy = (bc_span) -> bc_bytes

    fileprivate init(_ file: UnsafeRawBufferPointer, exif: Copy?, xmp: Copy?, iccProfile: Copy?) {
        let parts = [(exif, Self.mostTagBytes), (xmp, Self.mostTagBytes), (iccProfile, Self.mostProfileBytes)].map { copy, most in
            copy.flatMap { Self.bytes($0(bc_span(file)), atMost: most) }
        }
        self.init(exif: parts[0], xmp: parts[1], iccProfile: parts[2])
    }

    fileprivate static func bytes(_ copy: bc_bytes, atMost most: Int) -> [UInt8]? {
        defer { bc_bytes_free(copy) }
        guard let start = copy.bytes, (1...most).contains(copy.length) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: copy.length))
    }
}

/// Formats by the first bytes of files, regardless of names.
extension ImageFormat {
    /// How many bytes of a file's start are enough to know its format.
    package static let signatureLength = 256

    /// Creates the format that the first bytes of a file indicate, regardless of its name; nil if they indicate none of these.
    ///
    /// 256 bytes are enough. HEIC and AVIF are told apart by the brands in their first box, of which there may be several.
    public init?(signatureOf bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.signatureLength))
        if let found = Self.signatures.first(where: { $0.matches(start) }) {
            self = found.format
        } else if let found = FileTypeBox(start)?.format {
            self = found
        } else {
            return nil
        }
    }

    private struct Signature {
        let format: ImageFormat
        let parts: [(offset: Int, bytes: [UInt8])]

        init(_ format: ImageFormat, _ parts: (offset: Int, bytes: [UInt8])...) { (self.format, self.parts) = (format, parts) }

        func matches(_ start: [UInt8]) -> Bool { parts.allSatisfy { start.dropFirst($0.offset).starts(with: $0.bytes) } }
    }

    private static let signatures = [
        Signature(.jpeg, (0, [0xFF, 0xD8, 0xFF])),
        Signature(.png, (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])),
        Signature(.webp, (0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))),
        Signature(.gif, (0, Array("GIF87a".utf8))),
        Signature(.gif, (0, Array("GIF89a".utf8))),
        Signature(.tiff, (0, [0x49, 0x49, 0x2A, 0x00])),
        Signature(.tiff, (0, [0x4D, 0x4D, 0x00, 0x2A])),
        // BigTIFF, with offsets of 64 bits.
        Signature(.tiff, (0, [0x49, 0x49, 0x2B, 0x00, 0x08, 0x00, 0x00, 0x00])),
        Signature(.tiff, (0, [0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08, 0x00, 0x00])),
        // Two bytes alone would match some texts; the four after the size are reserved, and 0 in almost all files.
        Signature(.bmp, (0, Array("BM".utf8)), (6, [0, 0, 0, 0])),
    ]

    /// The error for bytes of none of the formats.
    static func refusal(of bytes: UnsafeRawBufferPointer) -> BoundedCropError {
        let found = UnreadFormat.name(of: bytes).map { "\($0) cannot be read" } ?? "this is not a picture of a known format"
        let formats = allCases.map(\.title)
        let list = formats.dropLast().joined(separator: ", ") + " and " + formats[formats.count - 1]
        return BoundedCropError(.unsupportedFormat, "\(found); \(list) can be read")
    }
}
