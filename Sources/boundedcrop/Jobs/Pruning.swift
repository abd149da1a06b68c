import BoundedCrop
import CLibrary

/// Removing the outputs of pictures that are gone, that corrections leave out, or whose outputs have other names by now or are fewer.
extension OutputJob {
    /// Removes them, and asks before on a terminal.
    func prune(_ inputs: [String]) throws -> (lines: [Batch.Line], notes: [String]) {
        guard let manifest else { return ([], []) }
        let (gone, doubtful) = manifest.gone(from: inputs)
        let pictures = gone + manifest.leftOut() + manifest.former()
        let notes = doubtful.map { "there is nothing in \($0.printable), so outputs of the pictures that were there are not removed" }
        guard mode.isDry || !asks || confirms(pictures) else { return ([], notes + ["nothing was removed"]) }
        let (lines, reasons) = try remove(pictures)
        return (lines, notes + reasons)
    }

    /// Removes the outputs of a picture that corrections leave out.
    func pruneLeftOut(_ entry: PictureEntry) throws {
        let pictures = manifest?.leftOut(entry) ?? []
        for output in pictures.flatMap(\.outputs) { names.release(template.folder + output.file.text, by: entry.path) }
        _ = try remove(pictures)
    }

    /// What there is of pictures that corrections leave out.
    var leftOutNotes: [String] {
        let outputs = manifest?.leftOut().flatMap(\.outputs).map { (template.folder + $0.file.text).printable } ?? []
        return outputs.isEmpty ? [] : ["outputs of pictures that corrections leave out: \(outputs.listed(5)); --prune removes them"]
    }

    /// What there is of outputs that runs have not made again.
    var formerNotes: [String] {
        let outputs = manifest?.former().flatMap(\.outputs).filter { !$0.isHashed }.map { template.folder + $0.file.text } ?? []
        let there = Set(outputs).filter { AtomicFile.exists($0) && !names.contains($0) }.sorted().map(\.printable)
        return there.isEmpty ? [] : ["outputs of earlier runs that were not made again: \(there.listed(5)); --prune removes them"]
    }

    private func remove(_ pictures: [RunManifest.Gone]) throws -> (lines: [Batch.Line], notes: [String]) {
        var (lines, forgotten): ([Batch.Line], [RunManifest.Gone]) = ([], [])
        var kept: [Removal: [String]] = [:]
        for picture in pictures {
            let named = picture.outputs.map { (path: template.folder + $0.file.text, became: remove($0, onlyLooking: mode.isDry)) }
            lines += named.filter { $0.became == .removed }.map { change($0.path, .removed, picture.path) }
            for (path, became) in named { kept[became, default: []].append(path) }
            if !named.contains(where: { $0.became == .refused }) { forgotten.append(picture) }
        }
        try manifest?.forget(forgotten)
        let reasons = [(Removal.changed, "was changed since"), (.linked, "is reached through a link"), (.refused, "cannot be removed")]
        let notes = reasons.compactMap { became, why in
            kept[became].map { "not removed, though the picture is gone or left out, as it \(why): \($0.map(\.printable).listed(5))" }
        }
        return (lines, notes)
    }

    /// Whether somebody is there to be asked.
    private var asks: Bool { StandardError.isTerminal && isatty(STDIN_FILENO) != 0 }

    private func confirms(_ pictures: [RunManifest.Gone]) -> Bool {
        let removable = pictures.flatMap(\.outputs).filter { remove($0, onlyLooking: true) == .removed }
        guard !removable.isEmpty else { return true }
        let paths = removable.map { template.folder + $0.file.text }
        let what =
            paths.count == 1
            ? "1 output of a picture that is gone or left out" : "\(paths.count) outputs of pictures that are gone or left out"
        StandardError.write("boundedcrop: remove \(what) (\(paths.map(\.printable).listed(5)))? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// What became of an output.
    private enum Removal {
        case removed
        /// It is not there any more, or has become that of another picture in this run.
        case missing
        /// It has other content than was written.
        case changed
        /// Its path leads out of the folder of the outputs, or may do so.
        case linked
        /// The system refuses it, or it is a picture of this run.
        case refused
    }

    /// Removes an output if it is the file that was written.
    private func remove(_ output: MadeOutput, onlyLooking: Bool) -> Removal {
        let parts = output.file.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return .linked }
        if names.contains(template.folder + output.file.text) { return .missing }
        if let real = AtomicFile.realPath(template.folder + output.file.text), names.isInput(real) { return .refused }
        let (folder, name) = Descriptor.folder(of: output.file.text, in: template.folder.isEmpty ? "." : template.folder)
        guard folder >= 0 else { return Self.removal(errno) }
        defer { close(folder) }
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return Self.removal(errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == output.bytes else {
            return .changed
        }
        var limits = ImageLimits()
        limits.maximumBytes = output.bytes
        guard let bytes = try? FileReader.bytes(fromDescriptor: file, limits: limits) else { return .refused }
        guard Fingerprint.text(of: bytes) == output.sha256 else { return .changed }
        return onlyLooking || unlinkat(folder, name, 0) == 0 ? .removed : .refused
    }

    private static func removal(_ code: Int32) -> Removal {
        switch code {
        case ENOENT: .missing
        case ELOOP, ENOTDIR, EMLINK: .linked
        default: .refused
        }
    }
}
