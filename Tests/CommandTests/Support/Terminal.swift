import Foundation
import Glibc

/// A terminal without a screen: what a process writes to its end is read at the other.
final class Terminal: Sendable {
    private let screen: Int32
    /// The end that a process has for its stream.
    let line: FileHandle

    // From <asm-generic/ioctls.h>; Swift sees neither these macros nor posix_openpt.
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

    struct Failure: Error {
        let code: Int32
    }

    /// All that is written until the process has ended and with it the line's last holder. Call when the process runs.
    func transcript() async throws -> String {
        try line.close()
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [screen] in
                var bytes: [UInt8] = []
                var part = [UInt8](repeating: 0, count: 4096)
                // A terminal whose line is closed ends with an error, not with an end of file.
                while case let count = read(screen, &part, part.count), count > 0 { bytes += part[..<count] }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
