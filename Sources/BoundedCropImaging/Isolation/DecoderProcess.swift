internal import CSandbox
internal import Glibc

/// A helper as the service has it: a process, and the connection to it.
///
/// One thread at a time has it, the one that the pool gave it to.
final class DecoderProcess: Sendable {
    let connection: DecoderConnection
    let identifier: pid_t

    /// Starts a helper and waits until it is shut in. Throws `invalidArgument` with what is in the way.
    init(_ settings: DecoderPool.Settings) throws {
        do {
            let memory = try SharedMemory(length: settings.outputOffset + settings.outputCapacity)
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                throw SystemFailure("socket", errno)
            }
            var identifier = pid_t()
            let code = bc_helper_start(settings.program, DecoderHelper.argument, ends[1], memory.descriptor, &identifier)
            close(ends[1])
            connection = DecoderConnection(socket: ends[0], memory: memory)
            self.identifier = identifier
            guard code == 0 else { throw SystemFailure(settings.program, code) }
        } catch let failure as SystemFailure {
            throw BoundedCropError(.invalidArgument, "no process for decoding can be started: \(failure)", underlying: failure)
        }
        do {
            var request = bc_box_request()
            request.maximum_bytes = UInt64(settings.memoryBytes)
            let reply = try connection.call(request, until: .now + .seconds(30))
            if let error = reply.error { throw error }
        } catch {
            let status = end()
            let said = (error as? BoundedCropError)?.message ?? "\(error)"
            throw BoundedCropError(.invalidArgument, "\(settings.program) cannot decode in a sandbox: \(said) (status \(status))")
        }
    }

    /// Lets it use so much more of the processor.
    func allow(processorSeconds: Int) {
        // Where that fails, the time limit of calls is left.
        _ = bc_helper_allow_processor_time(identifier, UInt64(processorSeconds))
    }

    /// Ends it, if it has not ended by itself; the status as `waitpid` has it.
    func end() -> Int32 {
        // Nobody else waits for it, so that the number is still its own.
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
