internal import CCalls
internal import Synchronization

/// Handles of one model for several threads. Models keep state while they run, so each detection borrows its own handle.
final class ModelPool: Sendable {
    private let make: @Sendable () throws -> ModelHandle
    private let idle = Mutex<[ModelHandle]>([])

    init(_ make: @escaping @Sendable () throws -> ModelHandle) {
        self.make = make
    }

    /// Runs the body with exclusive use of a handle. A new one is created if none is idle.
    func withHandle<Result>(_ body: (ModelHandle) throws -> Result) throws -> Result {
        let handle = try idle.withLock { $0.popLast() } ?? make()
        defer { idle.withLock { $0.append(handle) } }
        return try body(handle)
    }
}

/// A model's bytes and its name in errors.
struct ModelFile: Sendable {
    let name: String
    let bytes: [UInt8]
}

extension ModelFile {
    /// A model compiled into the library.
    init(name: String, _ model: bc_span) {
        self.init(name: name, bytes: Array(UnsafeRawBufferPointer(start: model.bytes, count: model.length)))
    }
}

/// A loaded model.
///
/// Unchecked, because only the thread that borrowed it from its pool uses it.
final class ModelHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let destroy: (OpaquePointer) -> Void

    /// Throws `unreadableModel`, with the file's name, if it is not valid.
    /// - Parameter kind: How errors refer to this type of model.
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
