import CLibrary
import Dispatch
import Synchronization

/// Handles Ctrl-C and SIGTERM: pending work is dropped, files being written are finished or removed, and then the process ends.
enum Interrupt {
    /// Runs a body that is cancelled on SIGINT and SIGTERM, and then exits with 128 plus the signal's number, as shells expect.
    static func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // Without this, a closed standard output would end the process in the middle of a file.
        signal(SIGPIPE, SIG_IGN)
        let received = Atomic<Int32>(0)
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate {}
            return try await body()
        }
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // A second signal means not waiting for work that cannot be cancelled.
                if received.exchange(number, ordering: .acquiringAndReleasing) != 0 { _exit(128 + number) }
                task.cancel()
            }
            // Before the work begins: a signal before this ends the process, and one is never lost.
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
            sources.append(source)
        }
        opened.finish()
        let result = await task.result
        sources.forEach { $0.cancel() }
        let number = received.load(ordering: .acquiring)
        if number != 0 { throw ExitStatus.signal(number) }
        return try result.get()
    }
}
