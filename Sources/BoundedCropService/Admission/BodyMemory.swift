internal import BoundedCrop
internal import Synchronization

/// Limits the bytes of all request bodies, from their arrival until they are answered. Only received bytes count, not announced ones.
///
/// A body never waits for room, since waiting bodies would block each other with the bytes they already hold.
final class BodyMemory: Sendable {
    /// The memory of one body.
    final class Share: Sendable {
        private let memory: BodyMemory
        private let byteCount = Atomic(0)

        fileprivate init(_ memory: BodyMemory) { self.memory = memory }

        deinit { memory.usedCount.subtract(byteCount.load(ordering: .relaxed), ordering: .relaxed) }

        /// Throws `queueFull` when there is no room for this many more bytes.
        func grow(by count: Int) throws {
            let used = memory.usedCount.add(count, ordering: .relaxed).newValue
            // A body larger than the limit may use all of it alone.
            guard used <= memory.byteLimit || used == byteCount.load(ordering: .relaxed) + count else {
                memory.usedCount.subtract(count, ordering: .relaxed)
                throw BoundedCropError(
                    .queueFull,
                    "request bodies use \(memory.byteLimit) bytes, the maximum: try again in a moment"
                )
            }
            byteCount.add(count, ordering: .relaxed)
        }
    }

    let byteLimit: Int
    private let usedCount = Atomic(0)

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    var usedBytes: Int { usedCount.load(ordering: .relaxed) }

    /// Runs a body with a share that is released at its end.
    func run<Result>(_ body: (Share) async throws -> Result) async rethrows -> Result {
        let share = Share(self)
        defer { extendLifetime(share) }
        return try await body(share)
    }
}
