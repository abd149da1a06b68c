import BoundedCrop

/// What `--version` prints: the package's version, then the libraries that the process runs with, one per line.
///
/// Libraries that are opened when a file needs them are only named, since opening them would take longer than everything else here.
enum VersionText {
    static var text: String {
        (["boundedcrop \(BoundedCropVersion.current)"] + libraries + [
            "Swift \(_SwiftStdlibVersion.current)",
            "When files need them: \(ImageFormat.opened.map(\.library).joined(separator: ", ")) (see “boundedcrop formats”)",
        ]).joined(separator: "\n")
    }

    private static var libraries: [String] {
        do {
            return try ([.openCV] + Library.linked).map { "\($0.name) \(try $0.version)" }
        } catch {
            return ["The libraries do not tell their versions: \(error)"]
        }
    }
}
