internal import Synchronization

/// Who may be inside of an ``AdmissionGate``. Its state is changed under the gate's lock only.
package protocol AdmissionRule: Sendable {
    /// What somebody asks for: a number of bytes, a place at a host.
    associatedtype Need: Sendable

    /// Takes what is needed; false, and nothing taken, where there is not enough at the moment.
    mutating func enter(_ need: Need) -> Bool
    /// Gives back what `enter` took.
    mutating func leave(_ need: Need)
    /// Whether a newcomer who may enter does so while others wait for what they need.
    var letsNewcomersPass: Bool { get }
    /// Whose turn it is among those that wait, in the order of their coming, the newest last; nil where it is nobody's.
    func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Need, Waiting.Index == Int
}

extension AdmissionRule {
    /// First come, first served: nobody overtakes who needs much, or that one would wait for ever.
    package var letsNewcomersPass: Bool { false }

    package func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int?
    where Waiting.Element == Need, Waiting.Index == Int {
        waiting.indices.first
    }
}

/// Lets work in as a rule says. Whoever may not enter yet waits, without a thread, and leaves the line when their task is cancelled.
package final class AdmissionGate<Rule: AdmissionRule>: Sendable {
    private struct Waiter {
        let id: UInt64
        let need: Rule.Need
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var rule: Rule
        /// In the order of their coming.
        var waiting: [Waiter] = []
        var lastID: UInt64 = 0

        /// Takes those out of the line who may enter now.
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

    /// Looks at the rule.
    package func read<Result>(_ body: (Rule) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0.rule) }
    }

    /// Changes who is next among those that wait; nobody may enter for it.
    package func reorder<Result>(_ body: (inout Rule) -> Result) -> Result {
        state.withLock { body(&$0.rule) }
    }

    /// Changes the rule, and lets those in who may enter by it now.
    package func change<Result>(_ body: (inout Rule) -> Result) -> Result {
        let (result, admitted) = state.withLock { state in (body(&state.rule), state.admit()) }
        for waiter in admitted { waiter.continuation.resume() }
        return result
    }

    /// Runs a body inside. Throws what the body throws, and `CancellationError` when cancelled while it waits.
    package func run<Result>(_ need: Rule.Need, _ body: () async throws -> Result) async throws -> Result {
        try await enter(need)
        defer { change { $0.leave(need) } }
        return try await body()
    }

    private func enter(_ need: Rule.Need) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    // Cancelled before it was in the line, where nobody would look for it again.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    // Of those that wait, nobody may enter now: whoever may was let in by the last change.
                    if state.waiting.isEmpty || state.rule.letsNewcomersPass, state.rule.enter(need) { return .success(()) }
                    state.waiting.append(Waiter(id: id, need: need, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let (left, admitted) = state.withLock { state in
                let left = state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
                // Who was behind may be next.
                return (left, state.admit())
            }
            left?.continuation.resume(throwing: CancellationError())
            for waiter in admitted { waiter.continuation.resume() }
        }
    }
}
