/// A file format that can be read and written.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Lossy, without transparency.
    case jpeg
    /// Lossless, with transparency.
    case png
    /// Lossy or lossless, with transparency.
    case webp

    /// The usual file name extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// All file name extensions recognized for this format, without the dot.
    public var fileExtensions: [String] { self == .jpeg ? ["jpg", "jpeg", "jpe", "jfif"] : [rawValue] }

    /// Whether pictures in this format can be transparent.
    public var holdsAlpha: Bool { self != .jpeg }

    /// Creates the format that the first bytes of a file indicate, regardless of its name; nil if they indicate none of these.
    public init?(signatureOf bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.count == 12, start[0..<4].elementsEqual("RIFF".utf8), start[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Creates the format that a file name's extension indicates, case-insensitively; nil if it indicates none of these.
    public init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = format
    }

    /// The error for bytes of none of the formats.
    static func refusal(of bytes: UnsafeRawBufferPointer) -> BoundedCropError {
        let found = nameOfUnsupported(bytes).map { "\($0) is not read here" } ?? "these bytes are no picture"
        return BoundedCropError(.unsupportedFormat, "\(found); JPEG, PNG and WebP are")
    }

    /// The name of a well-known format that is not supported, by its signature.
    private static func nameOfUnsupported(_ bytes: UnsafeRawBufferPointer) -> String? {
        let signatures: [(String, Int, [UInt8])] = [
            ("GIF", 0, Array("GIF8".utf8)), ("BMP", 0, Array("BM".utf8)), ("TIFF", 0, [0x49, 0x49, 0x2A, 0x00]),
            ("TIFF", 0, [0x4D, 0x4D, 0x00, 0x2A]), ("AVIF", 4, Array("ftypavi".utf8)), ("HEIC", 4, Array("ftyphei".utf8)),
            ("HEIF", 4, Array("ftypmif1".utf8)), ("JPEG XL", 0, [0xFF, 0x0A]), ("JPEG XL", 4, Array("JXL ".utf8)),
            ("JPEG 2000", 4, Array("jP  ".utf8)), ("SVG", 0, Array("<svg".utf8)), ("PDF", 0, Array("%PDF".utf8)),
        ]
        return signatures.first { bytes.dropFirst($0.1).starts(with: $0.2) }?.0
    }
}
