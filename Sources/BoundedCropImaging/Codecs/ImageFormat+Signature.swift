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
