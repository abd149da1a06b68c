import CLibrary
import Foundation
import Synchronization

/// A pseudoterminal: the test reads at one end what a process writes to the other.
final class Terminal: Sendable {
    private let screen: Int32
    /// The end that a process uses for its stream.
    let line: FileHandle
    private let unread = Mutex<[UInt8]>([])

    // From <asm-generic/ioctls.h>; Swift imports neither these macros nor posix_openpt.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init() throws {
        screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (CInt, CUnsignedInt) = (0, 0)
        guard screen >= 0, ioctl(screen, Self.setLock, &lock) == 0, ioctl(screen, Self.getNumber, &number) == 0 else {
            throw Failure(code: errno)
        }
        let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        line = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { close(screen) }

    /// Resizes the terminal. The process in it must be signaled separately.
    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
    }

    /// Types keys.
    func type(_ keys: String) {
        _ = Array(keys.utf8).withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
    }

    /// Reads the output up to and including one of the texts, or less if the terminal is closed first. Later output is read next time.
    func read(until texts: String...) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes = unread.withLock { $0 }
                var part = [UInt8](repeating: 0, count: 4096)
                var end = Self.end(of: texts, in: bytes)
                while end == nil, case let count = CLibrary.read(screen, &part, part.count), count > 0 {
                    bytes += part[..<count]
                    end = Self.end(of: texts, in: bytes)
                }
                let seen = bytes[..<(end ?? bytes.count)]
                unread.withLock { $0 = Array(bytes[seen.count...]) }
                continuation.resume(returning: String(decoding: seen, as: UTF8.self))
            }
        }
    }

    /// The end of the text that comes first.
    private static func end(of texts: [String], in bytes: [UInt8]) -> Int? {
        texts.compactMap { Data(bytes).range(of: Data($0.utf8))?.upperBound }.min()
    }

    struct Failure: Error {
        let code: Int32
    }

    /// All output until the process has ended and the last holder has closed the terminal. Call it while the process runs.
    func transcript() async throws -> String {
        try line.close()
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [screen] in
                var bytes: [UInt8] = []
                var part = [UInt8](repeating: 0, count: 4096)
                // Reading a closed terminal ends with an error rather than an end of file.
                while case let count = CLibrary.read(screen, &part, part.count), count > 0 { bytes += part[..<count] }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
