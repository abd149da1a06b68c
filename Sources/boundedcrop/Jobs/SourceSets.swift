import BoundedCrop
import BoundedCropEvaluation
import BoundedCropRendering

/// The widths of one crop, as an option has them.
struct SourceSetWidths: Sendable {
    /// Pixels, in ascending order, each once.
    let widths: [Int]
    /// The aspect of all; nil for the picture's own.
    let aspect: AspectRatio?
    /// The condition of CSS under which a page shows this crop; nil for the crop of all other cases.
    let media: String?

    static let most = 32

    /// Parses widths with an aspect, such as `320,640,960@1:1`, or without, and after another @ with a condition in parentheses, such as
    /// `320@1:1@(max-width:600px)`, or without; nil for anything else.
    init?(_ text: String) {
        var parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let last = parts[parts.count - 1]
        media = parts.count > 1 && last.contains("(") ? String(last) : nil
        if let media {
            guard Self.isCondition(media) else { return nil }
            parts.removeLast()
        }
        let widths = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { $0.hasPrefix("+") ? nil : Int($0) }
        let known = Set(widths.compactMap(\.self))
        let aspect = parts.count > 1 ? AspectRatio(parts[1].replacing("/", with: ":")) : nil
        guard parts.count == 1 || parts.count == 2 && aspect != nil, !widths.contains(nil), widths.count <= Self.most,
            known.allSatisfy((1...65_535).contains)
        else { return nil }
        (self.widths, self.aspect) = (known.sorted(), aspect)
    }

    /// Whether a text can be a condition, and nothing that could end it or the attribute that holds it.
    private static func isCondition(_ text: String) -> Bool {
        var depth = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            default: if !" :,.-/%".utf8.contains(byte) { return false }
            }
            if depth < 0 { return false }
        }
        return depth == 0 && text.utf8.count <= 500
    }

    /// The sizes of a crop. None is larger than the crop itself, whose size takes the place of all widths beyond it.
    ///
    /// - Parameter natural: The size of the crop without scaling.
    func sizes(within natural: PixelSize) -> [PixelSize] {
        let sizes = widths.filter { $0 < natural.width }.map { width in
            let share = aspect.map { Double($0.height) / Double($0.width) } ?? Double(natural.height) / Double(natural.width)
            return PixelSize(width: width, height: max(1, Int((Double(width) * share).rounded())))
        }
        return sizes.count < widths.count ? sizes + [natural] : sizes
    }
}

/// One crop in several widths and formats, or one for each of several conditions, with HTML that lets a browser choose.
struct SourceSet: Sendable {
    static let mostCrops = 16

    /// What a page shows until a picture is there.
    enum PlaceholderChoice: String, CaseIterable, Sendable {
        case none, color, blurhash, thumbhash
        case dataURI = "data-uri"
    }

    /// The crops. The last one is for browsers that meet no condition of the others.
    var crops: [SourceSetWidths]
    /// The best first.
    /// Nil is the format of the source.
    let formats: [ImageFormat?]
    let html: SourceSetHTML
}

