internal import CFaceNetwork

/// A YuNet model that several threads can use.
final class FaceNetworkModel: Sendable {
    private let pool: ModelPool
    private static let mostFaces = 2048

    init(_ file: ModelFile) {
        pool = ModelPool { try ModelHandle(file, as: "model", create: bc_face_network_create, destroy: bc_face_network_destroy) }
    }

    /// Reads the model now. Throws `unreadableModel`, with the model's name, if it is not valid.
    func load() throws {
        try pool.withHandle { _ in }
    }

    /// The faces in a picture at its own scale, by descending confidence.
    func detect(in pixels: PixelBuffer, threshold: Double) throws -> [Feature] {
        var count = 0
        var faces = [bc_face](repeating: bc_face(), count: Self.mostFaces)
        try pool.withHandle { handle in
            try CCall.check(failure: .detectionFailed) { error in
                let (width, height) = (Int32(clamping: pixels.width), Int32(clamping: pixels.height))
                return bc_face_network_detect(handle.pointer, pixels.bytes, width, height, threshold, &faces, faces.count, &count, error)
            }
        }
        return faces.prefix(count).map { face in
            let box = Rect(x: face.x, y: face.y, width: face.width, height: face.height)
            let points = face.landmarks
            let landmarks = [points.0, points.1, points.2, points.3, points.4].map { Point(x: $0.x, y: $0.y) }
            return Feature(box, confidence: face.score, kind: .face, landmarks: Landmarks(landmarks))
        }
    }
}

extension ModelFile {
    /// The YuNet model compiled into the library.
    static let yunet = ModelFile(name: "built-in yunet", bc_built_in_face_network())
}
