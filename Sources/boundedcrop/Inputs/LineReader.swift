import BoundedCrop
import CLibrary

/// Lines of standard input, of which only the next is in memory.
struct LineReader {
    enum Line: Sendable {
        case text([UInt8])
        /// Longer than the limit; its bytes were dropped.
        case tooLong(limit: Int)

        var byteCount: Int { if case .text(let bytes) = self { bytes.count } else { 0 } }
    }

    private static let newline = UInt8(ascii: "\n")
    private let limit: Int
    private var unread: ArraySlice<UInt8> = []

    init(limit: Int) { self.limit = limit }

    /// The next line, without its newline, which the last may lack; nil at the end.
    ///
    /// Throws what the closure throws, and `unreadableFile`.
    /// - Parameter mayRead: Called at least every 100 milliseconds while there is nothing to read.
    mutating func next(_ mayRead: () throws -> Void) throws -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if unread.isEmpty {
                unread = try Self.read(mayRead)[...]
                if unread.isEmpty { return line.isEmpty && !isTooLong ? nil : isTooLong ? .tooLong(limit: limit) : .text(line) }
            }
            let end = unread.firstIndex(of: Self.newline)
            let part = unread[..<(end ?? unread.endIndex)]
            if line.count + part.count > limit { (line, isTooLong) = ([], true) }
            if !isTooLong { line += part }
            unread = end.map { unread[($0 + 1)...] } ?? []
            if end != nil { return isTooLong ? .tooLong(limit: limit) : .text(line) }
        }
    }

    private static func read(_ mayRead: () throws -> Void) throws -> [UInt8] {
        while true {
            var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            repeat { try mayRead() } while poll(&state, 1, 100) <= 0
            var failed: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                let length = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                if length < 0 { failed = errno }
                count = max(0, length)
            }
            if failed == EINTR || failed == EAGAIN { continue }
            guard failed == 0 else {
                throw BoundedCropError(.unreadableFile, "standard input cannot be read: \(SystemError.text(failed))")
            }
            return part
        }
    }
}
