package import CCalls
internal import CImageCodecs

/// What is known of a file format, and the C functions that read it. Libraries of the rarer formats are opened by the first call, or the
/// call fails and names them. A new format is a file in this folder and a case of `ImageFormat`, and of `ImageEncoding` if it is written.
struct Codec: Sendable {
    typealias Failure = UnsafeMutablePointer<bc_error>
    typealias ReadHeader = @Sendable (bc_span, UnsafeMutablePointer<bc_image_header>, Failure) -> Int32
    typealias Decode = @Sendable (bc_span, bc_region, OpaquePointer?, UnsafeMutablePointer<UInt8>, Failure) -> Int32
    typealias ReadMetadata = @Sendable (UnsafeRawBufferPointer) -> ImageMetadata

    /// The usual name, such as `JPEG`.
    let title: String
    /// All file name extensions, without the dot; the usual one first.
    let fileExtensions: [String]
    /// The registered media type, where that is not `image/` and the format's name.
    var mediaType: String?
    /// The first bytes of its files, any of these.
    var signatures: [Signature] = []
    /// The brands by which its files are told from others that start with a `FileTypeBox`.
    var brands: Set<String> = []
    /// Whether a file that starts so is one of them, where that takes more than comparing bytes.
    var recognizes: @Sendable (bc_span) -> Bool = { _ in false }
    /// Whether pictures are drawn at any size, as sharp when they are larger than their own.
    var isDrawn = false
    /// Whether pictures can be transparent.
    var holdsAlpha = true
    /// Whether files can say how large their pictures are in print.
    var holdsDensity = true
    /// Nil for a format that needs none.
    var library: Library?
    /// The encoding that has these settings. That of a format that is only read writes another format in its place.
    let encoding: @Sendable (EncodingSettings) -> ImageEncoding
    let readHeader: ReadHeader
    let decode: Decode
    /// For formats whose files hold their picture in several sizes: the width of the smallest that has at least this width and the picture's
    /// shape. It is decoded where its pixels are cells of the picture.
    var findWidth: (@Sendable (bc_span, UInt32) -> UInt32)?
    /// Nil for a format without animations.
    var frames: Frames?
    /// Finds smaller pictures in a file that may show the same as its picture.
    var smallerPictures: @Sendable (bc_span) -> [(header: bc_image_header, decode: Decode)] = { _ in [] }
    let metadata: ReadMetadata

    /// The C functions that read the frames of a format.
    struct Frames: Sendable {
        typealias ReadInfo = @Sendable (bc_span, UInt32, UnsafeMutablePointer<bc_animation_info>, Failure) -> Int32
        typealias Open = @Sendable (bc_span, UInt32, OpaquePointer?, UnsafeMutablePointer<bc_animation_info>, Failure) -> OpaquePointer?
        typealias Next = @Sendable (OpaquePointer, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>, Failure) -> Int32
        typealias Close = @Sendable (OpaquePointer) -> Void

        /// Reads the numbers without allocating anything; nil where opening does no more than that.
        let readInfo: ReadInfo?
        let (open, next, close): (Open, Next, Close)

        init(_ readInfo: ReadInfo?, _ open: @escaping Open, _ next: @escaping Next, _ close: @escaping Close) {
            (self.readInfo, self.open, self.next, self.close) = (readInfo, open, next, close)
        }
    }

    /// Bytes at places of a file's start.
    struct Signature: Sendable {
        private let parts: [(offset: Int, bytes: [UInt8])]

        init(_ parts: (offset: Int, bytes: [UInt8])...) { self.parts = parts }

        func matches(_ start: [UInt8]) -> Bool { parts.allSatisfy { start.dropFirst($0.offset).starts(with: $0.bytes) } }
    }
}

/// What is known of an encoding: its limits and memory, and the C functions that write it.
struct EncodingCodec: Sendable {
    typealias Encode =
        @Sendable (UnsafePointer<UInt8>, UInt32, UInt32, bc_metadata, UnsafeMutablePointer<bc_bytes>, Codec.Failure) -> Int32

