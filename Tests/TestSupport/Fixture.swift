package import BoundedCrop
package import Foundation

/// The files of `Fixtures/`, found from where this source file is.
package enum Fixture {
    /// The repository.
    package static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    package static let root = package.appendingPathComponent("Fixtures")

    package static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

    package static func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: root.appendingPathComponent(name))) }

    package static func source(_ name: String, _ options: DecodingOptions = DecodingOptions()) throws -> ImageSource {
        try ImageSource(contentsOfFile: path(name), options: options)
    }
}
