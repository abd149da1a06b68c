internal import NIOCore

/// A command: its name and arguments, sent as a list of byte strings.
struct RedisCommand: Sendable {
    private let words: [[UInt8]]

    init(_ name: String, _ arguments: [UInt8]...) {
        words = [Array(name.utf8)] + arguments
    }

    init(_ name: String, _ arguments: String...) {
        words = [Array(name.utf8)] + arguments.map { Array($0.utf8) }
    }

    init(_ name: String, keys: [[UInt8]]) {
        words = [Array(name.utf8)] + keys
    }

    func buffer(_ allocator: ByteBufferAllocator) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: words.reduce(16) { $0 + $1.count + 16 })
        buffer.writeString("*\(words.count)\r\n")
        for word in words {
            buffer.writeString("$\(word.count)\r\n")
            buffer.writeBytes(word)
            buffer.writeString("\r\n")
        }
        return buffer
    }
}
