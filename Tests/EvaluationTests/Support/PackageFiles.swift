import Foundation

/// The files of the package, found from where this source file is.
enum PackageFiles {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let fixtures = root.appendingPathComponent("Fixtures/manifest.json").path
    /// Photos that are not the package's own, beside it on some machines.
    static let photos = root.deletingLastPathComponent().appendingPathComponent("shared/photos/manifest.json").path

    static var hasPhotos: Bool { FileManager.default.fileExists(atPath: photos) }
}

/// A manifest in a folder of a test's own, gone when the test is done.
final class Manifest: Sendable {
    let folder: URL
    var path: String { folder.appendingPathComponent("manifest.json").path }

    init(_ text: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("boundedcrop-evaluation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appendingPathComponent("manifest.json"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}
