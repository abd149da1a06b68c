internal import Synchronization

/// Handles of one model for several threads: OpenCV's models keep state while they look, so each look borrows one of its own.
final class ModelPool<Handle: Sendable>: Sendable {
    private let make: @Sendable () throws -> Handle
    private let idle = Mutex<[Handle]>([])

    init(_ make: @escaping @Sendable () throws -> Handle) {
        self.make = make
    }

    /// Runs the body with a handle that nobody else has meanwhile; one is made where none is idle.
    func withHandle<Result>(_ body: (Handle) throws -> Result) throws -> Result {
        let handle = try idle.withLock { $0.popLast() } ?? make()
        defer { idle.withLock { $0.append(handle) } }
        return try body(handle)
    }
}

/// A model's bytes and what errors call it.
struct ModelFile: Sendable {
    let name: String
    let bytes: [UInt8]
}
