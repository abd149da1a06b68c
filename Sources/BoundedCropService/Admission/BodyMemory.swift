internal import BoundedCrop
internal import Synchronization

/// The bytes that bodies may take together, from when they arrive until they are answered: those that have come, not those announced.
///
/// Nobody waits for room, since those who wait would keep what they have got from each other.
final class BodyMemory: Sendable {
    /// What one body takes.
    final class Share: Sendable {
        private let memory: BodyMemory
        private let byteCount = Atomic(0)

        fileprivate init(_ memory: BodyMemory) { self.memory = memory }

        deinit { memory.usedCount.subtract(byteCount.load(ordering: .relaxed), ordering: .relaxed) }

        /// Throws `queueFull` where there is no room for so many more.
        func grow(by count: Int) throws {
            let used = memory.usedCount.add(count, ordering: .relaxed).newValue
            // One that is larger than all the room there is may have it alone.
            guard used <= memory.byteLimit || used == byteCount.load(ordering: .relaxed) + count else {
                memory.usedCount.subtract(count, ordering: .relaxed)
                throw BoundedCropError(
                    .queueFull,
                    "bodies take \(memory.byteLimit) bytes, the most that they may together: try again in a moment"
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

    /// Runs a body with a share that ends with it.
    func run<Result>(_ body: (Share) async throws -> Result) async rethrows -> Result {
        let share = Share(self)
        defer { extendLifetime(share) }
        return try await body(share)
    }
}
