import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import Synchronization

/// What is there already, and stays as it is.
extension OutputJob {
    /// Stands for the size of a picture that has not been read.
    private static let unknownSize = PixelSize(width: 1, height: 1)

    /// The lines for a picture whose outputs are all objects that exist already, if those are to be left out; otherwise nil.
    ///
    /// - Parameter source: Nil if the picture has not been read, because all outputs have one format.
    func skipped(_ entry: PictureEntry, _ source: ImageSource?, objects: ObjectStorage) async throws -> [Batch.Line]? {
        if manifest != nil { return try await WorkerPool.shared.run(evenIfFull: true) { [self] _ in try madeBeforeReading(entry) } }
        guard output.skipExisting, output.isObject, !output.plan, effects == nil else { return nil }
        if sourceSet != nil {
            for manifest in manifests(entry) where try await objects.exists(manifest) { return [skipped(entry, manifest)] }
            return nil
        }
        guard let format = self.format ?? source?.header.outputFormat else { return nil }
        var paths: [String] = []
        for wish in wanted {
            guard source != nil || wish.shape.isExact, let path = knownPath(wish, entry, source?.size ?? Self.unknownSize, format) else {
                return nil
            }
            if !paths.contains(path) {
                guard try await objects.exists(path) else { return nil }
                paths.append(path)
            }
        }
        return try left(paths, entry)
    }

    /// The lines for what stays as it is: an earlier run made it, or it is there and its name does not depend on what is in the picture; nil if
    /// there is something to make.
    func left(
        _ group: [Wanted],
        _ entry: PictureEntry,
        _ picture: PixelSize,
        _ format: ImageFormat,
        _ content: String?,
        _ claimed: inout Set<String>
    ) throws -> [Batch.Line]? {
        if let outputs = try made(group, entry, content) { return try left(outputs, entry, &claimed) }
        guard !output.plan else { return nil }
        if sourceSet != nil { return manifests(entry).first { output.existing.isDone($0, for: entry) }.map { [skipped(entry, $0)] } }
        guard let path = knownPath(group[0], entry, picture, format), places.existing.isDone(path, for: entry) else { return nil }
        return try left([path], entry, &claimed)
    }

    /// Leaves outputs as they are: the lines that say so.
    ///
    /// - Parameter claimed: The outputs of this picture so far.
    private func left(_ outputs: [String], _ entry: PictureEntry, _ claimed: inout Set<String>) throws -> [Batch.Line] {
        try outputs.map { path in
            if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
            return skipped(entry, path)
        }
    }

    private func left(_ outputs: [String], _ entry: PictureEntry) throws -> [Batch.Line] {
        var claimed: Set<String> = []
        return try left(outputs, entry, &claimed)
    }

    /// The output's path, if it does not depend on what is in the picture.
    private func knownPath(_ wish: Wanted, _ entry: PictureEntry, _ picture: PixelSize, _ format: ImageFormat) -> String? {
        guard let size = wish.shape.outputSize(for: picture), wish.request.last.target.enlargesCrops, templateWithoutFaces == nil,
            wish.shape.isExact || !wish.request.hasOwnShape, !eachFace
        else { return nil }
        return path(entry, size, AspectRatio(size), format, template)
    }

    /// The lines for a picture whose file is as it was when all was made; nil if it must be read.
    private func madeBeforeReading(_ entry: PictureEntry) throws -> [Batch.Line]? {
        guard let manifest else { return nil }
        manifest.begin(entry, sidecar: readsSidecars ? Sidecar.fingerprint(of: entry.path) : "")
        guard let (content, size) = manifest.content(of: entry) else { return nil }
        let (groups, lines) = try corrected(entry, size, nil) { content }
        var outputs: [String] = []
        for group in groups {
            guard let made = try made(group, entry, content) else { return nil }
            outputs += made
        }
        manifest.end(entry)
        names.read(entry)
        return try lines + left(outputs, entry)
    }
}

/// What earlier runs made with `--update`, and what this one makes.
extension OutputJob {
    /// Whether what is made is noted.
    var remembers: Bool { manifest != nil || web != nil }

    /// All that outputs depend on besides the picture's content, as a hash.
    private func options(of wishes: [Wanted], _ entry: PictureEntry) throws -> String {
        let isUsual = wishes.allSatisfy { $0.request.corrected == Corrected() }
        let shapes = wishes.map(\.shape)
        let known = isUsual ? usualOptions.withLock { $0[shapes] } : nil
        let options = try known ?? options(of: wishes)
        if isUsual, known == nil { usualOptions.withLock { $0[shapes] = options } }
        // The name is in that of the output, and depends on which folder was the input.
        return Fingerprint.text(of: "\(options)\n\(entry.name)\n\(manifest?.sidecar(of: entry) ?? "")".utf8)
    }