    let format: ImageFormat
    /// 1...100, and the same encoding with another one; nil for lossless encodings.
    var quality: (value: Int, replaced: @Sendable (Int) -> ImageEncoding)?
    /// How long a lossy encoding takes for a pixel, in units of 10 ns: measured with a photo of 9 megapixels.
    var effort = 0.0
    /// Throws `invalidArgument` for other settings out of range.
    var check: @Sendable () throws -> Void = {}
    /// An upper estimate of the memory for each pixel of a picture that may have alpha, and of this area.
    let bytesPerPixel: @Sendable (_ hasAlpha: Bool, _ area: Double) -> Double
    /// Writes premultiplied pixels of this width and height.
    let encode: Encode
    /// Nil for a format without animations.
    var frames: Frames?

    /// The C functions that write an animation. Times are in milliseconds.
    struct Frames: Sendable {
        /// An estimate of the memory that the file takes for each pixel of a frame, as the library builds it, and as it is returned. Noise
        /// takes up to 1.5 bytes, 4 at the highest qualities or without loss.
        let bytesPerPixel: Int
        /// Whether files say how often they are shown.
        var writesLoopCounts: @Sendable () -> Bool = { true }
        let create: @Sendable (UInt32, UInt32, _ count: UInt32, _ hasAlpha: Bool, bc_metadata, Codec.Failure) -> OpaquePointer?
        let add: @Sendable (OpaquePointer, UnsafePointer<UInt8>, _ shown: Range<Int32>, bc_metadata, Codec.Failure) -> Int32
        let finish: @Sendable (OpaquePointer, _ end: Int32, bc_metadata, UnsafeMutablePointer<bc_bytes>, Codec.Failure) -> Int32
        /// Changes the file when it is complete.
        var amend: @Sendable (inout [UInt8]) -> Void = { _ in }
        let destroy: @Sendable (OpaquePointer) -> Void

        /// The memory for each pixel at a quality.
        static func bytesPerPixel(quality: Int) -> Int { quality > 95 ? 8 : 3 }
    }

    static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws {
        guard range.contains(value) else {
            throw BoundedCropError(.invalidArgument, "the \(name) \(value) is not in \(range.lowerBound)...\(range.upperBound)")
        }
    }
}

extension Codec {
    typealias Copy = @Sendable (bc_span) -> bc_bytes

    /// Reads the metadata that C functions copy from a file.
    static func copied(exif: Copy? = nil, xmp: Copy? = nil, iptc: Copy? = nil, iccProfile: Copy?) -> ReadMetadata {
        { file in
            func bytes(_ copy: Copy?, atMost most: Int = ImageMetadata.mostTagBytes) -> [UInt8]? {
                guard let copied = copy?(bc_span(file)) else { return nil }
                defer { bc_bytes_free(copied) }
                guard let start = copied.bytes, (1...most).contains(copied.length) else { return nil }
                return Array(UnsafeBufferPointer(start: start, count: copied.length))
            }
            let profile = bytes(iccProfile, atMost: ImageMetadata.mostProfileBytes)
            return ImageMetadata(exif: bytes(exif), xmp: bytes(xmp), iptc: bytes(iptc), iccProfile: profile)
        }
    }
}

extension ImageMetadata {
    func withSpans<Result>(_ body: (bc_metadata) -> Result) -> Result {
        (iccProfile ?? []).withUnsafeBytes { icc in
            (exif ?? []).withUnsafeBytes { exif in
                (xmp ?? []).withUnsafeBytes { xmp in
                    body(
                        bc_metadata(
                            icc_profile: bc_span(icc),
                            exif: bc_span(exif),
                            xmp: bc_span(xmp),
                            pixels_per_inch: UInt32(clamping: pixelsPerInch ?? 0)
                        )
                    )
                }
            }
        }
    }
}

/// A library that pictures are read with.
package struct Library: Sendable {
    package typealias ReadVersion = @Sendable (UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<bc_error>) -> Int32

    package let name: String
    /// Whether it is in every process from its start. Others are opened when a file needs them, as they are when asked for the version.
    let isLinked: Bool
    private let readVersion: ReadVersion

    package init(_ name: String, isLinked: Bool, _ readVersion: @escaping ReadVersion) {
        (self.name, self.isLinked, self.readVersion) = (name, isLinked, readVersion)
    }

    /// Throws `missingLibrary` with the package to install.
    package var version: String { get throws { try CCall.text(failure: .missingLibrary, readVersion) } }

    /// The libraries of pictures that are in every process from its start.
    package static var linked: [Library] {
        let others = [("Little CMS", bc_color_version), ("expat", bc_xml_version)].map { Library($0, isLinked: true, $1) }
        return ImageFormat.allCases.compactMap(\.codec.library).filter(\.isLinked) + others
    }
}
