internal import CSandbox
internal import Glibc

/// The inside of a helper process. It reads what it is asked to read, knows nothing else, and can do nothing else.
///
/// A program that serves pictures can be its own helper: at the very start of `main`, before any thread is started,
///
///     if CommandLine.arguments.dropFirst() == [DecoderHelper.argument] { DecoderHelper.run() }
public enum DecoderHelper {
    /// The argument that a program is started with to be a helper.
    public static let argument = "decoder-helper"

    /// Shuts the process in and answers, until the service that started it is gone.
    public static func run() -> Never { run { _ in } }

    /// - Parameter willRead: shown each picture that is asked for, inside.
    package static func run(_ willRead: @escaping (ImageSource) -> Void) -> Never {
        do {
            let connection = HelperConnection(memory: try SharedMemory(descriptor: STDOUT_FILENO))
            guard let order = connection.receive() else { exit(EX_USAGE) }
            warmUp()
            connection.reply { _ in try enterSandbox(memory: order.maximum_bytes) }
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

    /// What decoders look up or set up once, while they still can.
    private static func warmUp() {
        tzset()
        let picture = PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (1, 2, 3, 255))
        for format in ImageFormat.allCases {
            guard let bytes = try? picture.blocking.encoded(as: ImageEncoding(format)), let source = try? ImageSource(bytes: bytes) else {
                continue
            }
            _ = try? source.pixels(longSide: 4)
            _ = try? source.luma(longSide: 4)
        }
        _ = XMLTree(Array("<a/>".utf8))
    }
}

/// The helper's end of the socket.
private struct HelperConnection {
    let memory: SharedMemory

    /// Nil when nothing more will come.
    func receive() -> bc_box_request? {
        var request = bc_box_request()
        var count = 0
        repeat { count = read(STDIN_FILENO, &request, MemoryLayout<bc_box_request>.size) } while count < 0 && errno == EINTR
        return count == MemoryLayout<bc_box_request>.size ? request : nil
    }

    /// Says what the work fills in, or what it throws.
    func reply(_ work: (inout bc_box_reply) throws -> Void) {
        var reply = bc_box_reply()
        do {
            try work(&reply)
        } catch let error as BoundedCropError {
            // A helper has as much memory as any picture within the limits needs.
            let code = error.code == .outOfMemory ? BoundedCropError.Code.limitExceeded : error.code
            reply.set(code.rawValue, error.message)
        } catch {
            reply.set(BoundedCropError.Code.malformedImage.rawValue, "\(error)")
        }
        reply.version = UInt32(BC_BOX_VERSION)
        // Where nobody listens any more, the next read says so.
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
