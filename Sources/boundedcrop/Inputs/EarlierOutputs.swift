import BoundedCrop
import CLibrary

/// What earlier runs with the same output have made: pictures that a run must not crop again.
///
/// These are the files in the folder of the outputs, if that lies inside a folder that is walked through, and files that are named as the
/// output of another picture there would be, in any format: `photo-300x200.jpg` beside `photo.jpg`, also if this run names its own otherwise.
/// Of objects, these are those below the prefix of the outputs, if it is longer than the one that is listed.
struct EarlierOutputs: Sendable {
    /// The real path of the folder of all outputs, or the prefix of all objects, with a slash at its end.
    private let folder: String
    /// The real paths of further folders for outputs.
    private let otherFolders: [String]
    /// How outputs are named below the folder, and what `{ext}` stands for.
    private let templates: [(OutputTemplate, [String])]
    /// Whether the run's names tell outputs from inputs: they do not if only the extension differs, and that is the input's own.
    private let tellsNames: Bool

    /// Nil if nothing can be there: the folder of the outputs does not exist. Blocks.
    ///
    /// - Parameters:
    ///   - format: The format of all outputs; nil if it depends on the picture.
    ///   - otherFolders: Where else the run writes.
    init?(_ template: OutputTemplate, format: ImageFormat?, otherFolders: [String] = []) {
        let folder = template.folder
        let isObject = ObjectStorage.isLocation(folder)
        guard let real = isObject ? folder : AtomicFile.realPath(folder.isEmpty ? "." : folder) else { return nil }
        self.folder = real.hasSuffix("/") ? real : real + "/"
        self.otherFolders = otherFolders.compactMap(AtomicFile.realPath)
        // Whether there is an object of another name would be a request.
        tellsNames = !isObject && (format != nil || template.hasMoreThanNames)
        let (all, anyEnding) = (ImageFormat.writable.map(\.fileExtension), template.withAnyEnding)
        let own = tellsNames ? [(template, format.map { [$0.fileExtension] } ?? all)] : []
        let others = (anyEnding.hasMoreThanNames ? [anyEnding] : []) + OutputOptions.standardTemplates
        templates = isObject ? [] : own + others.map { ($0, all) }
    }

    /// Whether a folder, by its real path, holds nothing but outputs.
    func isFolder(_ realPath: String) -> Bool { realPath + "/" == folder || otherFolders.contains(realPath) }

    /// Whether outputs have the names of the pictures in a folder.
    func replacesPictures(in folder: String) -> Bool { !tellsNames && AtomicFile.realPath(folder).map(isFolder) == true }

    /// Whether an object that was listed below a prefix is below the longer prefix of the outputs.
    func holdsObject(_ location: String, listedBelow prefix: String) -> Bool {
        // By bytes, since a character may be a slash with an accent.
        folder.utf8.count > prefix.utf8.count && location.utf8.starts(with: folder.utf8)
    }

    /// The names of pictures, without their extensions, of which a file may be an output.
    ///
    /// - Parameter realPath: The real path of the file.
    func names(of realPath: String) -> [String] {
        guard realPath.hasPrefix(folder) else { return [] }
        let path = String(realPath.dropFirst(folder.count))
        return templates.flatMap { $0.names(matching: path, endings: $1) }
    }
}
