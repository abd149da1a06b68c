import BoundedCrop
import Foundation
import TestSupport

/// Detectors made of tiny networks in a folder of their own.
struct TinyDetector {
    private let folder: TemporaryFolder
    let path: String

    init(_ network: TinyNetwork) throws {
        folder = try TemporaryFolder()
        path = try network.write(to: folder)
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let description = "no built boundedcrop-network was found next to the tests: run swift build --build-tests first"
    }

    static func program() throws -> String {
        guard let program = BuiltProgram.named("boundedcrop-network") else { throw NotBuilt() }
        return program.path
    }

    func detector(_ limits: DetectionLimits = DetectionLimits()) throws -> NetworkDetector {
        try NetworkDetector(contentsOfFile: path, limits: limits, program: Self.program())
    }

    /// What the network finds in a picture.
    func features(in picture: PixelBuffer, accuracy: DetectionAccuracy = .low) throws -> [Feature] {
        try detector().features(in: picture, accuracy: accuracy)
    }
}

extension Rect {
    /// Whether all coordinates are the same apart from rounding.
    func isNear(_ other: Rect) -> Bool {
        abs(x - other.x) < 0.01 && abs(y - other.y) < 0.01 && abs(width - other.width) < 0.01 && abs(height - other.height) < 0.01
    }
}
