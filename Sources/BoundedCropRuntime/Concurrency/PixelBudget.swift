internal import Dispatch
internal import Synchronization

/// How many pixels may be worked on at once, however many threads there are.
package final class PixelBudget: Sendable {
    private struct State {
        var free: Int
        /// Those that came first are first.
        var waiting: [(pixels: Int, turn: DispatchSemaphore)] = []
    }

    private let total: Int
    private let state: Mutex<State>

    package init(pixels: Int) {
        total = pixels
        state = Mutex(State(free: pixels))
    }

    /// Runs the body when so many pixels are free; the thread waits until then. A picture larger than the whole budget has it to itself.
    package func holding<Result>(_ pixels: Int, _ body: () throws -> Result) rethrows -> Result {
        let pixels = min(pixels, total)
        take(pixels)
        defer { giveBack(pixels) }
        return try body()
    }

    /// How many wait for their turn.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func take(_ pixels: Int) {
        let turn: DispatchSemaphore? = state.withLock { state in
            if state.waiting.isEmpty, state.free >= pixels {
                state.free -= pixels
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append((pixels, turn))
            return turn
        }
        turn?.wait()
    }

    private func giveBack(_ pixels: Int) {
        state.withLock { state in
            state.free += pixels
            while let next = state.waiting.first, next.pixels <= state.free {
                state.free -= next.pixels
                state.waiting.removeFirst()
                next.turn.signal()
            }
        }
    }
}
