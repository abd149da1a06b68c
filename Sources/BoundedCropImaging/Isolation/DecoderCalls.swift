internal import CLibrary
internal import CSandbox

/// Calls from one caller to one helper, with checks of the replies: sizes, lengths and numbers are compared with the request, and bytes are
/// copied out of the shared memory once before they are used.
final class DecoderCalls {
    /// The number of the picture whose bytes the helper has; 0 for none.
    private(set) var knownPicture: UInt64
    private let connection: DecoderConnection
    private let settings: DecoderPool.Settings
    private var deadline: ContinuousClock.Instant
    private let allowProcessorTime: () -> Void

    /// The number of bytes of the shared memory that stay allocated between calls, for files and again for results.
    private static let keptBytes = 16 << 20
    /// The maximum size of a file that a helper keeps for the next call.
    static let mostRemembered = 4 << 20
    static let mostFeatures = 10_000
    /// The number of bytes for features and their details.
    static let featureBytes = details(of: mostFeatures)

    /// Where the details of a feature are.
    static func details(of index: Int) -> Int {
        mostFeatures * MemoryLayout<bc_box_feature>.stride + index * MemoryLayout<bc_box_details>.stride
    }

    init(
        _ connection: DecoderConnection,
        knowing picture: UInt64 = 0,
        _ settings: DecoderPool.Settings,
        until deadline: ContinuousClock.Instant,
        allowingProcessorTime allowProcessorTime: @escaping () -> Void = {}
    ) {
        (self.connection, knownPicture, self.settings, self.deadline) = (connection, picture, settings, deadline)
        self.allowProcessorTime = allowProcessorTime
    }

    /// Gives the next call the time of a whole picture.
    func renewDeadline() {
        deadline = ContinuousClock.now + settings.timeLimit
        allowProcessorTime()
    }

    private var memory: SharedMemory { connection.memory }
    private var output: UnsafeMutableRawBufferPointer { .init(rebasing: memory.bytes[settings.outputOffset...]) }

    // MARK: Operations

    /// Reads the header, and whether there are a color profile and other metadata.
    func open(_ file: IsolatedFile, format: ImageFormat) throws -> (header: ImageHeader, hasProfile: Bool, hasTags: Bool) {
        let reply = try call(BC_BOX_OPEN, file, output: 0) { _ in }
        guard let header = ImageHeader(reply, format: format), (try? file.options.limits.check(header)) != nil else {
            throw DecoderConnection.Failure.nonsense
        }
        return (header, reply.has_profile != 0, reply.has_tags != 0)
    }

    /// Decodes cells to RGBA.
    func decode(_ file: IsolatedFile, _ cells: DecodedCells, to pixels: UnsafeMutablePointer<UInt8>) throws {
        _ = try call(BC_BOX_DECODE, file, output: cells.count * 4) { cells.set(&$0) }
        bc_copy_premultiplied(pixels, output.bytes, cells.count)
    }

    /// Decodes cells to luma.
    func decodeLuma(_ file: IsolatedFile, _ cells: DecodedCells, to luma: UnsafeMutablePointer<UInt8>) throws {
        _ = try call(BC_BOX_DECODE_LUMA, file, output: cells.count) { cells.set(&$0) }
        memcpy(luma, output.bytes, cells.count)
    }

    /// Converts pixels to sRGB with the file's profile, in as many parts as the shared memory requires.
    func convert(_ file: IsolatedFile, _ pixels: UnsafeMutableBufferPointer<UInt8>) throws {
        guard let start = pixels.baseAddress else { return }
        let most = settings.outputCapacity / 4
        for first in stride(from: 0, to: pixels.count / 4, by: most) {
            let count = min(most, pixels.count / 4 - first)
            memcpy(output.bytes, start + first * 4, count * 4)
            _ = try call(BC_BOX_CONVERT, file, output: count * 4) { $0.width = UInt32(count) }
            bc_copy_premultiplied(start + first * 4, output.bytes, count)
        }
    }

