internal import CCalls
internal import Synchronization

/// Handles of one model for several threads. Models keep state while they run, so each detection borrows its own handle.
final class ModelPool: Sendable {
    private struct Handles {
        /// The one that others are twins of.
        var first: ModelHandle?
        var idle: [ModelHandle] = []
    }

    private let make: @Sendable () throws -> ModelHandle
    private let twin: (@Sendable (ModelHandle) throws -> ModelHandle)?
    private let handles = Mutex(Handles())

    /// - Parameter twin: Makes another handle that shares what does not change; nil if handles of the model share nothing.
    init(_ make: @escaping @Sendable () throws -> ModelHandle, twin: (@Sendable (ModelHandle) throws -> ModelHandle)? = nil) {
        self.make = make
        self.twin = twin
    }

    /// Runs the body with exclusive use of a handle. A new one is created if none is idle.
    func withHandle<Result>(_ body: (ModelHandle) throws -> Result) throws -> Result {
        let handle = try idleOrTwin() ?? make()
        defer { handles.withLock { $0.idle.append(handle) } }
        return try body(handle)
    }

    private func idleOrTwin() throws -> ModelHandle? {
        try handles.withLock { handles in
            if let handle = handles.idle.popLast() { return handle }
            guard let twin else { return nil }
            if let first = handles.first { return try twin(first) }
            // Other threads wait, so that the model is read once.
            let first = try make()
            handles.first = first
            return first
        }
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
/// Unchecked, because only the thread that borrowed it from its pool uses it; its twins are made of what does not change.
final class ModelHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let destroy: (OpaquePointer) -> Void

    private init(_ pointer: OpaquePointer, destroy: @escaping (OpaquePointer) -> Void) {
        self.pointer = pointer
        self.destroy = destroy
    }

    /// Throws `unreadableModel`, with the file's name, if it is not valid.
    /// - Parameter kind: How errors refer to this type of model.
    convenience init(
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
        self.init(pointer, destroy: destroy)
    }

    /// Another handle of the same model. Throws `outOfMemory`.
    func twin(create: (OpaquePointer, UnsafeMutablePointer<bc_error>) -> OpaquePointer?) throws -> ModelHandle {
        var error = bc_error()
        guard let twin = create(pointer, &error) else { throw CCall.thrown(error, failure: .detectionFailed) }
        return ModelHandle(twin, destroy: destroy)
    }

    deinit {
        destroy(pointer)
    }
}
