internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A server that takes the commands of Redis and does what a test wants instead.
package final class FakeRedis: Sendable {
    /// What to do about a command.
    package enum Reaction: Sendable {
        /// Sends bytes, whether they are a reply or not.
        case sends(String)
        /// Sends bytes and closes the connection.
        case sendsAndCloses(String)
        case isSilent
        case closes
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let server: FakeRedis.Shared
        private var received = ByteBuffer()

        init(_ server: FakeRedis.Shared) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.writeImmutableBuffer(unwrapInboundIn(data))
            while let command = Self.command(&received) {
                let reaction = server.react(command)
                let channel = context.channel
                switch reaction {
                case .sends(let text): channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
                case .sendsAndCloses(let text):
                    channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in channel.close(promise: nil) }
                case .isSilent: break
                case .closes: channel.close(promise: nil)
                }
            }
        }

        /// A whole command, as the client of the tests sends it.
        private static func command(_ buffer: inout ByteBuffer) -> [String]? {
            var rest = buffer
            guard let count = number(&rest, after: "*") else { return nil }
            var words: [String] = []
            for _ in 0..<count {
                guard let length = number(&rest, after: "$"), let word = rest.readString(length: length), rest.readBytes(length: 2) != nil
                else { return nil }
                words.append(word)
            }
            buffer = rest
            return words
        }

        private static func number(_ buffer: inout ByteBuffer, after mark: Character) -> Int? {
            guard let end = buffer.readableBytesView.firstIndex(of: 10), let line = buffer.readString(length: end + 1 - buffer.readerIndex)
            else { return nil }
            return line.first == mark ? Int(line.dropFirst().filter(\.isNumber)) : nil
        }
    }

    fileprivate final class Shared: Sendable {
        let connections = Mutex(0)
        let commands = Mutex<[[String]]>([])
        let reaction: Mutex<@Sendable ([String]) -> Reaction>

        init(_ reaction: @escaping @Sendable ([String]) -> Reaction) { self.reaction = Mutex(reaction) }

        func react(_ command: [String]) -> Reaction {
            commands.withLock { $0.append(command) }
            return reaction.withLock { $0 }(command)
        }
    }

    package let port: Int
    private let channel: any Channel
    private let shared: Shared

    /// - Parameter reaction: What to do about each command, from its words. SELECT is answered as usual.
    package init(_ reaction: @escaping @Sendable (_ words: [String]) -> Reaction) async throws {
        let shared = Shared { $0.first == "SELECT" ? .sends("+OK\r\n") : reaction($0) }
        self.shared = shared
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                shared.connections.withLock { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(shared)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    /// The number of connections so far.
    package var connections: Int { shared.connections.withLock { $0 } }

    /// The commands so far.
    package var commands: [[String]] { shared.commands.withLock { $0 } }

    /// Does something else from now on, also for SELECT.
    package func react(_ reaction: @escaping @Sendable (_ words: [String]) -> Reaction) {
        shared.reaction.withLock { $0 = reaction }
    }
}
