internal import COpenCV
internal import Synchronization

/// A cascade that can be used by several threads: OpenCV's classifier keeps state while it looks, so each look borrows one of its own.
final class HaarCascadeModel: Sendable {
    /// One classifier.
    private final class Handle: @unchecked Sendable {  // because only the thread that borrowed it touches it.
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            self.pointer = pointer
        }

        deinit {
            bc_cascade_destroy(pointer)
        }
    }

    /// What to look for, in pixels of the plane.
    struct Settings {
        var scaleFactor = 1.1
        var minimumNeighbors = 3
        var smallestSide = 24
    }

    private let name: String
    private let xml: [UInt8]
    private let idle = Mutex<[Handle]>([])
    private static let mostDetections = 1024

    /// - Parameter name: for errors: the built-in cascade's name or the file's.
    init(name: String, xml: [UInt8]) {
        self.name = name
        self.xml = xml
    }

    /// One of those in the binary; they are read when first used.
    convenience init(builtIn name: String) {
        let model = bc_built_in_cascade(name)
        self.init(name: "built-in \(name)", xml: Array(UnsafeRawBufferPointer(start: model.bytes, count: model.length)))
    }

    /// Reads the cascade now. Throws `unreadableModel`, naming it, when it is none.
    func load() throws {
        give(back: try borrow())
    }

    /// What is found in a plane, strongest first, with the cascade's own weights.
    func detect(in plane: LumaPlane, _ settings: Settings) throws -> [(rectangle: Rect, weight: Double)] {
        let handle = try borrow()
        defer { give(back: handle) }
        let settings = bc_cascade_settings(
            scale_factor: settings.scaleFactor,
            minimum_neighbors: Int32(settings.minimumNeighbors),
            smallest_side: Int32(settings.smallestSide),
            largest_side: 0
        )
        var count = 0
        var detections = [bc_detection](repeating: bc_detection(), count: Self.mostDetections)
        try OpenCVCall.check { error in
            bc_cascade_detect(
                handle.pointer,
                plane.bytes,
                Int32(plane.width),
                Int32(plane.height),
                settings,
                &detections,
                detections.count,
                &count,
                error
            )
        }
        return detections.prefix(count).map { (Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height), $0.weight) }
    }

    private func borrow() throws -> Handle {
        if let handle = idle.withLock({ $0.popLast() }) { return handle }
        var error = bc_opencv_error()
        guard let pointer = xml.withUnsafeBytes({ bc_cascade_create($0.baseAddress, $0.count, &error) }) else {
            let reason = OpenCVCall.thrown(error).message
            throw BoundedCropError(.unreadableModel, "the cascade \(name) cannot be used: \(reason)")
        }
        return Handle(pointer)
    }

    private func give(back handle: Handle) {
        idle.withLock { $0.append(handle) }
    }
}
