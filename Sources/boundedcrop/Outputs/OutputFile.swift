import BoundedCrop

/// The place of an output: a file or an object.
struct OutputFile {
    let path: String

    /// Whether there is a file. Of an object, the server says so when it is written.
    var isFile: Bool { !ObjectStorage.isLocation(path) && AtomicFile.exists(path) }

    /// What commands whose only remedy is `--overwrite` advise about a file that exists.
    static let advice = "use --overwrite"

    /// Throws `fileExists` if there is a file.
    ///
    /// - Parameter advice: What to do about it.
    func checkAbsence(advice: String = OutputFile.advice) throws {
        if isFile { throw BoundedCropError(.fileExists, "\(path) already exists: \(advice)") }
    }

    /// Throws `fileExists` if this is a file that is read: an original is never replaced, by whatever path it is named.
    ///
    /// - Parameter noun: What is read.
    func checkDifference(from input: String, noun: String = "picture") throws {
        let isSame =
            ObjectStorage.isLocation(path)
            ? path == input : AtomicFile.realPath(path).map { $0 == AtomicFile.realPath(input) } ?? false
        guard isSame else { return }
        throw BoundedCropError(.fileExists, "\(path) would replace the \(noun) itself: use another folder or name for the outputs")
    }

    /// Checks that what the output replaces, if there is something, is what a run has made.
    ///
    /// - Parameters:
    ///   - size: The size of the output; nil if it is no picture.
    ///   - entry: The picture that the output is made of.
    ///   - names: The inputs and outputs of this run.
    /// - Throws: `fileExists` for a picture that this run reads, and for one beside the original that has another size than the output:
    ///   it is named like an output, but no run has made it.
    func checkReplacement(by size: PixelSize?, of entry: PictureEntry, _ names: OutputNames) throws {
        guard isFile else { return }
        try checkDifference(from: entry.path)
        guard !names.isWritten(path), let real = AtomicFile.realPath(path) else { return }
        if names.isInput(real) {
            throw BoundedCropError(
                .fileExists,
                "\(path) is a picture of this run, and is not replaced: use another folder or name for the outputs"
            )
        }
        let isBesideOriginal = Self.folder(of: real) == AtomicFile.realPath(entry.path).map(Self.folder)
        if isBesideOriginal, let size, let found = try? ImageSource(contentsOfFile: path, options: .inCommand()).size, found != size {
            throw BoundedCropError(
                .fileExists,
                "\(path) has \(found) pixels, not the \(size) of the output, so no run has made it, and it is not replaced: use another folder or "
                    + "name for the outputs"
            )
        }
    }

    private static func folder(of path: String) -> Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

    /// Whether the file is there, and need not be made again for a picture.
    func isCurrent(for entry: PictureEntry) -> Bool {
        guard let own = FileStamp(path), let source = FileStamp(entry.path) else { return false }
        return switch entry.renewal {
        case .ifModified: own.modified >= source.modified
        case .ifChanged: own.modified > max(source.modified, source.changed)
        case .always: false
        }
    }

    /// Whether there is a file with this content.
    func holds(_ bytes: [UInt8]) -> Bool {
        var limits = ImageLimits()
        limits.maximumBytes = bytes.count
        return isFile && (try? FileReader.bytes(ofFile: path, limits: limits, waits: false)) == bytes
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
