internal import Synchronization

/// Memory of released pictures, for reuse: in fresh memory each page must first be allocated and cleared.
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

    /// Takes a buffer of this many bytes with any content.
    static func take(_ count: Int) -> [UInt8] {
        var buffer = state.withLock { state in
            state.buffers.firstIndex { $0.capacity >= count }.map { state.remove(at: $0) } ?? []
        }
        if buffer.count > count {
            buffer.removeLast(buffer.count - count)
        } else {
            // Appending an array is a single copy; other sequences are slow in unoptimized builds.
            buffer.append(contentsOf: [UInt8](repeating: 0, count: count - buffer.count))
        }
        return buffer
    }

    /// Returns a buffer for reuse. Nothing else may refer to it. Buffers beyond the limit are freed, the oldest first.
    static func giveBack(_ buffer: [UInt8]) {
        guard buffer.capacity <= mostBytes / 2 else { return }
        state.withLock { state in
            state.buffers.append(buffer)
            state.byteCount += buffer.capacity
            while state.byteCount > mostBytes { _ = state.remove(at: 0) }
        }
    }

    /// Frees all spare memory.
    package static func clear() {
        state.withLock { $0 = State() }
    }
}