    private func options(of wishes: [Wanted]) throws -> String {
        // Paths in the manifests of source sets are as the run wrote them. What else is made does not depend on the folder.
        let names = sourceSet == nil ? template.moved(to: ".") : template
        let detector = try renderer.detector(for: wanted[0].request.last.crop)
        let reading = "\(output.keepProfile) \(mode.allowsTruncated) \(mode.raw)"
        var parts = [BoundedCropVersion.current, detector.cacheKey, "\(names)", reading]
        if let sourceSet { parts.append("\(sourceSet)") }
        if let faceNames { parts += faceNames.names }
        for wish in wishes {
            // Not every effect can be written as JSON, and what a mask's file holds is only in its key.
            let effects = wish.request.last.steps.map { $0.effect?.cacheKey ?? "\($0)" }
            var request = wish.request
            request.last.steps = []
            let corrected = wish.request.corrected
            let redaction = corrected.refusal ?? corrected.redaction?.key ?? ""
            parts += ["\(wish.shape)", try JSONText.text(request), effects.joined(separator: " ")]
            parts += [corrected.words.joined(separator: ","), redaction]
        }
        return parts.joined(separator: "\n")
    }

    /// What was asked for, as a hash, however many faces of whatever names have outputs.
    private func request(of wishes: [Wanted]) throws -> String {
        let parts = try wishes.map { wish in
            var request = wanted[order(of: [wish])].request
            request.last.steps = []
            (request.last.crop.eachFace, request.last.crop.limits.maximumCount) = (nil, RenderRequest.Crop().limits.maximumCount)
            return "\(wish.shape) \(try JSONText.text(request))"
        }
        return Fingerprint.text(of: (parts + [output.output ?? ""]).joined(separator: "\n").utf8)
    }

    /// The outputs of an earlier run that would be made again just like that; nil if there is something to make.
    ///
    /// - Parameter content: The SHA-256 of the picture.
    private func made(_ wishes: [Wanted], _ entry: PictureEntry, _ content: String?) throws -> [String]? {
        guard let manifest, let content else { return nil }
        let options = try options(of: wishes, entry)
        guard let line = manifest.line(for: entry, options: options, content: content, previewed: web != nil) else { return nil }
        web?.add(entry, line, order(of: wishes))
        return line.outputs.map { template.folder + $0.file.text }
    }

    /// Notes the outputs of this run.
    func remember(
        _ outputs: [MadeOutput],
        _ preview: CropPreview?,
        of wishes: [Wanted],
        _ entry: PictureEntry,
        _ source: ImageSource,
        _ content: String?
    ) throws {
        guard remembers, let content else { return }
        let (place, state) = manifest?.placeAndState(of: entry) ?? (entry.path, nil)
        var line = RunManifest.Line(place, source, state, options: try options(of: wishes, entry), content: content)
        (line.outputs, line.preview) = (outputs, web == nil ? nil : preview)
        if eachFace { line.request = try request(of: wishes) }
        try manifest?.add(line)
        if !outputs.isEmpty { web?.add(entry, line, order(of: wishes)) }
    }

    /// The place of what is made among all that is wanted of a picture.
    private func order(of wishes: [Wanted]) -> Int { wanted.firstIndex { $0.shape == wishes.first?.shape } ?? 0 }

    /// A file that was made.
    func made(_ path: String, _ bytes: [UInt8], _ type: String, _ size: PixelSize?) -> MadeOutput {
        MadeOutput(file: relative(path), bytes, type: type, size: size, hashed: manifest != nil)
    }

    /// A path relative to the folder of the outputs.
    func relative(_ path: String) -> String {
        path.hasPrefix(template.folder) ? String(path.dropFirst(template.folder.count)) : path
    }

    /// The line for what becomes of an output.
    func change(_ path: String, _ change: ChangeRecord.Change, _ picture: String) -> Batch.Line {
        let record = ChangeRecord(file: picture, change: change, path: path)
        var line = Batch.Line(json: .change(record), text: mode.isDry || verbose ? record.summary : nil)
        (line.isSkipped, line.isRemoved) = (change == .left, change == .removed)
        return line
    }

    func changes(_ paths: [String], _ change: ChangeRecord.Change, _ entry: PictureEntry) -> [Batch.Line] {
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }.map { self.change($0, change, entry.path) }
    }
}