    /// The features in the metadata.
    func features(_ file: IsolatedFile, in size: PixelSize) throws -> [Feature] {
        let length = MemoryLayout<bc_box_feature>.stride
        let reply = try call(BC_BOX_FEATURES, file, output: Self.featureBytes) { _ in }
        guard let count = Int(exactly: reply.counts.0), count <= Self.mostFeatures else { throw DecoderConnection.Failure.nonsense }
        return try (0..<count).map { index in
            let found = output.loadUnaligned(fromByteOffset: index * length, as: bc_box_feature.self)
            let rectangle = Rect(x: found.x, y: found.y, width: found.width, height: found.height)
            // Turning a rectangle upright may shift it by a rounding error.
            let around = Rect(x: -1, y: -1, width: Double(size.width) + 2, height: Double(size.height) + 2)
            guard rectangle.isFinite, !rectangle.isEmpty, around.contains(rectangle) else { throw DecoderConnection.Failure.nonsense }
            let details = output.loadUnaligned(fromByteOffset: Self.details(of: index), as: bc_box_details.self)
            return Feature(rectangle, boxKind: found.is_face, details)
        }
    }

    /// The metadata of the file for a picture made from it.
    func metadata(
        _ file: IsolatedFile,
        for size: PixelSize,
        _ selection: MetadataSelection,
        showing rectangle: PixelRect?
    ) throws -> ImageMetadata {
        let reply = try call(BC_BOX_METADATA, file, output: settings.outputCapacity) {
            ($0.width, $0.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
            $0.metadata_extent = selection.extent.code
            ($0.keeps_place, $0.names_people) = (selection.keepsPlace ? 1 : 0, selection.namesPeople ? 1 : 0)
            $0.pixels_per_inch = UInt32(clamping: selection.pixelsPerInch ?? 0)
            $0.shown = (0, 0, 0, 0)
            if let rectangle {
                $0.shown = (
                    UInt32(clamping: rectangle.x), UInt32(clamping: rectangle.y), UInt32(clamping: rectangle.width),
                    UInt32(clamping: rectangle.height)
                )
            }
        }
        var start = 0
        let parts: [[UInt8]?] = try [reply.counts.0, reply.counts.1, reply.counts.2].map { length in
            guard let length = Int(exactly: length), length <= settings.outputCapacity - start else {
                throw DecoderConnection.Failure.nonsense
            }
            defer { start += length }
            return length == 0 ? nil : Array(output[start..<(start + length)])
        }
        return ImageMetadata(exif: parts[0], xmp: parts[1], iccProfile: parts[2])
    }

    // MARK: The call

    /// - Parameters:
    ///   - count: The maximum number of bytes that the helper may write.
    ///   - sendsFile: Whether the helper may need the file.
    func call(
        _ operation: Int,
        _ file: IsolatedFile,
        output count: Int,
        sendsFile: Bool = true,
        _ configure: (inout bc_box_request) -> Void
    ) throws -> bc_box_reply {
        guard file.bytes.count <= settings.outputOffset, count <= settings.outputCapacity else {
            throw BoundedCropError(
                .limitExceeded,
                "\(file.bytes.count) bytes, and \(count) to be made of them, exceed what can be decoded in a process of its own"
            )
        }
        var request = bc_box_request()
        request.operation = UInt32(operation)
        request.picture = file.number
        request.output = UInt64(settings.outputOffset)
        request.set(file.options)
        configure(&request)
        if sendsFile, knownPicture != file.number {
            file.bytes.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
            request.file_length = UInt64(file.bytes.count)
        }
        knownPicture = 0
        let reply = try connection.call(request, until: deadline)
        if let error = reply.error { throw error }
        if file.bytes.count <= Self.mostRemembered { knownPicture = file.number }
        return reply
    }

    /// Copies pixels that the helper wrote.
    func copyPixels(to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        bc_copy_premultiplied(pixels, output.bytes, count)
    }

    /// Frees memory that a large picture, or the helper on its own, has allocated.
    func tidy() {
        guard memory.takenBytes > 2 * Self.keptBytes else { return }
        memory.forget(Self.keptBytes..<settings.outputOffset)
        memory.forget((settings.outputOffset + Self.keptBytes)..<memory.bytes.count)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Shared memory is never empty.
    fileprivate var bytes: UnsafeMutablePointer<UInt8> { baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self) }
}

extension MetadataSelection.Extent {
    /// Its number in calls.
    var code: UInt8 {
        switch self {
        case .nothing: 0
        case .rights: 1
        case .everything: 2
        }
    }

    /// Nothing for a number that no service sends.
    init(code: UInt8) { self = Self.allCases.first { $0.code == code } ?? .nothing }
}
