internal import CFaceNetwork

/// A network for faces that several threads can use, which share its weights.
final class FaceNetworkModel: Sendable {
    enum Kind: Int32 {
        case yuNet, centerFace

        fileprivate var name: String {
            switch self {
            case .yuNet: "YuNet"
            case .centerFace: "CenterFace"
            }
        }
    }

    /// The models compiled into the library. They are read on first use.
    static let yuNet = FaceNetworkModel(ModelFile(name: "built-in yunet", bc_built_in_yunet()), as: .yuNet)
    static let centerFace = FaceNetworkModel(ModelFile(name: "built-in centerface", bc_built_in_centerface()), as: .centerFace)

    private let pool: ModelPool
    private static let mostFaces = 2048

    init(_ file: ModelFile, as kind: Kind) {
        pool = ModelPool(
            {
                let handle = try ModelHandle(file, as: "model", create: bc_face_network_create, destroy: bc_face_network_destroy)
                if let other = Kind(rawValue: bc_face_network_kind(handle.pointer)), other != kind {
                    throw BoundedCropError(
                        .unreadableModel,
                        "the model \(file.name) cannot be used: not a \(kind.name) model, but a \(other.name) model"
                    )
                }
                return handle
            },
            twin: { try $0.twin(create: bc_face_network_twin) }
        )
    }

    /// A custom model from its ONNX file, and a key that distinguishes it from others in caches.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    static func read(contentsOfFile path: String, as kind: Kind) throws -> (model: FaceNetworkModel, key: String) {
        do {
            let file = ModelFile(name: path, bytes: try FileReader.bytes(ofFile: path, limits: ImageLimits()))
            let model = FaceNetworkModel(file, as: kind)
            try model.pool.withHandle { _ in }
            return (model, Fingerprint.text(of: file.bytes))
        } catch let error as BoundedCropError where error.code != .unreadableModel {
            throw BoundedCropError(error.code, "the model \(path) cannot be used: \(error.message)", underlying: error)
        }
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
