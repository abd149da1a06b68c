package import BoundedCrop
package import Foundation

/// The files in `Fixtures/`, located relative to this source file.
package enum Fixture {
    /// The repository's root.
    package static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    package static let root = package.appendingPathComponent("Fixtures")

    package static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

    package static func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: root.appendingPathComponent(name))) }

    package static func source(_ name: String, _ options: DecodingOptions = DecodingOptions()) throws -> ImageSource {
        try ImageSource(contentsOfFile: path(name), options: options)
    }
}
