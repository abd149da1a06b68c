internal import BoundedCropRuntime
internal import CImageCodecs
internal import CLibrary
internal import CSandbox

/// The code that runs in a helper process. It decodes what it is sent and has no other access to the system.
///
/// A program that serves pictures can be its own helper. At the very start of `main`, before any thread is started:
///
///     DecoderHelper.runIfAsked()
public enum DecoderHelper {
    /// The argument that makes a program a helper.
    package static let argument = "decoder-helper"

    /// If a service started this process as its helper, enters the sandbox, answers requests until the service ends, and does not return.
    /// Otherwise returns at once.
    public static func runIfAsked() {
        if CommandLine.arguments.dropFirst() == [argument] { run { _ in } }
    }

    /// Enters the sandbox and answers requests until the service that started this process ends.
    ///
    /// - Parameter willRead: Called inside the sandbox with each requested picture.
    package static func run(_ willRead: @escaping (ImageSource) -> Void) -> Never {
        do {
            let connection = HelperConnection(memory: try SharedMemory(descriptor: STDOUT_FILENO))
            guard let order = connection.receive() else { exit(EX_USAGE) }
            if order.is_for_drawings == 0 { warmUp() }
            connection.reply { _ in
                if order.is_for_drawings != 0 { try CCall.check(failure: .missingLibrary) { bc_svg_prepare($0) } }
                try enterSandbox(memory: order.maximum_bytes)
            }
            var desk = HelperDesk(memory: connection.memory.bytes, willRead: willRead)
            while let request = connection.receive() {
                connection.reply { try desk.answer(request, &$0) }
            }
            exit(EXIT_SUCCESS)
        } catch {
            exit(EX_USAGE)
        }
    }

    private static func enterSandbox(memory: UInt64) throws {
        var step: UnsafePointer<CChar>?
        let code = bc_sandbox_enter(memory, &step)
        guard code == 0 else { throw SystemFailure(step.map { String(cString: $0) } ?? "", code) }
    }

    /// One gray pixel, which is the number of entries: width, height, bits, compression, gray, place, rows, and length. TIFF is not
    /// written.
    private static let grayTIFF: [UInt8] = {
        let entries: [(tag: UInt8, value: UInt8)] = [(0, 1), (1, 1), (2, 8), (3, 1), (6, 1), (17, 8), (22, 1), (23, 1)]
        let directory = entries.flatMap { [$0.tag, 1, 3, 0, 1, 0, 0, 0, $0.value, 0, 0, 0] as [UInt8] }
        return Array("II*\0\u{8}\0\0\0".utf8) + [UInt8(entries.count), 0] + directory + [0, 0, 0, 0]
    }()

    /// Makes decoders do their one-time lookups and setup before the sandbox is entered.
    private static func warmUp() {
        tzset()
        let picture = PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (1, 2, 3, 255))
        for format in ImageFormat.allCases {
            // Those whose libraries are not installed are refused when they arrive.
            guard !format.isDrawn, format.support.isWritable else { continue }
            guard let bytes = try? picture.blocking.encoded(as: ImageEncoding(format)), let source = try? ImageSource(bytes: bytes) else {
                continue
            }
            _ = try? source.pixels(longSide: 4)
            _ = try? source.luma(longSide: 4)
        }
        // libtiff sorts a table for each file, and the C library asks for the machine's memory when it first sorts one of this length.
        _ = try? ImageSource(bytes: grayTIFF).pixels(longSide: 4)
        _ = XMLTree(Array("<a/>".utf8))
    }
}

/// The helper's end of the socket.
private struct HelperConnection {
    let memory: SharedMemory

    /// The next request; nil at the end.
    func receive() -> bc_box_request? {
        var request = bc_box_request()
        var count = 0
        repeat { count = read(STDIN_FILENO, &request, MemoryLayout<bc_box_request>.size) } while count < 0 && errno == EINTR
        return count == MemoryLayout<bc_box_request>.size ? request : nil
    }

    /// Sends the reply that the work fills in, or the error that it throws.
    func reply(_ work: (inout bc_box_reply) throws -> Void) {
        var reply = bc_box_reply()
        do {
            try work(&reply)
        } catch let error as BoundedCropError {
            // A helper has enough memory for any picture within the limits.
            let code = error.code == .outOfMemory ? BoundedCropError.Code.limitExceeded : error.code
            reply.set(code.rawValue, error.message)
        } catch {
            reply.set(BoundedCropError.Code.malformedImage.rawValue, "\(error)")
        }
        reply.version = UInt32(BC_BOX_VERSION)
        // If the other end is closed, the next read reports it.
        _ = write(STDIN_FILENO, &reply, MemoryLayout<bc_box_reply>.size)
    }
}

extension bc_box_reply {
    fileprivate mutating func set(_ code: String, _ message: String) {
        self = bc_box_reply()
        status = 1
        withUnsafeMutableBytes(of: &self.code) { $0.dropLast().copyText(code) }
        withUnsafeMutableBytes(of: &self.message) { $0.dropLast().copyText(message) }
    }
}

extension Slice where Base == UnsafeMutableRawBufferPointer {
    fileprivate func copyText(_ text: String) {
        UnsafeMutableRawBufferPointer(rebasing: self).copyBytes(from: text.utf8.prefix(count))
    }
}

/// A file to be read by helpers.
struct IsolatedFile {
    /// Identifies the file to helpers.
    let number: UInt64
    let bytes: FileBytes
    let options: DecodingOptions
}

/// Converts colors to sRGB in a helper, because that involves parsing a profile.
struct IsolatedColorTransform: ColorConverting {
    let source: ImageSource
    let isolation: Isolation

    func apply(to pixels: inout PixelBuffer) throws {
        try pixels.bytes.withUnsafeMutableBufferPointer { bytes in try isolation.ask(source) { try $0.convert($1, bytes) } }
    }
}
