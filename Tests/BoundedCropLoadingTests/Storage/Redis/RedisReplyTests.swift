import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite struct RedisReplyTests {
    private static let replies: [(String, RedisReply)] = [
        ("+OK\r\n", .text("OK")), ("-ERR no\r\n", .failure(RedisFailure(description: "ERR no"))), (":-12\r\n", .number(-12)),
        ("$3\r\na\r\n\r\n", .bytes([97, 13, 10])), ("$0\r\n\r\n", .bytes([])), ("$-1\r\n", .none), ("*-1\r\n", .none),
        ("*0\r\n", .list([])),
        ("*2\r\n$1\r\n0\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n", .list([.bytes([48]), .list([.bytes([97]), .bytes([98])])])),
        ("*1\r\n*0\r\n", .list([.list([])])),
    ]

    @Test(arguments: replies) func `replies are read, however their bytes arrive`(text: String, reply: RedisReply) throws {
        var whole = ByteBuffer(string: text + "+next\r\n")
        var decoder = RedisReplyDecoder(byteLimit: 1000)
        #expect(try decoder.reply(from: &whole) == reply)
        #expect(try decoder.reply(from: &whole) == .text("next"))

        var pieces = ByteBuffer()
        var found: [RedisReply] = []
        for byte in text.utf8 {
            pieces.writeInteger(byte)
            if let reply = try decoder.reply(from: &pieces) { found.append(reply) }
        }
        #expect(found == [reply] && pieces.readableBytes == 0)
    }

    @Test(arguments: [
        "?\r\n", "\r\n", "OK\r\n", ":\r\n", ":x\r\n", ":+1\r\n", ":99999999999999999999\r\n", "$-2\r\n", "*-2\r\n", "$1\r\nabc",
        "+OK\n",
        "$1001\r\n", "$9223372036854775807\r\n", "*400\r\n", "*9223372036854775807\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
        "$3.5\r\n", "%1\r\n", ">1\r\n", "+" + String(repeating: "a", count: 5000),
        "*3\r\n$500\r\n" + String(repeating: "a", count: 500)
            + "\r\n$600\r\n" + String(repeating: "a", count: 600) + "\r\n",
    ])
    func `what is no reply, or too much of one, is an error before it takes memory`(text: String) {
        var decoder = RedisReplyDecoder(byteLimit: 1000)
        var buffer = ByteBuffer(string: text)
        #expect(throws: RedisProtocolError.self) { try decoder.reply(from: &buffer) }
    }

    @Test func `refusals are shown without control characters`() throws {
        var decoder = RedisReplyDecoder(byteLimit: 1000)
        var buffer = ByteBuffer(string: "-ERR \u{1B}[31mred\u{7F}\r\n")
        guard case .failure(let failure) = try decoder.reply(from: &buffer) else { throw RedisProtocolError("no failure") }
        #expect(failure.description == "ERR ?[31mred?" && failure.kind == "ERR")
    }

    /// Bytes that begin like replies reach more of the code than any bytes.
    @Test func `random bytes are read or refused`() {
        var random = SeededGenerator(seed: 19)
        let parts = ["+", "-", ":", "$", "*", "\r\n", "\r", "\n", "0", "1", "3", "-1", "99999999", "a", "\u{0}"].map { Array($0.utf8) }
        for _ in 0..<20_000 {
            var decoder = RedisReplyDecoder(byteLimit: 200)
            var buffer = ByteBuffer()
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                if let part = parts.randomElement(using: &random) { buffer.writeBytes(part) }
            }
            while let reply = try? decoder.reply(from: &buffer) { _ = reply }
            #expect(buffer.readerIndex <= buffer.writerIndex)
        }
    }
}
