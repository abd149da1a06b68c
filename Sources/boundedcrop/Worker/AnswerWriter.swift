import BoundedCrop
import Synchronization

/// Writes answers to standard output: in the order of the requests, or each when it is there.
final class AnswerWriter: Sendable {
    private struct State {
        var waiting: [Int: (line: [UInt8], written: @Sendable () -> Void)] = [:]
        var next = 0
        var failure: (any Error)?
    }

    private let isOrdered: Bool
    private let state = Mutex(State())

    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    /// Why nothing more can be written; nil if it can.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// Writes an answer once it is its turn, or drops it if writing has failed. Blocks while nobody reads.
    /// - Parameters:
    ///   - number: Counts the requests, from 0.
    ///   - written: Called when that is done.
    func write(_ line: [UInt8], number: Int, written: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.waiting[isOrdered ? number : state.next] = (line, written)
            while let answer = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                if state.failure == nil {
                    do { try StandardOutput.write(answer.line) } catch { state.failure = error }
                }
                answer.written()
            }
        }
    }
}
