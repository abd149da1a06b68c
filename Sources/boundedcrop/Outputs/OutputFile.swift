import BoundedCrop
import CLibrary

/// The place of an output: a file or an object.
struct OutputFile {
    let path: String

    /// Whether there is a file. Of an object, the server says so when it is written.
    var isFile: Bool { !ObjectStorage.isLocation(path) && AtomicFile.exists(path) }

    /// Throws `fileExists` if there is a file, for commands whose only remedy is `--overwrite`.
    func checkAbsence() throws {
        if isFile { throw BoundedCropError(.fileExists, "\(path) exists already: use --overwrite") }
    }

    /// Whether the file is not older than another one.
    func isCurrent(for source: String) -> Bool {
        guard let own = Self.time(path), let other = Self.time(source) else { return false }
        return own >= other
    }

    /// When a file was changed, in seconds and nanoseconds; nil if it is not there.
    private static func time(_ path: String) -> (Int, Int)? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        return (Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec))
        #else
        return (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
        #endif
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
