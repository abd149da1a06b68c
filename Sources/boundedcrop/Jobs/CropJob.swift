import BoundedCrop
import BoundedCropEvaluation
import BoundedCropRendering

/// The `crop` job for each picture: read, detect, crop, write, report.
final class CropJob: PictureJob {
    /// A shape, and the request for it.
    typealias Wanted = (shape: WantedShape, request: RenderRequest)

    let renderer: ImageRenderer
    let wanted: [Wanted]
    /// The widths to write of one crop, with their HTML; nil for the crops of the shapes.
    let sourceSet: SourceSet?
    let output: OutputOptions
    let template: OutputTemplate
    /// Where the outputs of pictures without faces go; nil if they go where the others go.
    let templateWithoutFaces: OutputTemplate?
    let verbose: Bool
    let names: OutputNames

    init(
        renderer: ImageRenderer,
        wanted: [Wanted],
        sourceSet: SourceSet?,
        output: OutputOptions,
        folderWithoutFaces: String?,
        verbose: Bool,
        names: OutputNames
    ) throws {
        (self.renderer, self.wanted, self.sourceSet, self.output) = (renderer, wanted, sourceSet, output)
        (self.verbose, self.names) = (verbose, names)
        template = try output.template(shapeCount: sourceSet == nil ? wanted.count : 2)
        templateWithoutFaces = folderWithoutFaces.map { [template] in template.moved(to: $0) }
    }

    var writesObjects: Bool { output.isObject }
    var skipsBeforeReading: Bool { output.formatOfAll(template) != nil }

    /// What the crops of a picture cost.
    func cost(of source: ImageSource) throws -> RequestCost {
        guard let sourceSet, !output.plan else {
            return try renderer.cost(source, wanted.map { output.plan ? $0.request.planOnly : $0.request })
        }
        let request = wanted[0].request
        let requests = sourceSet.widths.widths.filter { $0 <= source.size.width }.map { width in
            var request = request
            request.last.target.dimensions.width = .pixels(width)
            return request
        }
        return try renderer.cost(source, requests.isEmpty ? [request] : requests)
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        names.read(entry)
        if let sourceSet { return try run(sourceSet, entry, source, cancellation) }
        let format = output.formatOfAll(template) ?? source.header.outputFormat
        var wishes = wanted
        var lines: [Batch.Line] = []
        var claimed: Set<String> = []
        if output.skipExisting || output.newer, !output.plan {
            try wishes.removeAll { wish in
                guard let path = knownPath(wish, entry, source.size, format), output.existing.isDone(path, for: entry) else { return false }
                if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
                lines.append(skipped(entry, path))
                return true
            }
        }
        guard !wishes.isEmpty else { return lines }
        let work = PictureWork(entry, source, renderer, cancellation)
        var wants: [CropOutput] = []
        for (planned, wish) in zip(try work.plans(for: wishes.map { formatted($0.request, as: format) }), wishes) {
            let planned = planned.scaled(to: size(wish, planned, source.size))
            let size = planned.plan.size
            let aspect = wish.shape.isExact ? planned.crop.outputAspect : AspectRatio(size)
            var want = CropOutput(planned, path: path(entry, size, aspect, format, template(for: planned)))
            if output.plan {
                lines.append(report(work, want, written: nil))
                continue
            }
            let isNew = claimed.insert(want.path).inserted
            if isNew, !output.writesToStandardOutput { try names.claim(want.path, for: entry.path) }
            want.replacesOwn = wants.contains { $0.isSameFile(as: want) }
            if output.existing.isDone(want.path, for: entry) {
                lines.append(skipped(entry, want.path))
            } else if isNew || want.replacesOwn {
                try output.existing.checkAbsence(of: want.path)
                want.replaces = try replaces(want, of: entry, template)
                wants.append(want)
            } else {
                throw BoundedCropError(
                    .fileExists,
                    "\(want.path) would hold two of the crops: add {width}, {height} or {aspect} to the output's name"
                )
            }
        }
        return try lines + write(wants, work)
    }

