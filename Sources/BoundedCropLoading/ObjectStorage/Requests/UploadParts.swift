internal import NIOCore

/// The body of an upload in parts. Each one that is asked for is a sign that the one before it is on its way, however slow the network is.
struct UploadParts: AsyncSequence, Sendable {
    private static let partLength = 65_536
    let bytes: ByteBuffer
    let silence: Silence

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var rest: ByteBuffer
        fileprivate let silence: Silence

        mutating func next() async -> ByteBuffer? {
            silence.interrupt()
            guard rest.readableBytes > 0 else { return nil }
            return rest.readSlice(length: Swift.min(UploadParts.partLength, rest.readableBytes))
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes, silence: silence) }
}
