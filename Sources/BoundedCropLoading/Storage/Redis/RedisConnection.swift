internal import BoundedCrop
internal import NIOCore
internal import NIOPosix

/// A connection to a server, logged in, with its database selected. Any number of tasks may use it at once.
final class RedisConnection: Sendable {
    private let channel: any Channel

    private init(_ channel: any Channel) {
        self.channel = channel
    }

    deinit { channel.close(promise: nil) }

    /// Connects and logs in.
    ///
    /// Throws `connectionFailed`, `timeout`, ``RedisFailure`` for a refused password or database, and ``RedisProtocolError``.
    static func connect(to address: RedisAddress, timeout: Duration, replyLimit: Int, commandLimit: Int) async throws -> RedisConnection {
        let timeLimit = TimeAmount(timeout)
        let connecting = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(timeLimit)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(RedisReplyDecoder(byteLimit: replyLimit)),
                        RedisChannelHandler(silenceLimit: timeLimit, byteLimit: commandLimit)
                    )
                }
            }
            .connect(host: address.host, port: address.port)
        let connection: RedisConnection
        do {
            connection = RedisConnection(try await connecting.get())
        } catch {
            let code: BoundedCropError.Code = ConnectionWords.isTimeout(error) ? .timeout : .connectionFailed
            throw BoundedCropError(code, "\(address) cannot be reached: \(ConnectionWords.text(error))", underlying: error)
        }
        if let password = address.password {
            let login = address.user.map { RedisCommand("AUTH", $0, password) } ?? RedisCommand("AUTH", password)
            do {
                try await connection.demand(login)
            } catch let failure as RedisFailure {
                // Servers repeat commands that they do not know, with the password.
                throw RedisFailure(description: "\(failure.kind.prefix(40)): the server refused the login")
            }
        }
        // Also of the first one, so that a connection is known to work.
        try await connection.demand(RedisCommand("SELECT", String(address.database)))
        return connection
    }

    var isOpen: Bool { channel.isActive }

    /// Sends a command and returns its reply. A cancelled caller does not wait for it.
    ///
    /// Throws the server's refusal as a ``RedisFailure``, and what ends the connection.
    func send(_ command: RedisCommand) async throws -> RedisReply {
        let reply = try await abandonable { [channel] in
            let promise = channel.eventLoop.makePromise(of: RedisReply.self)
            channel.writeAndFlush(RedisCall(command: command.buffer(channel.allocator), reply: promise)).cascadeFailure(to: promise)
            return try await promise.futureResult.get()
        }
        if case .failure(let failure) = reply {
            // Another server may have taken its place. The next command, which may follow at once, is for that one. Closing what is closed
            // already is an error that means nothing here.
            if Self.endings.contains(String(failure.kind)) { try? await channel.close() }
            throw failure
        }
        return reply
    }

    /// Refusals of a server that is no longer the one to ask.
    private static let endings: Set = ["READONLY", "MASTERDOWN"]

    /// Sends a command whose only good reply is OK.
    func demand(_ command: RedisCommand) async throws {
        let reply = try await send(command)
        guard reply == .text("OK") else { throw RedisProtocolError("a reply other than OK: \(reply)".prefix(200).description) }
    }
}

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
