import BoundedCrop
import Foundation
import TestSupport
import Testing

extension Fixture {
    /// A labelled picture of `Fixtures/manifest.json`.
    struct Labelled: Decodable, CustomTestStringConvertible, Sendable {
        let file: String
        let width: Int
        let height: Int
        let faces: [[Double]]
        let tags: [String]
        let orientation: Int

        var rectangles: [Rect] { faces.map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } }
        var testDescription: String { file }
    }

    /// All labelled pictures; those of one folder when it is named.
    static func labelled(_ folder: String = "") throws -> [Labelled] {
        try JSONDecoder().decode([Labelled].self, from: Data(bytes("manifest.json"))).filter { $0.file.hasPrefix(folder) }
    }
}
