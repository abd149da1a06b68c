internal import CSandbox
internal import Glibc

/// Calls to a helper: a packet there and a packet back, and the memory that both see. Nothing that comes back is believed.
final class DecoderConnection: Sendable {
    /// Why a helper is of no use any more.
    enum Failure: Error {
        /// It has gone, or sent nothing that is an answer.
        case ended, nonsense
        /// It took longer than a call may, or than anybody wanted to wait.
        case overdue, cancelled
    }

    private let socket: Int32
    let memory: SharedMemory

    /// Owns the socket from now on.
    init(socket: Int32, memory: SharedMemory) {
        (self.socket, self.memory) = (socket, memory)
    }

    deinit { close(socket) }

    /// Whether nothing has come that was not asked for, and the other end is there.
    var isQuiet: Bool {
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 0
    }

    /// Asks, and waits for the answer. Throws `Failure`; the helper may then still be writing into the memory.
    func call(_ request: bc_box_request, until deadline: ContinuousClock.Instant) throws(Failure) -> bc_box_reply {
        var request = request
        let length = MemoryLayout<bc_box_request>.size
        guard send(socket, &request, length, Int32(MSG_NOSIGNAL)) == length else { throw .ended }
        return try answer(until: deadline)
    }

    /// The next packet.
    func answer(until deadline: ContinuousClock.Instant) throws(Failure) -> bc_box_reply {
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while poll(&event, 1, Self.patience) <= 0 {
            do { try Cancellation.checkCurrent() } catch { throw .cancelled }
            guard ContinuousClock.now < deadline else { throw .overdue }
        }
        var reply = bc_box_reply()
        // With MSG_TRUNC, the length of a packet that is too long.
        let count = recv(socket, &reply, MemoryLayout<bc_box_reply>.size, Int32(MSG_DONTWAIT | MSG_TRUNC))
        guard count > 0 else { throw .ended }
        guard count == MemoryLayout<bc_box_reply>.size, reply.version == BC_BOX_VERSION else { throw .nonsense }
        return reply
    }

    /// In milliseconds: how long cancellation may go unnoticed.
    private static let patience: Int32 = 10
}
