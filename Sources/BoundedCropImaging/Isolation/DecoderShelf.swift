internal import CLibrary
internal import Dispatch
internal import Synchronization

/// A helper, and the number of the picture whose bytes it has.
struct LoadedDecoder: Sendable {
    let process: DecoderProcess
    var picture: UInt64 = 0
}

/// The idle helpers, and the thread that reaps ended helpers and starts new ones.
final class DecoderShelf: Sendable {
    private struct State {
        var idle: [LoadedDecoder] = []
        var alive = 0
        var dead: [(process: DecoderProcess, failure: DecoderConnection.Failure)] = []
        var isClosed = false
    }

    private let settings: DecoderPool.Settings
    private let state = Mutex(State())
    /// Counts idle helpers.
    private let idle = DispatchSemaphore(value: 0)
    /// Counts ended helpers and the request to close.
    private let news = DispatchSemaphore(value: 0)

    init(_ settings: DecoderPool.Settings) {
        self.settings = settings
    }

    var aliveCount: Int { state.withLock { $0.alive } }
    var idleProcesses: [DecoderProcess] { state.withLock { $0.idle.map(\.process) } }

    // MARK: Taking helpers

    /// Takes an idle helper. Throws `decoderMissing` when there is none in time, `CancellationError` when the work is cancelled.
    func take(knowing picture: UInt64) throws -> LoadedDecoder {
        let limit = settings.waitLimit ?? settings.timeLimit
        let deadline = ContinuousClock.now + limit
        while true {
            while idle.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
                try Cancellation.checkCurrent()
                guard ContinuousClock.now < deadline else {
                    throw BoundedCropError(.decoderMissing, "no process for decoding pictures was free in \(limit)")
                }
            }
            let taken = state.withLock { state in
                let index = state.idle.lastIndex { $0.picture == picture } ?? state.idle.indices.last
                return index.map { state.idle.remove(at: $0) }
            }
            guard let taken else { continue }
            if taken.process.connection.isQuiet { return taken }
            // It ended, or sent something, while idle; no picture caused that.
            replace(taken, .ended)
        }
    }

    func giveBack(_ helper: LoadedDecoder) {
        state.withLock { $0.idle.append(helper) }
        idle.signal()
    }

    func replace(_ helper: LoadedDecoder, _ failure: DecoderConnection.Failure) {
        state.withLock { $0.dead.append((helper.process, failure)) }
        news.signal()
    }

    // MARK: Background thread

    /// Starts the helpers. Returns once the first is running; the others follow.
    func open() throws {
        let first = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        // Helpers end with the thread that started them, so that thread must stay alive.
        try Threads.start(niceness: settings.niceness) {
            do {
                try self.start()
                outcome.withLock { $0 = .success(()) }
                first.signal()
            } catch {
                outcome.withLock { $0 = .failure(error) }
                first.signal()
                return
            }
            for _ in 1..<max(1, self.settings.count) { self.startUntilItWorks() }
            self.replaceTheDead()
        }
        first.wait()
        try outcome.withLock { $0 }?.get()
    }

    /// Ends the helpers and the thread. No helper may be taken afterwards.
    func close() {
        state.withLock { $0.isClosed = true }
        news.signal()
    }

    private func replaceTheDead() {
        while true {
            news.wait()
            let (dead, isClosed) = state.withLock { ($0.dead.isEmpty ? nil : $0.dead.removeFirst(), $0.isClosed) }
            if let dead {
                let ending = Ending(status: dead.process.end(), dead.failure)
                state.withLock { $0.alive -= 1 }
                settings.onEvent(.ended(ending.reason, signal: ending.signal))
                if !isClosed { startUntilItWorks() }
            } else if isClosed {
                for helper in state.withLock({ $0.idle }) { _ = helper.process.end() }
                return
            }
        }
    }

    private func start() throws {
        let process = try DecoderProcess(settings)
        state.withLock { $0.alive += 1 }
        settings.onEvent(.started)
        giveBack(LoadedDecoder(process: process))
    }

    private func startUntilItWorks() {
        var pause: UInt32 = 10_000
        while !state.withLock({ $0.isClosed }) {
            do {
                return try start()
            } catch {
                settings.onEvent(.notStarted(error as? BoundedCropError ?? BoundedCropError(.decoderMissing, "\(error)")))
                usleep(pause)
                pause = min(pause * 2, 1_000_000)
            }
        }
    }
}

/// Why a helper ended, from its exit status and the failure noticed by the caller.
private struct Ending {
    let reason: DecoderPool.Reason
    let signal: Int32?

    init(status: Int32, _ failure: DecoderConnection.Failure) {
        // The same decoding as the WIFSIGNALED family of macros.
        let number = status & 0x7F
        signal = number == 0 ? nil : number
        reason =
            switch (failure, number) {
            case (.nonsense, _): .nonsense
            case (.overdue, _): .overdue
            case (.cancelled, _): .cancelled
            case (.ended, 0): .exit
            case (.ended, SIGSYS): .forbiddenCall
            case (.ended, SIGXCPU): .processorTime
            case (.ended, SIGKILL), (.ended, SIGTERM), (.ended, SIGINT), (.ended, SIGHUP): .killed
            case (.ended, _): .crash
            }
    }
}
