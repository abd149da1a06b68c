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
}

/// Where the outputs of a run go: no two to one place, and none over what has to stay.
struct OutputPlaces: Sendable {
    let template: OutputTemplate
    /// What options say about outputs that exist.
    let asked: ExistingOutputs
    let names: OutputNames
    /// What earlier runs made; nil if that does not count.
    var manifest: RunManifest?
    /// Whether outputs count as made only if others are there too, so that none stays by itself.
    var areSets = false
    /// What to do about outputs that exist; nil for what crops advise.
    var advice: String?

    /// What becomes of them: what is known to have been made is replaced, and so is a set that is not complete.
    var existing: ExistingOutputs { manifest != nil || areSets && asked != .refused ? .replaced : asked }

    /// Takes the place of an output.
    ///
    /// - Parameter size: The output's size; nil if it is not known.
    /// - Returns: Whether what is there is replaced.
    /// - Throws: What `claim`, `checkAbsence` and `replaces` throw.
    func take(_ path: String, by size: PixelSize?, of entry: PictureEntry) throws -> Bool {
        try claim(path, for: entry)
        try checkAbsence(of: path)
        return try replaces(path, by: size, of: entry)
    }

    /// Throws `fileExists` if another picture has this path.
    func claim(_ path: String, for entry: PictureEntry) throws {
        if asked != .none { try names.claim(path, for: entry.path) }
    }

    /// Throws `fileExists` if the file exists and may not be replaced. Of an object, the server says so when it is written.
    func checkAbsence(of path: String) throws {
        guard existing == .refused || existing == .kept else { return }
        try OutputFile(path: path).checkAbsence(advice: advice ?? "use --overwrite, --skip-existing or --newer")
    }

    /// Whether an output replaces what is there when it is written: another run may make the same at the same time. Of an object, the server
    /// says whether something is.
    ///
    /// - Parameter size: The output's size; nil if it is not known.
    /// - Throws: What `OutputFile.checkReplacement` throws.
    func replaces(_ path: String, by size: PixelSize?, of entry: PictureEntry) throws -> Bool {
        guard existing == .replaced || existing == .replacedIfOlder else { return false }
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
        of entry: PictureEntry
    ) throws -> (path: String, isThere: Bool) {
        let path = template.path(path, hashing: bytes)
        names.share(path, by: entry.path)
        if OutputFile(path: path).holds(bytes) { return (path, true) }
        try checkAbsence(of: path)
        _ = try replaces(path, by: size, of: entry)
        return (path, false)
    }

    /// Writes an output, unless an earlier run made it just like that, or returns what has to be sent.
    ///
    /// - Parameter type: The media type, which a server tells of an object.
    /// - Throws: `fileExists` for another file that no run made, or that was changed since, if it counts what runs made.
    func write(_ bytes: [UInt8], type: String, to path: String, replacing: Bool) throws -> Upload? {
        if asked == .none {
            try StandardOutput.write(bytes)
            return nil
        }
        let isThere = try asked != .replaced && manifest?.has(path, holding: bytes) == true
        var upload = try isThere ? nil : OutputFile(path: path).write(bytes, type: type, replacing: replacing)
        if let advice { upload?.advice = advice }
        names.wrote(path)
        return upload
    }
}
