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
