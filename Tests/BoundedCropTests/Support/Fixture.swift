import BoundedCrop
import Foundation
import Testing

/// The files of `Fixtures/`, found from where this source file is.
enum Fixture {
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

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

    static func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: root.appendingPathComponent(name))) }

    static func source(_ name: String, _ options: DecodingOptions = DecodingOptions()) throws -> ImageSource {
        try ImageSource(contentsOfFile: path(name), options: options)
    }

    /// All labelled pictures; those of one folder when it is named.
    static func labelled(_ folder: String = "") throws -> [Labelled] {
        try JSONDecoder().decode([Labelled].self, from: Data(bytes("manifest.json"))).filter { $0.file.hasPrefix(folder) }
    }
}
