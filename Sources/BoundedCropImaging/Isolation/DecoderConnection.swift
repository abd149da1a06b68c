internal import CLibrary
internal import CSandbox

/// Calls to a helper: a request packet, a reply packet, and shared memory. Nothing that the helper sends is trusted.
final class DecoderConnection: Sendable {
    /// Why a helper can no longer be used.
    enum Failure: Error {
        /// It ended, or sent an invalid reply.
        case ended, nonsense
        /// It exceeded the time limit of a call, or the call was cancelled.
        case overdue, cancelled
    }

    private let socket: Int32
    let memory: SharedMemory

    /// Takes ownership of the socket.
    init(socket: Int32, memory: SharedMemory) {
        (self.socket, self.memory) = (socket, memory)
    }

    deinit { close(socket) }

    /// Whether the other end is open and has sent nothing unexpected.
    var isQuiet: Bool {
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 0
    }

    /// Sends a request and waits for the reply. Throws `Failure`; the helper may then still be writing to the memory.
    func call(_ request: bc_box_request, until deadline: ContinuousClock.Instant) throws(Failure) -> bc_box_reply {
        var request = request
        let length = MemoryLayout<bc_box_request>.size
        guard send(socket, &request, length, Int32(MSG_NOSIGNAL)) == length else { throw .ended }
        return try answer(until: deadline)
    }

    /// Waits for the next packet.
    func answer(until deadline: ContinuousClock.Instant) throws(Failure) -> bc_box_reply {
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while poll(&event, 1, Self.patience) <= 0 {
            do { try Cancellation.checkCurrent() } catch { throw .cancelled }
            guard ContinuousClock.now < deadline else { throw .overdue }
        }
        var reply = bc_box_reply()
        // With MSG_TRUNC, this returns the actual length of a packet that is too long.
        let count = recv(socket, &reply, MemoryLayout<bc_box_reply>.size, Int32(MSG_DONTWAIT | MSG_TRUNC))
        guard count > 0 else { throw .ended }
        guard count == MemoryLayout<bc_box_reply>.size, reply.version == BC_BOX_VERSION else { throw .nonsense }
        return reply
    }

    /// The maximum delay, in milliseconds, before cancellation is noticed.
    private static let patience: Int32 = 10
}
