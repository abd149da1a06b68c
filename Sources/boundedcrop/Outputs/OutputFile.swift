import BoundedCrop

/// The place of an output: a file or an object.
struct OutputFile {
    let path: String

    /// Whether there is a file. Of an object, the server says so when it is written.
    var isFile: Bool { !ObjectStorage.isLocation(path) && AtomicFile.exists(path) }

    /// Throws `fileExists` if there is a file, for commands whose only remedy is `--overwrite`.
    func checkAbsence() throws {
        if isFile { throw BoundedCropError(.fileExists, "\(path) already exists: use --overwrite") }
    }

    /// Throws `fileExists` if this is the file of a picture that was found by watching, where each crop would cause the next.
    func checkDifference(from entry: PictureEntry) throws {
        guard entry.renewal != .ifModified, let real = EarlierOutputs.realPath(path), real == EarlierOutputs.realPath(entry.path) else {
            return
        }
        throw BoundedCropError(.fileExists, "its crop would replace it: use another folder or name for the outputs")
    }

    /// Whether the file is there, and need not be made again for a picture.
    func isCurrent(for entry: PictureEntry) -> Bool {
        guard let own = FileStamp(path), let source = FileStamp(entry.path) else { return false }
        return switch entry.renewal {
        case .ifModified: own.modified >= source.modified
        case .ifChanged: own.modified > max(source.modified, source.changed)
        case .always: false
        }
    }

    /// Writes a file, with folders that are missing. An object is returned, to be sent.
    ///
    /// - Parameter type: The media type, which a server tells of an object.
    func write(_ bytes: [UInt8], type: String, replacing: Bool) throws -> Upload? {
        if ObjectStorage.isLocation(path) { return Upload(bytes: bytes, location: path, type: type, replaces: replacing) }
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(bytes, to: path, replacing: replacing)
        return nil
    }
}