/// One crop in several widths, or several of them. The manifest is written last, so that it says that all is there.
extension CropJob {
    func run(
        _ set: SourceSet,
        _ wishes: [Wanted],
        _ entry: PictureEntry,
        _ source: ImageSource,
        _ content: String?,
        _ cancellation: Cancellation
    ) throws -> [Batch.Line] {
        if !output.plan, let manifest = manifests(entry).first(where: { existing.isDone($0, for: entry) }) {
            return [skipped(entry, manifest)]
        }
        if let outputs = try made(wishes, entry, content) { return try left(outputs, entry) }
        let formats = formats(set, for: source)
        let work = work(entry, source, cancellation)
        let plans = try work.plans(
            for: wishes.map { wish in
                let requests = formats.map { formatted(wish.request, as: $0) }
                // If one of the formats has all frames of an animation, the crop is the one for all of them.
                return requests.first { renderer.animates(source, $0, nil) } ?? requests[0]
            }
        )
        let template = template(for: plans[0])
        let crops: [[CropOutput]] = try zip(zip(set.crops, plans), wishes).map { crop, wish in
            let (crop, planned) = crop
            return try crop.sizes(within: planned.plan.size).flatMap { size in
                try formats.map { format in
                    let path = try path(entry, size, planned.outputAspect, format, template)
                    var planned = planned.scaled(to: size)
                    planned.request.output.format = format
                    return CropOutput(planned, path: path)
                }
            }
        }
        // Crops of the same aspect share the files of the widths that they have in common.
        var outputs: [CropOutput] = []
        for want in crops.joined() where !outputs.contains(where: { $0.isSameFile(as: want) }) {
            if !template.hasHash, outputs.contains(where: { $0.path == want.path }) { throw Self.conflict(want) }
            outputs.append(want)
        }
        let fallback = crops[crops.count - 1][0]
        if output.plan { return try outputs.map { try report(work, $0, written: nil) } }
        let files = SourceSetFiles(template, entry)
        for path in (template.hasHash ? [] : outputs.map(\.path)) + [files.html, files.manifest] {
            try names.claim(path, for: entry.path)
            if !output.skipExisting { try existing.checkAbsence(of: path) }
        }
        if mode.isDry { return changes(outputs.map(\.path) + [files.html, files.manifest], .made, entry) }
        // Without its manifest, a set of an earlier run is not complete, and is made again.
        let replaced = output.skipExisting ? ExistingOutputs.replaced : existing
        for index in outputs.indices { outputs[index].replaces = try replaces(outputs[index], of: entry, template, replaced) }
        var smallest: PixelBuffer?
        let written = try write(outputs, work) { if $0.hasSamePixels(as: fallback) { smallest = smallest ?? $1 } }
        let pixels = try smallest ?? work.job.pixels(of: [fallback.planned])[0]
        let sources: [SourceSetRecord.Source] = zip(set.crops, crops).flatMap { crop, wants in
            formats.map { format in
                let own = wants.filter { $0.planned.request.output.format == format }
                let files = written.filter { done in own.contains { $0.isSameFile(as: done.want) } }
                    .compactMap { if case .crop(let record) = $0.line.json { record.output } else { nil } }
                return SourceSetRecord.Source(media: crop.media, type: format.mediaType, files: files.sorted { $0.width < $1.width })
            }
        }
        var preview = try CropPreview(of: pixels)
        let (description, made) = try describe(sources, preview, set.html, files, entry)
        preview.sources = sources.map { source in
            CropPreview.Source(media: source.media, type: source.type, files: source.files.map { relative($0.file) })
        }
        try remember(written.map(\.made) + made, preview, of: wishes, entry, source, content)
        return written.map(\.line) + [description]
    }

    /// The formats of a picture's crops, each once.
    func formats(_ set: SourceSet, for source: ImageSource) -> [ImageFormat] {
        set.formats.map { $0 ?? source.header.outputFormat }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Where the manifest of a picture may be.
    func manifests(_ entry: PictureEntry) -> [String] {
        ([template] + (templateWithoutFaces.map { [$0] } ?? [])).map { SourceSetFiles($0, entry).manifest }
    }

    /// Writes the HTML and the manifest.
    private func describe(
        _ sources: [SourceSetRecord.Source],
        _ preview: CropPreview,
        _ html: SourceSetHTML,
        _ files: SourceSetFiles,
        _ entry: PictureEntry
    ) throws -> (line: Batch.Line, made: [MadeOutput]) {
        let largest = sources.last?.files.last
        let record = SourceSetRecord(
            file: entry.path,
            manifest: files.manifest,
            width: largest?.width ?? 0,
            height: largest?.height ?? 0,
            sources: sources,
            placeholder: preview.placeholder,
            dataURI: preview.dataURI,
            html: html.text(sources, preview, path: files.html, root: HTML.folder(of: files.root))
        )
        let replaces = output.overwrite || output.newer || output.skipExisting || manifest != nil
        let contents = [
            (path: files.html, type: "text/html; charset=utf-8", bytes: Array(record.html.utf8)),
            (path: files.manifest, type: "application/json", bytes: Array((try JSONText.text(record) + "\n").utf8)),
        ]
        let uploads = try contents.compactMap { path, type, bytes -> Upload? in
            try isThere(path, bytes) ? nil : OutputFile(path: path).write(bytes, type: type, replacing: replaces)
        }
        let text = verbose ? record.summary : nil
        let line = Batch.Line(json: .sourceSet(record), text: text, uploads: uploads, needsAll: true)
        return (line, contents.map { made($0.path, $0.bytes, $0.type, nil) })
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
