internal import BoundedCrop
internal import BoundedCropLoading
internal import Synchronization

/// How long the parts of a request took, and where its answer came from: the values of `Server-Timing`.
final class RequestTimes: Sendable {
    enum Part: String, CaseIterable {
        /// Finding and reading the picture.
        case source
        /// Asking the storage of answers, and storing the answer there.
        case storage
        /// Waiting for memory and for a worker.
        case queue
        /// Detecting features.
        case detect
        /// Everything else that a worker does.
        case render
    }

    private struct State {
        var parts: [Part: Duration] = [:]
        var origin: ResultStore.Origin?
        var isStored = false
        var startedWork = false
    }

    private let state = Mutex(State())

    /// Where the answer came from; nil where no answer was looked for, as for a 304.
    var origin: ResultStore.Origin? {
        get { state.withLock { $0.origin } }
        set { state.withLock { $0.origin = newValue } }
    }

    /// Whether the answer was made for this request or one that it waited for, and stored.
    var isStored: Bool {
        get { state.withLock { $0.isStored } }
        set { state.withLock { $0.isStored = newValue } }
    }

    /// Whether this request began the making of its answer, rather than waiting for another request's.
    var startedWork: Bool {
        get { state.withLock { $0.startedWork } }
        set { state.withLock { $0.startedWork = newValue } }
    }

    func add(_ duration: Duration, to part: Part) {
        state.withLock { $0.parts[part, default: .zero] += duration }
    }

    /// Adds what others took, whose work this request has waited for.
    func add(_ other: RequestTimes) {
        let others = other.state.withLock { $0 }
        state.withLock { state in
            state.parts.merge(others.parts) { $0 + $1 }
            state.origin = others.origin ?? state.origin
            state.isStored = others.isStored
        }
    }

    /// The value of `Server-Timing` (https://www.w3.org/TR/server-timing): milliseconds by part, and where the answer came from.
    func headerText(total: Duration) -> String {
        let state = state.withLock { $0 }
        let parts = Part.allCases.compactMap { part in state.parts[part].map { "\(part.rawValue);dur=\(Self.milliseconds($0))" } }
        let origin = state.origin.map { ["cache;desc=\($0.rawValue)"] } ?? []
        return (parts + ["total;dur=\(Self.milliseconds(total))"] + origin).joined(separator: ", ")
    }

    /// With one decimal: finer times would tell strangers more than they tell operators.
    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int(max(0, duration.seconds) * 10_000, within: 0...Int(Int32.max), rounded: .toNearestOrAwayFromZero)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
