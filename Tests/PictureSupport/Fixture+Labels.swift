package import BoundedCropImaging
import Foundation
package import TestSupport
import Testing

extension Fixture {
    /// A labeled picture from `Fixtures/manifest.json`.
    package struct Labeled: Decodable, CustomTestStringConvertible, Sendable {
        package let file: String
        package let width: Int
        package let height: Int
        package let faces: [[Double]]
        package let tags: [String]
        package let orientation: Int

        package var rectangles: [Rect] { faces.map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } }
        package var testDescription: String { file }
    }

    /// All labeled pictures, or those of one folder.
    package static func labeled(_ folder: String = "") throws -> [Labeled] {
        try JSONDecoder().decode([Labeled].self, from: Data(bytes("manifest.json"))).filter { $0.file.hasPrefix(folder) }
    }
}
