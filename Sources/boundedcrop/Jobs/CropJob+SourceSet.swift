import BoundedCrop
import BoundedCropEffects
import BoundedCropEvaluation

/// One crop in several widths. The manifest is written last, so that it says that all is there.
extension CropJob {
    func run(_ set: SourceSet, _ entry: PictureEntry, _ source: ImageSource, _ cancellation: Cancellation) throws -> [Batch.Line] {
        if !output.plan, let manifest = manifests(entry).first(where: { output.isDone($0, for: entry) }) {
            return [skipped(entry, manifest)]
        }
        let encodings = encodings(set.formats, for: source)
        let work = try PictureWork(entry, source, animation: followed(source, encodings, cancellation), output, cancellation)
        let request = requests[0]
        let plan = try plans(work, for: [request])[0]
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
            if !output.skipExisting { try output.checkAbsence(of: path) }
        }
        for index in outputs.indices {
            let size = effects.isEmpty ? outputs[index].size : nil
            outputs[index].replaces = try output.replaces(outputs[index].path, by: size, of: entry, names, template)
        }
        var smallest: PixelBuffer?
        var lines = try write(outputs, work) { smallest = smallest ?? $0 }
        let pixels = try smallest ?? cropper.render(plan, of: work.picture, scaledTo: outputs[0].size, applying: effects).pixels
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
            let encoding = output.encoding(choice, source: source.header)
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
