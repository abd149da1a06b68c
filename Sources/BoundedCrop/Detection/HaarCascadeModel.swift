internal import COpenCV

/// A cascade that several threads can use.
final class HaarCascadeModel: Sendable {
    /// The settings of a search, in pixels of the plane.
    struct Settings {
        var scaleFactor = 1.1
        var minimumNeighbors = 3
        var smallestSide = 24
    }

    private let pool: ModelPool
    private static let mostDetections = 1024

    init(_ file: ModelFile) {
        pool = ModelPool { try ModelHandle(file, as: "cascade", create: bc_cascade_create, destroy: bc_cascade_destroy) }
    }

    /// A built-in cascade; it is read on first use.
    convenience init(builtIn name: String) {
        self.init(ModelFile(name: "built-in \(name)", bc_built_in_cascade(name)))
    }

    /// Reads the cascade now. Throws `unreadableModel`, with the cascade's name, if it is not valid.
    func load() throws {
        try pool.withHandle { _ in }
    }

    /// The detections in a plane, by descending weight, with the cascade's own weights.
    func detect(in plane: LumaPlane, _ settings: Settings) throws -> [(rectangle: Rect, weight: Double)] {
        let settings = bc_cascade_settings(
            scale_factor: settings.scaleFactor,
            minimum_neighbors: Int32(clamping: settings.minimumNeighbors),
            smallest_side: Int32(clamping: settings.smallestSide),
            largest_side: 0
        )
        var count = 0
        var detections = [bc_detection](repeating: bc_detection(), count: Self.mostDetections)
        try pool.withHandle { handle in
            try CCall.check(failure: .detectionFailed) { error in
                let (width, height) = (Int32(clamping: plane.width), Int32(clamping: plane.height))
                return bc_cascade_detect(
                    handle.pointer,
                    plane.bytes,
                    width,
                    height,
                    settings,
                    &detections,
                    detections.count,
                    &count,
                    error
                )
            }
        }
        return detections.prefix(count).map { (Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height), $0.weight) }
    }
}

extension Int {
    /// The minimum side of a window to search for: a fraction of a plane's long side, but not less than the cascades were trained on.
    static func smallest(_ share: Double, of plane: PixelSize) -> Int {
        Int(share * Double(plane.longSide), within: 20...1_000_000, rounded: .towardZero)
    }
}

extension Library {
    package static let openCV = Library("OpenCV", isLinked: true, bc_opencv_version)
}
