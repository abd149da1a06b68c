internal import BoundedCrop
internal import NIOCore

/// A command on its way, with the promise of its reply. Whoever writes it fails the promise if it cannot be written.
struct RedisCall: Sendable {
    let command: ByteBuffer
    let reply: EventLoopPromise<RedisReply>
}

/// Sends commands one after the other without waiting, and gives each its reply: servers answer in the order of the commands.
///
/// A connection on which a reply is awaited and nothing arrives for too long is closed, and so is one that sends what nobody asked for.
final class RedisChannelHandler: ChannelDuplexHandler {
    typealias InboundIn = RedisReply
    typealias OutboundIn = RedisCall
    typealias OutboundOut = ByteBuffer

    /// How long a server may send nothing while a reply is awaited.
    private let silenceLimit: TimeAmount
    /// The maximum number of bytes of commands that are not yet answered; a larger one may be sent alone.
    private let byteLimit: Int
    private static let partLength = 256 * 1024
    private var awaited = CircularBuffer<RedisCall>()
    private var byteCount = 0
    private var lastSign = NIODeadline.uptimeNanoseconds(0)
    private var check: Scheduled<Void>?
    private var end: (any Error)?

    init(silenceLimit: TimeAmount, byteLimit: Int) {
        (self.silenceLimit, self.byteLimit) = (silenceLimit, byteLimit)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let call = unwrapOutboundIn(data)
        if let end {
            promise?.fail(end)
            return
        }
        let size = call.command.readableBytes
        guard awaited.isEmpty || size <= byteLimit - byteCount else {
            promise?.fail(BoundedCropError(.queueFull, "the server has not yet answered \(awaited.count) commands"))
            return
        }
        if awaited.isEmpty { lastSign = context.eventLoop.now }
        awaited.append(call)
        byteCount += size
        let (bound, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
        // A long command takes its time, in which the server has nothing to say.
        var rest = call.command
        while rest.readableBytes > Self.partLength, let part = rest.readSlice(length: Self.partLength) {
            context.write(wrapOutboundOut(part)).whenSuccess { bound.value.lastSign = loop.now }
        }
        let last = context.write(wrapOutboundOut(rest))
        last.whenSuccess { bound.value.lastSign = loop.now }
        last.cascade(to: promise)
        if check == nil { scheduleCheck(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let call = awaited.popFirst() else {
            return fail(context, RedisProtocolError("the server sent an unexpected answer"))
        }
        byteCount -= call.command.readableBytes
        call.reply.succeed(unwrapInboundIn(data))
    }

    /// Comes with every part of a reply.
    func channelReadComplete(context: ChannelHandlerContext) {
        lastSign = context.eventLoop.now
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(context, error) }

    func channelInactive(context: ChannelHandlerContext) {
        finish(BoundedCropError(.connectionFailed, "the server closed the connection"))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(BoundedCropError(.connectionFailed, "the connection is closed"))
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleTask(deadline: lastSign + silenceLimit) {
            let (handler, context) = bound.value
            handler.checkSilence(context)
        }
    }

    private func checkSilence(_ context: ChannelHandlerContext) {
        check = nil
        guard end == nil, !awaited.isEmpty else { return }
        guard context.eventLoop.now - lastSign >= silenceLimit else { return scheduleCheck(context) }
        let milliseconds = silenceLimit.nanoseconds / 1_000_000
        fail(context, BoundedCropError(.timeout, "the server sent nothing for \(milliseconds) ms while \(awaited.count) commands waited"))
    }

    private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
        finish(error)
        context.close(promise: nil)
    }

    private func finish(_ error: any Error) {
        guard end == nil else { return }
        end = error
        check?.cancel()
        for call in awaited { call.reply.fail(error) }
        awaited.removeAll()
    }
}
