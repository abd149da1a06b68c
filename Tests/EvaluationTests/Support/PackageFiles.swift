import Foundation
import TestSupport

/// Labeled photos.
enum PackageFiles {
    static let fixtures = Fixture.path("manifest.json")
    /// Photos outside the package, which exist on some machines.
    static let photos = Fixture.package.deletingLastPathComponent().appendingPathComponent("shared/photos/manifest.json").path

    /// Photos with marked subjects, likewise.
    static let subjects = Fixture.package.deletingLastPathComponent().appendingPathComponent("shared/subjects/manifest.json").path

    static var hasPhotos: Bool { FileManager.default.fileExists(atPath: photos) }
    static var hasSubjects: Bool { FileManager.default.fileExists(atPath: subjects) }
}

/// A manifest in a temporary folder.
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
