internal import BoundedCrop
internal import NIOCore
internal import Synchronization

/// The bytes of an answer: in memory once, however many clients it is sent to.
final class AnswerBytes: Sendable {
    let buffer: ByteBuffer
    private let memory: AnswerMemory?

    /// - Parameter memory: counts the bytes for as long as anybody holds them; nil for what is small and soon gone.
    init(_ bytes: [UInt8], countedBy memory: AnswerMemory? = nil) {
        buffer = ByteBuffer(bytes: bytes)
        self.memory = memory
        memory?.add(bytes.count)
    }

    deinit { memory?.add(-count) }

    var count: Int { buffer.readableBytes }
    var bytes: ByteBufferView { buffer.readableBytesView }
}

/// Counts the bytes of all answers there are: in the cache, and on their way to clients that may read slowly.
final class AnswerMemory: Sendable {
    private let byteLimit: Int
    private let bytes = Atomic(0)

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Throws `queueFull` while there are more than may be: then nothing new is made.
    func check() throws {
        guard byteCount > byteLimit else { return }
        throw BoundedCropError(.queueFull, "too many answers wait for clients that read them slowly: try again in a moment")
    }

    fileprivate func add(_ byteCount: Int) { bytes.add(byteCount, ordering: .relaxed) }
}
