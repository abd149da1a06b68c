internal import NIOCore

/// Reads replies from the bytes of a connection. It takes no more memory than has arrived, whatever lengths a server announces.
struct RedisReplyDecoder: ByteToMessageDecoder {
    typealias InboundOut = RedisReply

    private struct OpenList {
        var missing: Int
        var elements: [RedisReply] = []
    }

    private enum Item {
        case whole(RedisReply)
        case listBegins(count: Int)
    }

    /// The maximum number of bytes of one reply.
    let byteLimit: Int
    /// The lists that have begun, each in the one before.
    private var open: [OpenList] = []
    /// The bytes of the reply so far.
    private var byteCount = 0

    private static let longestLine = 4096
    private static let deepestList = 4

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let reply = try reply(from: &buffer) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(reply))
        return .continue
    }

    /// What is left when a connection ends is part of a reply, which nobody can use.
    mutating func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        while try decode(context: context, buffer: &buffer) == .continue {}
        buffer.clear()
        return .needMoreData
    }

    /// The next reply, or nil until more bytes arrive. Parts that are complete are taken from the buffer at once.
    mutating func reply(from buffer: inout ByteBuffer) throws -> RedisReply? {
        while true {
            let before = buffer.readableBytes
            guard let item = try item(from: &buffer) else { return nil }
            byteCount += before - buffer.readableBytes
            guard byteCount <= byteLimit else { throw Self.tooLarge(byteCount, byteLimit) }
            switch item {
            case .listBegins(let count) where count > 0:
                guard open.count < Self.deepestList else { throw RedisProtocolError("lists are nested too deeply") }
                open.append(OpenList(missing: count))
            case .listBegins:
                if let reply = closing(.list([])) { return reply }
            case .whole(let reply):
                if let reply = closing(reply) { return reply }
            }
        }
    }

    /// Adds an element to the innermost list. Returns the whole reply if it is complete.
    private mutating func closing(_ element: RedisReply) -> RedisReply? {
        var element = element
        while var list = open.popLast() {
            list.elements.append(element)
            list.missing -= 1
            guard list.missing == 0 else {
                open.append(list)
                return nil
            }
            element = .list(list.elements)
        }
        byteCount = 0
        return element
    }

    private func item(from buffer: inout ByteBuffer) throws -> Item? {
        var rest = buffer
        guard let line = try Self.line(from: &rest) else { return nil }
        let content = line.dropFirst()
        let item: Item
        switch line.first {
        case UInt8(ascii: "+"): item = .whole(.text(String(decoding: content, as: UTF8.self)))
        case UInt8(ascii: "-"): item = .whole(.failure(RedisFailure(description: Self.printable(content))))
        case UInt8(ascii: ":"): item = .whole(.number(try Self.number(content)))
        case UInt8(ascii: "*"):
            let count = try Self.number(content)
            // Every element has three bytes or more.
            guard count <= byteLimit / 3 else { throw Self.tooLarge(count, byteLimit) }
            guard count >= -1 else { throw RedisProtocolError("a list announces \(count) elements") }
            item = count < 0 ? .whole(.none) : .listBegins(count: count)
        case UInt8(ascii: "$"):
            let count = try Self.number(content)
            guard count <= byteLimit else { throw Self.tooLarge(count, byteLimit) }
            guard count >= -1 else { throw RedisProtocolError("a value announces \(count) bytes") }
            guard count >= 0 else {
                item = .whole(.none)
                break
            }
            guard rest.readableBytes >= count + 2 else { return nil }
            guard let bytes = rest.readBytes(length: count), rest.readBytes(length: 2) == [13, 10] else {
                throw RedisProtocolError("a value of \(count) bytes does not end where it should")
            }
            item = .whole(.bytes(bytes))
        default: throw RedisProtocolError("“\(Self.printable(line.prefix(40)))” is not a reply")
        }
        buffer = rest
        return item
    }

    /// The bytes up to the end of a line, or nil if it is not there yet.
    private static func line(from buffer: inout ByteBuffer) throws -> [UInt8]? {
        let seen = buffer.readableBytesView.prefix(longestLine)
        guard let end = seen.firstIndex(of: 10) else {
            guard seen.count < longestLine else { throw RedisProtocolError("a line has more than \(longestLine) bytes") }
            return nil
        }
        guard end > seen.startIndex, seen[end - 1] == 13 else { throw RedisProtocolError("a line does not end with CR and LF") }
        let line = Array(seen[..<(end - 1)])
        buffer.moveReaderIndex(forwardBy: end + 1 - seen.startIndex)
        return line
    }

    private static func number(_ text: ArraySlice<UInt8>) throws -> Int {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(String(decoding: text, as: UTF8.self))
        else { throw RedisProtocolError("“\(printable(text.prefix(40)))” is not a number") }
        return number
    }

    /// Text for messages: without control characters, and not too long.
    private static func printable(_ text: ArraySlice<UInt8>) -> String {
        let scalars = String(decoding: text.prefix(200), as: UTF8.self).unicodeScalars
        return String(scalars.map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) })
    }

    private static func tooLarge(_ count: Int, _ limit: Int) -> RedisProtocolError {
        RedisProtocolError("a reply of \(count) bytes exceeds the limit of \(limit)")
    }
}

/// A reply of a server, in version 2 of its protocol.
enum RedisReply: Hashable, Sendable {
    case text(String)
    case failure(RedisFailure)
    case number(Int)
    case bytes([UInt8])
    case list([RedisReply])
    case none
}

/// The server's refusal of a command, such as `OOM command not allowed when used memory > 'maxmemory'.`
struct RedisFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    /// The first word, which says what kind of refusal it is: `ERR`, `WRONGTYPE`, `NOAUTH`.
    var kind: Substring { description.prefix { $0 != " " } }
}

/// What a server sent is not its protocol, or more than it may send. Nothing after it can be understood.
struct RedisProtocolError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
