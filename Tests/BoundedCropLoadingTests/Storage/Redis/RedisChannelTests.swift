import BoundedCrop
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite struct RedisChannelTests {
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(RedisReplyDecoder(byteLimit: 1000)),
            RedisChannelHandler(silenceLimit: .seconds(1), byteLimit: 100)
        )
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func send(_ command: RedisCommand) -> EventLoopFuture<RedisReply> {
        let promise = channel.eventLoop.makePromise(of: RedisReply.self)
        channel.writeAndFlush(RedisCall(command: command.buffer(channel.allocator), reply: promise)).cascadeFailure(to: promise)
        return promise.futureResult
    }

    private func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    @Test func `commands are sent as lists of strings, without waiting for replies`() throws {
        let replies = [send(RedisCommand("GET", "a")), send(RedisCommand("GET", "b"))]
        #expect(try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) } == "*2\r\n$3\r\nGET\r\n$1\r\na\r\n")
        #expect(try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) } == "*2\r\n$3\r\nGET\r\n$1\r\nb\r\n")
        try receive("+1\r\n+2\r\n")
        #expect(try replies.map { try $0.wait() } == [.text("1"), .text("2")])
    }

    @Test func `a server that is silent for too long loses its connection, and every command fails`() throws {
        let replies = [send(RedisCommand("GET", "a")), send(RedisCommand("GET", "b"))]
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(900))
        // A part of a reply is a sign of life.
        try receive("$5\r\nab")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(900))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(!channel.isActive)
        for reply in replies { expectError(.timeout, saying: "1000 ms") { _ = try reply.wait() } }
    }

    @Test func `a connection that nobody uses may be silent`() throws {
        let reply = send(RedisCommand("GET", "a"))
        try receive("+1\r\n")
        _ = try reply.wait()
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        let later = send(RedisCommand("GET", "b"))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(900))
        #expect(channel.isActive)
        try receive("+2\r\n")
        #expect(try later.wait() == .text("2"))
    }

    @Test func `commands that wait are bounded in bytes, but a large one may go alone`() throws {
        let large = send(RedisCommand("SET", String(repeating: "a", count: 200)))
        let further = send(RedisCommand("GET", "b"))
        expectError(.queueFull) { _ = try further.wait() }
        try receive("+OK\r\n")
        #expect(try large.wait() == .text("OK"))
        _ = send(RedisCommand("GET", "b"))
        #expect(channel.isActive)
        try channel.close().wait()
        channel.embeddedEventLoop.run()
    }

    @Test(arguments: ["+1\r\n+2\r\n", "+1\r\nnonsense\r\n", "$2000\r\n"])
    func `a server that sends what it should not loses its connection`(text: String) throws {
        let reply = send(RedisCommand("GET", "a"))
        try? receive(text)
        #expect(!channel.isActive)
        _ = try? reply.wait()
        let later = send(RedisCommand("GET", "b"))
        #expect(throws: (any Error).self) { try later.wait() }
    }

    @Test func `a connection that breaks off fails its commands`() throws {
        let reply = send(RedisCommand("GET", "a"))
        try receive("$5\r\nab")
        try channel.close().wait()
        channel.embeddedEventLoop.run()
        expectError(.connectionFailed) { _ = try reply.wait() }
    }
}
