internal import CCalls
internal import Synchronization

/// Handles of one model for several threads: models keep state while they run, so each detection borrows one of its own.
final class ModelPool: Sendable {
    private let make: @Sendable () throws -> ModelHandle
    private let idle = Mutex<[ModelHandle]>([])

    init(_ make: @escaping @Sendable () throws -> ModelHandle) {
        self.make = make
    }

    /// Runs the body with a handle that nobody else has meanwhile; one is made where none is idle.
    func withHandle<Result>(_ body: (ModelHandle) throws -> Result) throws -> Result {
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

extension ModelFile {
    /// One that was compiled in.
    init(name: String, _ model: bc_span) {
        self.init(name: name, bytes: Array(UnsafeRawBufferPointer(start: model.bytes, count: model.length)))
    }
}

/// A model that has been read.
// because only the thread that borrowed it from its pool touches it:
final class ModelHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let destroy: (OpaquePointer) -> Void

    /// Throws `unreadableModel`, naming the file, when it is none.
    /// - Parameter kind: what errors call such a model.
    init(
        _ file: ModelFile,
        as kind: String,
        create: (UnsafeRawPointer?, Int, UnsafeMutablePointer<bc_error>) -> OpaquePointer?,
        destroy: @escaping (OpaquePointer) -> Void
    ) throws {
        var error = bc_error()
        guard let pointer = file.bytes.withUnsafeBytes({ create($0.baseAddress, $0.count, &error) }) else {
            let reason = CCall.thrown(error, failure: .unreadableModel).message
            throw BoundedCropError(.unreadableModel, "the \(kind) \(file.name) cannot be used: \(reason)")
        }
        self.pointer = pointer
        self.destroy = destroy
    }

    deinit {
        destroy(pointer)
    }
}
