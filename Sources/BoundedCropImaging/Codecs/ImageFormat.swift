internal import CCalls
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
    /// Lossy or lossless, with transparency; about 0.75 times as large as a JPEG of the same quality.
    case jxl
    /// JPEG 2000, from libraries and museums, and High Throughput JPEG 2000. Only read.
    case jp2
    /// HEIC, which phones write, and HEIF with other codecs that libheif reads. Only read.
    case heic
    /// TIFF, from scanners and for print. Only read.
    case tiff
    /// Photos as the sensors of cameras measured them: DNG, CR2, CR3, NEF, ARW and what else LibRaw reads. Only read.
    case raw
    /// Windows bitmaps. Only read.
    case bmp
    /// ICO, icons of Windows and web sites, and CUR, cursors, which are only read: one picture in several sizes.
    case ico
    /// Drawings, plain or compressed with gzip, drawn at the size that is needed. Only read.
    case svg

    /// What is known of this format.
    var codec: Codec {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .avif: .avif
        case .gif: .gif
        case .jxl: .jxl
        case .jp2: .jp2
        case .heic: .heic
        case .tiff: .tiff
        case .raw: .raw
        case .bmp: .bmp
        case .ico: .ico
        case .svg: .svg
        }
    }

    /// Whether pictures can be written in this format.
    package var isWritable: Bool { ImageEncoding(self).format == self }

    /// The formats that can be written.
    public static var writable: [ImageFormat] { allCases.filter(\.isWritable) }

    /// The formats that can be written with a quality.
    package static var withQuality: [ImageFormat] { writable.filter { ImageEncoding($0).quality != nil } }

    /// Creates the format that can be written and has this name, such as `jpeg`, or one of its file name extensions; in any case.
    package init?(writableNamed name: some StringProtocol) {
        let named = ImageFormat(rawValue: name.lowercased()) ?? ImageFormat(fileName: "." + name)
        guard let format = named, format.isWritable else { return nil }
        self = format
    }

    /// The names of the formats that can be written, for messages.
    package static var writableNames: String { writable.list(by: \.rawValue, "or") }

    /// The usual name, such as `JPEG`.
    package var title: String { codec.title }

    /// The usual file name extension, without the dot.
    package var fileExtension: String { fileExtensions[0] }

    /// All file name extensions recognized for this format, without the dot; the usual one first.
    package var fileExtensions: [String] { codec.fileExtensions }

    /// The media type, such as `image/jpeg`.
    package var mediaType: String { codec.mediaType ?? "image/" + rawValue }

    /// Whether pictures are drawn at any size, as sharp when they are larger than their own.
    package var isDrawn: Bool { codec.isDrawn }

    /// Whether pictures in this format can be transparent.
    package var holdsAlpha: Bool { codec.holdsAlpha }

    /// Whether files can say how large their pictures are in print.
    package var holdsDensity: Bool { codec.holdsDensity }

    /// Creates the format that a file name's extension indicates, case-insensitively; nil if it indicates none of these.
    public init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = format
    }
}

extension [ImageFormat] {
    /// A list for messages, such as `JPEG, PNG and WebP`.
    package var titles: String { list(by: \.title, "and") }

    fileprivate func list(by name: (ImageFormat) -> String, _ word: String) -> String {
        let names = map(name)
        return ([names.dropLast().joined(separator: ", ")] + names.suffix(1)).filter { !$0.isEmpty }.joined(separator: " \(word) ")
    }
}

/// Formats by the first bytes of files, regardless of names.
extension ImageFormat {
    /// How many bytes of a file's start are enough to know its format.
    package static let signatureLength = 4096

    /// Creates the format that the first bytes of a file indicate, regardless of its name; nil if they indicate none of these.
    ///
    /// 4096 bytes are enough. HEIC and AVIF are told apart by the brands in their first box, of which there may be several, and SVG is known
    /// by its first element, which comments may precede.
    package init?(signatureOf bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.signatureLength))
        let signed = Self.allCases.first { $0.codec.signatures.contains { $0.matches(start) } }
        guard let format = signed ?? FileTypeBox(start)?.format ?? Self.recognized(start) else { return nil }
        self = format
    }

    private static func recognized(_ start: [UInt8]) -> ImageFormat? {
        start.withUnsafeBytes { bytes in allCases.first { $0.codec.recognizes(bc_span(bytes)) } }
    }

    /// The error for bytes of none of the formats.
    static func refusal(of bytes: UnsafeRawBufferPointer) -> BoundedCropError {
        refusal(of: UnreadFormat.name(of: bytes))
    }

    /// The same for a format of this name; nil for an unknown one.
    static func refusal(of name: String?) -> BoundedCropError {
        if let name, name.contains("video") || name == "Ogg" {
            return BoundedCropError(.unsupportedFormat, "\(name) is no picture; the command “boundedcrop video” crops videos")
        }
        let found = name.map { "\($0) cannot be read" } ?? "this is not a picture of a known format"
        return BoundedCropError(.unsupportedFormat, "\(found); \(allCases.titles) can be read")
    }
}

/// The first box of files in the ISO base media file format (ISO/IEC 14496-12, section 4.3): a brand, and others that are compatible.
struct FileTypeBox {
    /// The major brand, then the compatible ones as far as the bytes reach.
    let brands: [String]

    /// Nil unless the bytes start with such a box.
    init?(_ start: [UInt8]) {
        guard start.count >= 16, let length = start.bigEndian32(at: 0), length >= 16, start[4..<8].elementsEqual("ftyp".utf8) else {
            return nil
        }
        // Four bytes at 12 are a version.
        let places = [8] + Array(stride(from: 16, through: min(length, start.count) - 4, by: 4))
        brands = places.map { String(decoding: start[$0..<($0 + 4)], as: UTF8.self) }
    }

    /// Brands that only say that there is some picture; the compatible ones say how it is coded.
    private static let anyPicture: Set<String> = ["mif1", "msf1", "mif2"]

    /// The format; nil for video, and for pictures that no library here reads.
    var format: ImageFormat? {
        let isAnyPicture = Self.anyPicture.contains(brands[0])
        let told = isAnyPicture ? brands[...] : brands.prefix(1)
        return ImageFormat.allCases.first { !$0.codec.brands.isDisjoint(with: told) } ?? (isAnyPicture ? .heic : nil)
    }
}
