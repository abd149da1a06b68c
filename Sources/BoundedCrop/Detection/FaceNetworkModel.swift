internal import COpenCV

/// A YuNet that several threads may use.
final class FaceNetworkModel: Sendable {
    /// One network.
    // because only the thread that borrowed it touches it:
    private final class Handle: @unchecked Sendable {
        let pointer: OpaquePointer

        init(_ file: ModelFile) throws {
            var error = bc_opencv_error()
            guard let pointer = file.bytes.withUnsafeBytes({ bc_face_network_create($0.baseAddress, $0.count, &error) }) else {
                throw BoundedCropError(.unreadableModel, "the model \(file.name) cannot be used: \(OpenCVCall.thrown(error).message)")
            }
            self.pointer = pointer
        }

        deinit {
            bc_face_network_destroy(pointer)
        }
    }

    private let pool: ModelPool<Handle>
    private static let mostFaces = 2048

    init(_ file: ModelFile) {
        pool = ModelPool { try Handle(file) }
    }

    /// Reads the model now. Throws `unreadableModel`, naming it, when it is none.
    func load() throws {
        try pool.withHandle { _ in }
    }

    /// The faces in a picture at its own scale, surest first.
    func detect(in pixels: PixelBuffer, threshold: Double) throws -> [Feature] {
        var count = 0
        var faces = [bc_face](repeating: bc_face(), count: Self.mostFaces)
        try pool.withHandle { handle in
            try OpenCVCall.check { error in
                let (width, height) = (Int32(pixels.width), Int32(pixels.height))
                return bc_face_network_detect(handle.pointer, pixels.bytes, width, height, threshold, &faces, faces.count, &count, error)
            }
        }
        return faces.prefix(count).map { face in
            let box = Rect(x: face.box.x, y: face.box.y, width: face.box.width, height: face.box.height)
            let points = face.landmarks
            let landmarks = [points.0, points.1, points.2, points.3, points.4].map { Point(x: $0.x, y: $0.y) }
            return Feature(box, confidence: face.box.weight, kind: .face, landmarks: Landmarks(landmarks))
        }
    }
}
