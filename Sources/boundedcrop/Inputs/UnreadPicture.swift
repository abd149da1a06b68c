internal import BoundedCrop

/// Pictures in formats that are known by their names, and not read. A run names them, so that nobody takes them for cropped.
enum UnreadPicture {
    /// The extension of such a picture in lowercase, such as `.cr3`; nil for other files.
    static func format(of path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let ending = path[dot...].lowercased()
        return endings.contains(ending) ? ending : nil
    }

    /// What is said of one, which is no failure of the run.
    static func failure(_ path: String, _ format: String) -> InputFailure {
        let message = "\(format) files cannot be read; \(ImageFormat.allCases.titles) can be read"
        return InputFailure(path: path, error: BoundedCropError(.unsupportedFormat, message), isLeftOut: true)
    }

    private static let endings: Set = [
        ".3fr", ".arw", ".cr2", ".cr3", ".crw", ".dng", ".erf", ".exr", ".hdr", ".ico", ".j2k", ".jp2", ".jxl", ".mrw", ".nef", ".nrw",
        ".orf", ".pef", ".psb", ".psd", ".raf", ".raw", ".rw2", ".sr2", ".srw", ".svg", ".tga", ".xcf",
    ]
}
