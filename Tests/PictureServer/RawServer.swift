package import FoundationEssentials
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A server that answers any request with given bytes, whether valid HTTP or not, and closes the connection.
package final class RawServer: Sendable {
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var answers: ArraySlice<[UInt8]>

        init(_ answers: [[UInt8]]) {
            self.answers = answers[...]
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let (channel, isLast) = (context.channel, answers.count < 2)
            channel.writeAndFlush(ByteBuffer(bytes: answers.popFirst() ?? [])).whenComplete { _ in
                if isLast { channel.close(promise: nil) }
            }
        }
    }

    package let port: Int
    private let channel: any Channel
    private let accepted: Counter

    private final class Counter: Sendable {
        let count = Mutex(0)
    }

    /// The number of connections so far.
    package var connections: Int { accepted.count.withLock { $0 } }

    package convenience init(answering bytes: [UInt8], address: String = "127.0.0.1") async throws {
        try await self.init(answeringInTurn: [bytes], address: address)
    }

    /// - Parameter answers: the answer to each successive connection; the last one repeats.
    package init(answeringInTurn answers: [[UInt8]], address: String = "127.0.0.1") async throws {
        let accepted = Counter()
        self.accepted = accepted
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                accepted.count.withLock { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(answers)) }
            }
            .bind(host: address, port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    package func url(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { preconditionFailure("\(path) is no path") }
        return url
    }
}
