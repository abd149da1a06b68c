import Foundation
import Synchronization

/// The lines that a running process writes to a pipe.
final class PipeLines: Sendable {
    private let pipe: Pipe
    private let unread = Mutex<ArraySlice<UInt8>>([])

    init(_ pipe: Pipe) { self.pipe = pipe }

    func close() throws { try pipe.fileHandleForReading.close() }

    /// The next lines, read on a thread that does not wait for other tests. Fewer if the output ends.
    func next(_ count: Int) async -> [String] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                let lines = unread.withLock { unread in
                    var lines: [String] = []
                    while lines.count < count {
                        if let end = unread.firstIndex(of: 10) {
                            lines.append(String(decoding: unread[..<end], as: UTF8.self))
                            unread = unread[(end + 1)...]
                        } else {
                            let part = pipe.fileHandleForReading.availableData
                            if part.isEmpty { break }
                            unread += part
                        }
                    }
                    return lines
                }
                continuation.resume(returning: lines)
            }
        }
    }
}
