import BoundedCrop
import BoundedCropEffects
import BoundedCropEvaluation
import BoundedCropRendering

/// The `crop` job for each picture: read, detect, crop, write, report.
final class CropJob: Sendable {
    let cropper: BlockingCropper
    let shape: ShapeOptions
    /// A request for each shape.
    let requests: [CropRequest]
    /// The widths to write of one crop, with their HTML; nil for the crops that `shape` describes.
    let sourceSet: SourceSet?
    let effects: [any ImageEffect]
    let output: OutputOptions
    let template: OutputTemplate
    /// Where the outputs of pictures without faces go; nil if they go where the others go.
    let templateWithoutFaces: OutputTemplate?
    let verbose: Bool
    let names: OutputNames

    init(
        cropper: BlockingCropper,
        shape: ShapeOptions,
        sourceSet: SourceSet?,
        accuracy: DetectionAccuracy,
        effects: [any ImageEffect],
        output: OutputOptions,
        folderWithoutFaces: String?,
        verbose: Bool,
        names: OutputNames
    ) throws {
        self.cropper = cropper
        self.shape = shape
        requests = shape.requests(accuracy: accuracy)
        self.sourceSet = sourceSet
        self.effects = effects
        self.output = output
        self.verbose = verbose
        self.names = names
        template = try output.template(shapeCount: sourceSet == nil ? shape.shapes.count : 2)
        templateWithoutFaces = folderWithoutFaces.map { [template] in template.moved(to: $0) }
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        names.read(entry)
        if let sourceSet { return try run(sourceSet, entry, source, cancellation) }
        let encoding = output.encoder.encoding(template: template, source: source.header)
        var wishes = Array(zip(shape.shapes, requests))
        var lines: [Batch.Line] = []
        var claimed: Set<String> = []
        if output.skipExisting || output.newer, !output.plan {
            try wishes.removeAll { wanted, request in
                guard let path = knownPath(wanted, request, entry, source.size, encoding), output.existing.isDone(path, for: entry) else {
                    return false
                }
                if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
                lines.append(skipped(entry, path))
                return true
            }
        }
        guard !wishes.isEmpty else { return lines }
        let work = try PictureWork(entry, source, self, [encoding], cancellation)
        var wants: [CropOutput] = []
        for (plan, (wanted, request)) in zip(try work.plans(for: wishes.map(\.1)), wishes) {
            let size = size(wanted, request, plan, source.size)
            let aspect = wanted.isExact ? plan.outputAspect : AspectRatio(size)
            let path = path(entry, size, aspect, encoding.format, template(for: plan, request))
            var want = CropOutput(plan: plan, request: request, size: size, path: path, encoding: encoding)
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
                want.replaces = try output.existing.replaces(want.path, by: effects.isEmpty ? size : nil, of: entry, names, template)
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
        let own = source.map { output.encoder.encoding(template: template, source: $0.header) }
        guard let encoding = own ?? output.encoder.encodingOfAll(template: template) else { return nil }
        var paths: [String] = []
        for (wanted, request) in zip(shape.shapes, requests) {
            guard source != nil || shape.isKnownWithoutPicture,
                let path = knownPath(wanted, request, entry, source?.size ?? Self.unknownSize, encoding)
            else { return nil }
            if !paths.contains(path) {
                guard try await objects.exists(path) else { return nil }
                paths.append(path)
            }
        }
        for path in paths { try names.claim(path, for: entry.path) }
        return paths.map { skipped(entry, $0) }
    }

    /// The output's path, if it does not depend on what is in the picture.
    func knownPath(
        _ wanted: WantedShape,
        _ request: CropRequest,
        _ entry: PictureEntry,
        _ picture: PixelSize,
        _ encoding: ImageEncoding
    ) -> String? {
        guard let size = wanted.outputSize(for: picture), request.allowsUpscaling, templateWithoutFaces == nil,
            wanted.isExact || !request.rotatesToFaces
        else { return nil }
        return path(entry, size, AspectRatio(size), encoding.format, template)
    }

    /// The size of the output for a plan.
    func size(_ wanted: WantedShape, _ request: CropRequest, _ plan: CropPlan, _ picture: PixelSize) -> PixelSize {
        let ofPlan = request.outputSize(for: plan)
        // A picture that is turned has other sides.
        guard !wanted.isExact, let size = wanted.outputSize(for: request.rotatesToFaces ? ofPlan : picture) else { return ofPlan }
        let enlarges = ofPlan.width < size.width || ofPlan.height < size.height
        return enlarges && !request.allowsUpscaling ? ofPlan : size
    }

    func path(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ aspect: AspectRatio,
        _ format: ImageFormat,
        _ template: OutputTemplate
    ) -> String {
        template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: requests.first?.scheme ?? .all, format: format))
    }

    /// The template for a crop: that of pictures without faces if none was found.
    func template(for plan: CropPlan, _ request: CropRequest) -> OutputTemplate {
        request.lacksFaces(plan) ? templateWithoutFaces ?? template : template
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
        let encodings = encodings(set.formats, for: source)
        let work = try PictureWork(entry, source, self, encodings, cancellation)
        let request = requests[0]
        let plan = try work.plans(for: [request])[0]
        let template = template(for: plan, request)
        var outputs = set.widths.sizes(within: request.outputSize(for: plan)).flatMap { size in
            encodings.map { encoding in
                let path = path(entry, size, plan.outputAspect, encoding.format, template)
                // Without its manifest, a set of an earlier run is not complete, and is made again.
                return CropOutput(
                    plan: plan,
                    request: request,
                    size: size,
                    path: path,
                    encoding: encoding,
                    replacesOwn: output.skipExisting
                )
            }
        }
        if output.plan { return outputs.map { report(work, $0, written: nil) } }
        let files = SourceSetFiles(template, entry)
        for path in outputs.map(\.path) + [files.html, files.manifest] {
            try names.claim(path, for: entry.path)
            if !output.skipExisting { try output.existing.checkAbsence(of: path) }
        }
        for index in outputs.indices {
            let size = effects.isEmpty ? outputs[index].size : nil
            outputs[index].replaces = try output.existing.replaces(outputs[index].path, by: size, of: entry, names, template)
        }
        var smallest: PixelBuffer?
        var lines = try write(outputs, work) { smallest = smallest ?? $0 }
        let pixels = try smallest ?? work.crops.pixels(for: [made(outputs[0])])[0]
        let written = lines.compactMap { ($0.json as? CropRecord)?.output }
        let sources = encodings.map { encoding in
            let files = written.filter { $0.format == encoding.format }.sorted { $0.width < $1.width }
            return SourceSetRecord.Source(type: encoding.format.mediaType, files: files)
        }
        lines.append(try describe(sources, Placeholder(of: pixels), set.html, files, entry))
        return lines
    }

    /// The encodings of a picture, each format once.
    private func encodings(_ choices: [OutputOptions.FormatChoice], for source: ImageSource) -> [ImageEncoding] {
        choices.reduce(into: [ImageEncoding]()) { encodings, choice in
            let encoding = output.encoder.encoding(choice, source: source.header)
            if !encodings.contains(where: { $0.format == encoding.format }) { encodings.append(encoding) }
        }
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