    private func formatted(_ request: RenderRequest, as format: ImageFormat) -> RenderRequest {
        var request = request
        request.output.format = format
        return request
    }

    private func replaces(_ want: CropOutput, of entry: PictureEntry, _ template: OutputTemplate) throws -> Bool {
        let size = want.planned.request.last.steps.isEmpty ? want.size : nil
        return try output.existing.replaces(want.path, by: size, of: entry, names, template)
    }
}

/// Where crops go, and which of them are there already.
extension CropJob {
    /// Stands for the size of a picture that has not been read.
    private static let unknownSize = PixelSize(width: 1, height: 1)

    /// The lines for a picture whose outputs are all objects that exist already, if those are to be left out; otherwise nil.
    ///
    /// - Parameter source: Nil if the picture has not been read, because all outputs have one format.
    func skipped(_ entry: PictureEntry, _ source: ImageSource?, objects: ObjectStorage) async throws -> [Batch.Line]? {
        guard output.skipExisting, output.isObject, !output.plan else { return nil }
        if sourceSet != nil {
            for manifest in manifests(entry) where try await objects.exists(manifest) { return [skipped(entry, manifest)] }
            return nil
        }
        guard let format = output.formatOfAll(template) ?? source?.header.outputFormat else { return nil }
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
        for path in paths { try names.claim(path, for: entry.path) }
        return paths.map { skipped(entry, $0) }
    }

    /// The output's path, if it does not depend on what is in the picture.
    private func knownPath(_ wish: Wanted, _ entry: PictureEntry, _ picture: PixelSize, _ format: ImageFormat) -> String? {
        guard let size = wish.shape.outputSize(for: picture), wish.request.last.target.enlargesCrops, templateWithoutFaces == nil,
            wish.shape.isExact || !hasOwnShape(wish)
        else { return nil }
        return path(entry, size, AspectRatio(size), format, template)
    }

    /// The size of the output for a plan.
    private func size(_ wish: Wanted, _ planned: RenderJob.Planned, _ picture: PixelSize) -> PixelSize {
        let ofPlan = planned.plan.size
        guard !wish.shape.isExact, let size = wish.shape.outputSize(for: hasOwnShape(wish) ? ofPlan : picture) else { return ofPlan }
        let enlarges = ofPlan.width < size.width || ofPlan.height < size.height
        return enlarges && !wish.request.last.target.enlargesCrops ? ofPlan : size
    }

    /// Whether a crop of the picture's own shape may have other proportions: the picture may be turned, or the crop is given.
    private func hasOwnShape(_ wish: Wanted) -> Bool {
        let crop = wish.request.last.crop
        return crop.rotatesToFaces || crop.rectangle != nil
    }

    func path(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ aspect: AspectRatio,
        _ format: ImageFormat,
        _ template: OutputTemplate
    ) -> String {
        template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: wanted[0].request.last.crop.scheme, format: format))
    }

    /// The template for a crop: that of pictures without faces if none was found.
    func template(for planned: RenderJob.Planned) -> OutputTemplate {
        planned.lacksFeatures ? templateWithoutFaces ?? template : template
    }

    func skipped(_ entry: PictureEntry, _ path: String) -> Batch.Line {
        let record = SkippedRecord(file: entry.path, skipped: path)
        return Batch.Line(json: record, text: verbose ? record.summary : nil, isSkipped: true)
    }
}

