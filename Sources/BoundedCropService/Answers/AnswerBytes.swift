internal import BoundedCrop
internal import NIOCore
internal import Synchronization

/// The bytes of an answer, held in memory once for all clients that receive it.
final class AnswerBytes: Sendable {
    let buffer: ByteBuffer
    private let memory: AnswerMemory?

    /// - Parameter memory: Counts the bytes as long as they are held; nil for small, short-lived answers.
    init(_ bytes: [UInt8], countedBy memory: AnswerMemory? = nil) {
        buffer = ByteBuffer(bytes: bytes)
        self.memory = memory
        memory?.add(bytes.count)
    }

    deinit { memory?.add(-count) }

    var count: Int { buffer.readableBytes }
    var bytes: ByteBufferView { buffer.readableBytesView }
}

/// Counts the bytes of all answers: cached ones, and those being sent to clients, which may read slowly.
final class AnswerMemory: Sendable {
    private let byteLimit: Int
    private let bytes = Atomic(0)

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Throws `queueFull` while the limit is exceeded, so that no new answers are made.
    func check() throws {
        guard byteCount > byteLimit else { return }
        throw BoundedCropError(.queueFull, "too many answers are waiting for slow clients: try again in a moment")
    }

    fileprivate func add(_ byteCount: Int) { bytes.add(byteCount, ordering: .relaxed) }
}
