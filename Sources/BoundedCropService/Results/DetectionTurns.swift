internal import BoundedCrop
internal import BoundedCropRendering
internal import Synchronization

/// Lets one look at a picture at a time.
struct DetectionTurns: AdmissionRule {
    private var taken: Set<String> = []

    mutating func enter(_ key: String) -> Bool { taken.insert(key).inserted }

    mutating func leave(_ key: String) { taken.remove(key) }

    /// Nobody is overtaken: they wait for different pictures.
    var letsNewcomersPass: Bool { true }

    func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == String, Waiting.Index == Int {
        waiting.firstIndex { !taken.contains($0) }
    }
}

/// The turn of one request, which ends once.
final class DetectionTurn: Sendable {
    private let key: String
    private let gate: AdmissionGate<DetectionTurns>
    private let hasEnded = Atomic(false)
    private let found = Mutex<Finds?>(nil)

    /// Waits for the turn. Throws `CancellationError`.
    init(_ key: String, _ gate: AdmissionGate<DetectionTurns>) async throws {
        (self.key, self.gate) = (key, gate)
        do {
            try await gate.enter(key)
        } catch {
            hasEnded.store(true, ordering: .relaxed)
            throw error
        }
    }

    deinit { end() }

    /// What was found in this turn.
    var finds: Finds? {
        get { found.withLock { $0 } }
        set { found.withLock { $0 = newValue } }
    }

    func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        gate.change { $0.leave(key) }
    }
}