/// One crop in several widths. The manifest is written last, so that it says that all is there.
extension CropJob {
    func run(_ set: SourceSet, _ entry: PictureEntry, _ source: ImageSource, _ cancellation: Cancellation) throws -> [Batch.Line] {
        if !output.plan, let manifest = manifests(entry).first(where: { output.existing.isDone($0, for: entry) }) {
            return [skipped(entry, manifest)]
        }
        let formats = formats(set, for: source)
        let work = PictureWork(entry, source, renderer, cancellation)
        let requests = formats.map { formatted(wanted[0].request, as: $0) }
        // If one of the formats has all frames of an animation, the crop is the one for all of them.
        let request = requests.first { renderer.animates(source, $0, nil) } ?? requests[0]
        let planned = try work.plans(for: [request])[0]
        let template = template(for: planned)
        var outputs = set.widths.sizes(within: planned.plan.size).flatMap { size in
            formats.map { format in
                let path = path(entry, size, planned.crop.outputAspect, format, template)
                var planned = planned.scaled(to: size)
                planned.request.output.format = format
                // Without its manifest, a set of an earlier run is not complete, and is made again.
                return CropOutput(planned, path: path, replacesOwn: output.skipExisting)
            }
        }
        if output.plan { return outputs.map { report(work, $0, written: nil) } }
        let files = SourceSetFiles(template, entry)
        for path in outputs.map(\.path) + [files.html, files.manifest] {
            try names.claim(path, for: entry.path)
            if !output.skipExisting { try output.existing.checkAbsence(of: path) }
        }
        for index in outputs.indices { outputs[index].replaces = try replaces(outputs[index], of: entry, template) }
        var smallest: PixelBuffer?
        var lines = try write(outputs, work) { smallest = smallest ?? $0 }
        let pixels = try smallest ?? work.job.pixels(of: [outputs[0].planned])[0]
        let written = lines.compactMap { ($0.json as? CropRecord)?.output }
        let sources = formats.map { format in
            let files = written.filter { $0.format == format }.sorted { $0.width < $1.width }
            return SourceSetRecord.Source(type: format.mediaType, files: files)
        }
        lines.append(try describe(sources, Placeholder(of: pixels), set.html, files, entry))
        return lines
    }

    /// The formats of a picture's crops, each once.
    private func formats(_ set: SourceSet, for source: ImageSource) -> [ImageFormat] {
        set.formats.map { $0.format ?? source.header.outputFormat }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Where the manifest of a picture may be.
    func manifests(_ entry: PictureEntry) -> [String] {
        ([template] + (templateWithoutFaces.map { [$0] } ?? [])).map { SourceSetFiles($0, entry).manifest }
    }

    /// Writes the HTML and the manifest.
    private func describe(
        _ sources: [SourceSetRecord.Source],
        _ placeholder: Placeholder,
        _ html: SourceSetHTML,
        _ files: SourceSetFiles,
        _ entry: PictureEntry
    ) throws -> Batch.Line {
        let largest = sources.last?.files.last
        let record = SourceSetRecord(
            file: entry.path,
            manifest: files.manifest,
            width: largest?.width ?? 0,
            height: largest?.height ?? 0,
            sources: sources,
            placeholder: placeholder,
            html: html.text(sources, placeholder, path: files.html, root: HTML.folder(of: files.root))
        )
        let replaces = output.overwrite || output.newer || output.skipExisting
        let uploads = try [
            OutputFile(path: files.html).write(Array(record.html.utf8), type: "text/html; charset=utf-8", replacing: replaces),
            OutputFile(path: files.manifest).write(
                Array((JSONText.text(record) + "\n").utf8),
                type: "application/json",
                replacing: replaces
            ),
        ]
        return Batch.Line(json: record, text: verbose ? record.summary : nil, uploads: uploads.compactMap(\.self), needsAll: true)
    }
}

/// The files that describe the crops of a picture.
struct SourceSetFiles {
    /// The folder of all outputs, with a slash at its end; empty for the current one.
    let root: String
    let html: String
    let manifest: String

    private static let endings = (html: ".srcset.html", manifest: ".srcset.json")

    init(_ template: OutputTemplate, _ entry: PictureEntry) {
        root = template.folder
        html = template.folder + entry.name + Self.endings.html
        manifest = template.folder + entry.name + Self.endings.manifest
    }

    /// Whether a file is named like one of these.
    static func areNamed(_ name: String) -> Bool { name.hasSuffix(endings.html) || name.hasSuffix(endings.manifest) }
}
