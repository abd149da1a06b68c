internal import BoundedCrop

/// What an input of the command line is.
enum PictureInput {
    case standardInput, file, folder, url, object
    /// The objects of a bucket, or those below a prefix that ends with a slash.
    case objects

    init(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if ObjectStorage.isLocation(text) {
            self = ObjectStorage.isFolder(text) ? .objects : .object
        } else if Self.isURL(text) {
            self = .url
        } else {
            self = AtomicFile.isDirectory(text) ? .folder : .file
        }
    }

    /// Whether the input may be any number of pictures.
    var isMany: Bool { self == .folder || self == .objects }

    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        return text[..<colon].lowercased() == "data" || text[colon...].hasPrefix("://")
    }
}
