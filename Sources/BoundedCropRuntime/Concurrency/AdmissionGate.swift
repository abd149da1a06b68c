internal import Synchronization

/// Decides who may enter an `AdmissionGate`. Its state is changed only under the gate's lock.
package protocol AdmissionRule: Sendable {
    /// What an entrant needs, such as a number of bytes or a connection to a host.
    associatedtype Need: Sendable

    /// Takes what is needed. Returns false and takes nothing if there is not enough at the moment.
    mutating func enter(_ need: Need) -> Bool
    /// Returns what `enter` took.
    mutating func leave(_ need: Need)
    /// Whether a newcomer may enter while others are waiting, even if one of them is next.
    var letsNewcomersPass: Bool { get }
    /// Returns the index of the waiter to admit next, or nil if none can be admitted now. Waiters are in order of arrival, the newest last.
    func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Need, Waiting.Index == Int
}

extension AdmissionRule {
    /// False, as otherwise small needs could overtake a large one forever.
    package var letsNewcomersPass: Bool { false }

    package func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int?
    where Waiting.Element == Need, Waiting.Index == Int {
        waiting.indices.first
    }
}

/// Admits work according to a rule. Work that may not enter yet waits without blocking a thread, and leaves the queue when its task is
/// cancelled.
package final class AdmissionGate<Rule: AdmissionRule>: Sendable {
    private struct Waiter {
        let id: UInt64
        let need: Rule.Need
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var rule: Rule
        /// In order of arrival.
        var waiting: [Waiter] = []
        var lastID: UInt64 = 0

        /// Removes from the queue the waiters that may enter now, and returns them.
        mutating func admit() -> [Waiter] {
            var admitted: [Waiter] = []
            while let index = rule.next(among: waiting.lazy.map(\.need)), rule.enter(waiting[index].need) {
                admitted.append(waiting.remove(at: index))
            }
            return admitted
        }
    }

    private let state: Mutex<State>

    package init(_ rule: Rule) {
        state = Mutex(State(rule: rule))
    }

    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Reads the rule.
    package func read<Result>(_ body: (Rule) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0.rule) }
    }

    /// Changes who is next among the waiters. The change must not allow anyone to enter.
    package func reorder<Result>(_ body: (inout Rule) -> Result) -> Result {
        state.withLock { body(&$0.rule) }
    }

    /// Changes the rule and admits the waiters that may now enter.
    package func change<Result>(_ body: (inout Rule) -> Result) -> Result {
        let (result, admitted) = state.withLock { state in (body(&state.rule), state.admit()) }
        for waiter in admitted { waiter.continuation.resume() }
        return result
    }

    /// Changes the rule, and admits waiters only if the body says that some may now enter: to find them takes a look at all waiters.
    package func adjust<Result>(_ body: (inout Rule) -> (result: Result, opens: Bool)) -> Result {
        let (result, admitted) = state.withLock { state in
            let (result, opens) = body(&state.rule)
            return (result, opens ? state.admit() : [])
        }
        for waiter in admitted { waiter.continuation.resume() }
        return result
    }

    /// Runs a body once admitted. Throws what the body throws, and `CancellationError` when cancelled while waiting.
    package func run<Result>(_ need: Rule.Need, _ body: () async throws -> Result) async throws -> Result {
        try await enter(need)
        defer { change { $0.leave(need) } }
        return try await body()
    }

    /// Waits until admitted; `change` must then call the rule's `leave`. Throws `CancellationError` when cancelled while waiting.
    package func enter(_ need: Rule.Need) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (answer, admitted): (Result<Void, any Error>?, [Waiter]) = state.withLock { state in
                    // Cancelled before it was queued: the cancellation handler has already run and would not find it.
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    // None of the waiters may enter now: those that could were admitted by the last change.
                    if state.waiting.isEmpty || state.rule.letsNewcomersPass, state.rule.enter(need) {
                        // Those that had to enter after this one may be next.
                        return (.success(()), state.admit())
                    }
                    state.waiting.append(Waiter(id: id, need: need, continuation: continuation))
                    // It may be next itself.
                    return (nil, state.rule.letsNewcomersPass ? [] : state.admit())
                }
                if let answer { continuation.resume(with: answer) }
                for waiter in admitted { waiter.continuation.resume() }
            }
        } onCancel: {
            let (left, admitted) = state.withLock { state in
                let left = state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
                // The waiters behind it may be next, unless they did not have to wait for it.
                return (left, state.rule.letsNewcomersPass ? [] : state.admit())
            }
            left?.continuation.resume(throwing: CancellationError())
            for waiter in admitted { waiter.continuation.resume() }
        }
    }
}

/// Limits the total weight of concurrent work, such as bytes or pixels. Work that needs more than the limit takes all of it and runs alone.
package struct WeightLimit: AdmissionRule {
    package let total: Int
    package private(set) var used = 0

    package init(total: Int) {
        self.total = total
    }

    package mutating func enter(_ weight: Int) -> Bool {
        guard share(of: weight) <= total - used else { return false }
        used += share(of: weight)
        return true
    }

    package mutating func leave(_ weight: Int) { used -= share(of: weight) }

    private func share(of weight: Int) -> Int { min(max(0, weight), total) }
}
