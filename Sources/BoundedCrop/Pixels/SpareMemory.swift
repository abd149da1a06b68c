internal import Synchronization

/// Memory of pictures that are done with, for the next ones: in fresh memory each page has to be found and cleared first.
enum SpareMemory {
    private static let buffers = Mutex<[[UInt8]]>([])
    private static let mostBuffers = 8
    private static let mostBytes = 16 << 20

    /// So many bytes, of any content.
    static func take(_ count: Int) -> [UInt8] {
        var buffer = buffers.withLock { buffers in
            buffers.firstIndex { $0.capacity >= count }.map { buffers.remove(at: $0) } ?? []
        }
        if buffer.count > count {
            buffer.removeLast(buffer.count - count)
        } else {
            buffer.append(contentsOf: repeatElement(0, count: count - buffer.count))
        }
        return buffer
    }

    /// To be called where nothing else refers to the buffer. What would be too much is freed.
    static func giveBack(_ buffer: [UInt8]) {
        guard buffer.capacity <= mostBytes else { return }
        buffers.withLock { buffers in
            if buffers.count == mostBuffers { buffers.removeFirst() }
            buffers.append(buffer)
        }
    }
}
