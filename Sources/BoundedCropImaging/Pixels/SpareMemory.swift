internal import Synchronization

/// Memory of pictures that are done with, for the next ones: in fresh memory each page has to be found and cleared first.
package enum SpareMemory {
    private struct State {
        var buffers: [[UInt8]] = []
        var byteCount = 0

        mutating func remove(at index: Int) -> [UInt8] {
            let buffer = buffers.remove(at: index)
            byteCount -= buffer.capacity
            return buffer
        }
    }

    private static let state = Mutex(State())
    /// Enough for the overviews of two 12 MP photos on each of a few threads.
    private static let mostBytes = 32 << 20

    /// So many bytes, of any content.
    static func take(_ count: Int) -> [UInt8] {
        var buffer = state.withLock { state in
            state.buffers.firstIndex { $0.capacity >= count }.map { state.remove(at: $0) } ?? []
        }
        if buffer.count > count {
            buffer.removeLast(buffer.count - count)
        } else {
            // From an array, which is copied at once; other sequences take long without optimisation.
            buffer.append(contentsOf: [UInt8](repeating: 0, count: count - buffer.count))
        }
        return buffer
    }

    /// To be called where nothing else refers to the buffer. What would be too much is freed, the oldest first.
    static func giveBack(_ buffer: [UInt8]) {
        guard buffer.capacity <= mostBytes / 2 else { return }
        state.withLock { state in
            state.buffers.append(buffer)
            state.byteCount += buffer.capacity
            while state.byteCount > mostBytes { _ = state.remove(at: 0) }
        }
    }

    /// Frees all of it.
    package static func clear() {
        state.withLock { $0 = State() }
    }
}
