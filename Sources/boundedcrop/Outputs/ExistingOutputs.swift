import BoundedCrop

/// What becomes of outputs that exist.
enum ExistingOutputs {
    /// They are errors.
    case refused
    /// They stay, and count as made.
    case kept
    case replaced
    /// Those that are older than their picture are replaced, the others stay.
    case replacedIfOlder
    /// There are none: standard output is no file.
    case none

    /// Whether an output stays as it is: it exists, and is not older than the picture if that counts.
    func isDone(_ path: String, for entry: PictureEntry) -> Bool {
        let file = OutputFile(path: path)
        return self == .kept && file.isFile || self == .replacedIfOlder && file.isCurrent(for: entry)
    }

    /// Throws `fileExists` if the file exists and may not be replaced. Of an object, the server says so when it is written.
    func checkAbsence(of path: String) throws {
        if self == .refused || self == .kept, OutputFile(path: path).isFile {
            throw BoundedCropError(.fileExists, "\(path) already exists: use --overwrite, --skip-existing or --newer")
        }
    }

    /// Whether an output replaces what is there when it is written: another run may make the same at the same time. Of an object, the server
    /// says whether something is.
    ///
    /// - Parameters:
    ///   - size: The output's size; nil if it is not known.
    ///   - template: What the path is made of.
    /// - Throws: What `OutputFile.checkReplacement` throws.
    func replaces(
        _ path: String,
        by size: PixelSize?,
        of entry: PictureEntry,
        _ names: OutputNames,
        _ template: OutputTemplate
    ) throws -> Bool {
        guard self == .replaced || self == .replacedIfOlder else { return false }
        let file = OutputFile(path: path)
        if ObjectStorage.isLocation(path) {
            try file.checkDifference(from: entry.path)
            return true
        }
        // An earlier output may have had another size where its name does not tell.
        try file.checkReplacement(by: template.tellsSize ? size : nil, of: entry, names)
        return true
    }

    /// The place of an output that is named after what is in it, which several pictures may have.
    ///
    /// - Parameters:
    ///   - path: The path with the placeholder of the hash.
    ///   - size: The output's size; nil if it is not known.
    /// - Returns: The path, and whether a file there has this content, so that nothing is written. Otherwise it may be replaced: another picture
    ///   may get the same file at the same time, and an object may be there with the same content.
    /// - Throws: What `checkAbsence` and `replaces` throw.
    func place(
        _ path: String,
        holding bytes: [UInt8],
        by size: PixelSize?,
        of entry: PictureEntry,
        _ names: OutputNames,
        _ template: OutputTemplate
    ) throws -> (path: String, isThere: Bool) {
        let path = template.path(path, hashing: bytes)
        names.share(path, by: entry.path)
        if OutputFile(path: path).holds(bytes) { return (path, true) }
        try checkAbsence(of: path)
        _ = try replaces(path, by: size, of: entry, names, template)
        return (path, false)
    }
}
