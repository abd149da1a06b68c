internal import BoundedCrop
internal import NIOCore
internal import Synchronization

/// The bytes of an answer, held in memory once for all clients that receive it.
final class AnswerBytes: Sendable {
    let buffer: ByteBuffer
    /// The bytes that these are a part of; nil if these are all.
    let whole: AnswerBytes?
    private let memory: AnswerMemory?
    private let digests = Mutex<[DigestAlgorithm: [UInt8]]>([:])

    /// - Parameter memory: Counts the bytes as long as they are held; nil for small, short-lived answers.
    init(_ bytes: [UInt8], countedBy memory: AnswerMemory? = nil) {
        buffer = ByteBuffer(bytes: bytes)
        whole = nil
        self.memory = memory
        memory?.add(bytes.count)
    }

    /// The same bytes, counted as long as they are held.
    func counted(by memory: AnswerMemory) -> AnswerBytes { AnswerBytes(buffer, countedBy: memory) }

    private init(_ buffer: ByteBuffer, countedBy memory: AnswerMemory) {
        (self.buffer, whole, self.memory) = (buffer, nil, memory)
        memory.add(buffer.readableBytes)
    }

    private init(_ range: Range<Int>, of whole: AnswerBytes) {
        buffer = whole.buffer.getSlice(at: whole.buffer.readerIndex + range.lowerBound, length: range.count) ?? ByteBuffer()
        (self.whole, memory) = (whole, nil)
    }

    deinit { memory?.add(-count) }

    /// A part of the bytes, in the same memory.
    ///
    /// - Precondition: The range lies within `0..<count`.
    func part(_ range: Range<Int>) -> AnswerBytes { AnswerBytes(range, of: self) }

    /// The digest of the bytes, computed once, however many clients ask for it.
    func digest(_ algorithm: DigestAlgorithm) -> [UInt8] {
        if let known = digests.withLock({ $0[algorithm] }) { return known }
        let digest = buffer.withUnsafeReadableBytes(algorithm.digest)
        digests.withLock { $0[algorithm] = digest }
        return digest
    }

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
