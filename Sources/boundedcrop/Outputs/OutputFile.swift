import BoundedCrop

/// The place of an output: a file or an object.
struct OutputFile {
    let path: String

    /// Whether there is a file. Of an object, the server says so when it is written.
    var isFile: Bool { !ObjectStorage.isLocation(path) && AtomicFile.exists(path) }

    /// Throws `fileExists` if there is a file, for commands whose only remedy is `--overwrite`.
    func checkAbsence() throws {
        if isFile { throw BoundedCropError(.fileExists, "\(path) exists already: say --overwrite") }
    }

    /// Writes a file, with folders that are missing. An object is returned, to be sent.
    func write(_ bytes: [UInt8], as format: ImageFormat, replacing: Bool) throws -> Upload? {
        if ObjectStorage.isLocation(path) { return Upload(bytes: bytes, location: path, format: format, replaces: replacing) }
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(bytes, to: path, replacing: replacing)
        return nil
    }
}
