internal import CLibrary
internal import CSandbox

/// A helper from the caller's side: a process and the connection to it.
///
/// Only the thread that received it from the pool uses it.
final class DecoderProcess: Sendable {
    let connection: DecoderConnection
    let identifier: pid_t

    /// Starts a helper and waits until it has entered the sandbox. Throws `invalidArgument` with the reason if that fails, or
    /// `missingLibrary`.
    init(_ settings: DecoderPool.Settings) throws {
        do {
            let memory = try SharedMemory(length: settings.outputOffset + settings.outputCapacity)
            var ends: [Int32] = [-1, -1]
            let failure = bc_socket_pair_create(&ends)
            guard failure == 0 else { throw SystemFailure("socket", failure) }
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
            request.is_for_drawings = settings.isForDrawings ? 1 : 0
            let reply = try connection.call(request, until: .now + .seconds(30))
            if let error = reply.error { throw error }
        } catch {
            let status = end()
            if let error = error as? BoundedCropError, error.code == .missingLibrary { throw error }
            let said = (error as? BoundedCropError)?.message ?? "\(error)"
            throw BoundedCropError(.invalidArgument, "\(settings.program) cannot decode in a sandbox: \(said) (status \(status))")
        }
    }

    /// Lets the process use this much more CPU time.
    func allow(processorSeconds: Int) {
        // If that fails, the time limit of calls still applies.
        _ = bc_helper_allow_processor_time(identifier, UInt64(processorSeconds))
    }

    /// Ends the process if it is still running. Returns the status as from `waitpid`.
    func end() -> Int32 {
        // Nothing else waits for this process, so its identifier is still valid.
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
