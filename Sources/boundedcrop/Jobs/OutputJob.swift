import BoundedCrop
import BoundedCropRendering
import Synchronization

/// The job of a run that makes outputs: what is asked of each picture is corrected, planned, named, written and remembered.
final class OutputJob: PictureJob {
    /// A crop that is asked for, or the whole picture with effects.
    struct Wanted {
        let shape: WantedShape
        var request: RenderRequest
        /// The widths to write of it; nil for one size.
        var widths: SourceSetWidths?
    }

    let renderer: ImageRenderer
    /// The crops of each picture; none if effects are asked for.
    let wanted: [Wanted]
    /// What the widths to write of crops have in common; nil for crops of one size.
    let sourceSet: SourceSet?
    /// What is asked of whole pictures; nil for crops.
    let effects: EffectsRequest?
    let corrections: CorrectionFiles
    /// Plans to carry out; nil for none.
    let plans: PlanFile<CropPlan>?
    let mode: Mode
    /// What is written about all pictures; nil if nothing is.
    let web: WebManifest?
    /// What outputs depend on besides the picture, by the shapes that are wanted, if nothing is corrected.
    let usualOptions = Mutex<[[WantedShape]: String]>([:])
    /// Whether each face has outputs.
    let eachFace: Bool
    /// The names of the faces; nil if they have numbers.
    let faceNames: FaceNames?
    let output: OutputOptions
    /// The format of all outputs; nil if it depends on the picture.
    let format: ImageFormat?
    let places: OutputPlaces
    /// Where the outputs of pictures without faces go; nil if they go where the others go.
    let templateWithoutFaces: OutputTemplate?
    let verbose: Bool
    /// Whether the regions in files beside pictures count.
    let readsSidecars: Bool

    /// What a run does with what earlier ones made.
    struct Mode {
        /// Whether outputs of pictures that are gone or left out are removed.
        var prunes = false
        /// Whether nothing is written.
        var isDry = false
        /// Whether the readable part of damaged pictures is used.
        var allowsTruncated = false
        /// What is read of RAW photos.
        var raw = DecodingOptions.RawReading.auto
    }

    /// - Parameter state: Where what is made is remembered, so that only what is missing or would differ is made; nil for nowhere.
    init(
        renderer: ImageRenderer = OutputOptions.renderer(),
        wanted: [Wanted] = [],
        effects: EffectsRequest? = nil,
        corrections: CorrectionFiles,
        plans: PlanFile<CropPlan>? = nil,
        faceNames: FaceNames? = nil,
        mode: Mode = Mode(),
        state: StateFolder? = nil,
        web: WebManifest? = nil,
        sourceSet: SourceSet? = nil,
        output: OutputOptions,
        folderWithoutFaces: String? = nil,
        verbose: Bool,
        names: OutputNames,
        readsSidecars: Bool = false
    ) throws {
        (self.renderer, self.effects, self.sourceSet, self.output) = (renderer, effects, sourceSet, output)
        (self.verbose, self.corrections, self.plans, self.faceNames) = (verbose, corrections, plans, faceNames)
        (self.mode, self.web, self.readsSidecars) = (mode, web, readsSidecars)
        var wanted = wanted
        for (index, widths) in (sourceSet?.crops ?? []).enumerated() { wanted[index].widths = widths }
        self.wanted = wanted
        eachFace = wanted.contains { $0.request.last.crop.eachFace != nil }
        let template = try output.template(
            shapeCount: sourceSet == nil ? wanted.count : 2,
            eachFace: eachFace,
            namesFaces: faceNames != nil,
            namesAspect: sourceSet != nil && wanted.count > 1
        )
        format = output.formatOfAll(template)
        templateWithoutFaces = folderWithoutFaces.map { template.moved(to: $0) }
        places = OutputPlaces(
            template: template,
            asked: output.existing,
            names: names,
            manifest: try state.map { try RunManifest(folder: template.folder, in: $0, isDryRun: mode.isDry) },
            areSets: sourceSet != nil
        )
    }

    var template: OutputTemplate { places.template }
    var names: OutputNames { places.names }
    /// What earlier runs made; nil if that does not count.
    var manifest: RunManifest? { places.manifest }
    var writesObjects: Bool { output.isObject }
    var outputFolder: String? { mode.isDry || output.plan || output.isObject || output.writesToStandardOutput ? nil : template.folder }
    var skipsBeforeReading: Bool { format != nil || manifest != nil }

    /// What the outputs of a picture cost: each in its size, as far as that is known without a plan.
    func cost(of entry: PictureEntry, _ source: ImageSource) throws -> RequestCost {
        if output.plan { return try renderer.faceCost(source, wanted.map(\.request.planOnly)) }
        let requests = wanted(of: entry).flatMap { wish in formats(for: source).flatMap { wish.requests(of: source.size, as: $0) } }
        return try renderer(for: source).faceCost(source, requests)
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        defer { manifest?.end(entry) }
        names.read(entry)
        let content = remembers ? Fingerprint.text(of: source.bytes) : nil
        var (groups, lines) = try corrected(entry, source.size, source) { content ?? Fingerprint.text(of: source.bytes) }
        let formats = formats(for: source)
        var claimed: Set<String> = []
        try groups.removeAll { group in
            guard let left = try left(group, entry, source.size, formats[0], content, &claimed) else { return false }
            lines += left
            return true
        }
        guard !groups.isEmpty else { return lines }
        var work = PictureWork(entry, source, renderer(for: source), cancellation)
        work.job.givenPlans = plans?.plans(of: entry) ?? []
        let planned = try planned(groups, work, formats)
        if planned.allSatisfy(\.isEmpty) {
            if !output.plan { for group in groups { try remember([], nil, of: group, entry, source, content) } }
            return lines + [withoutFaces(entry)]
        }
        if let note = planned.joined().first?.planned.face.flatMap({ faceNames?.note(about: $0) }) {
            lines.append(Batch.Line(json: nil, warnings: [BatchLines.line(note, about: entry.path)], isSkipped: true))
        }
        let outputs = try shared(planned)
        if output.plan { return try lines + outputs.map { try report(work, $0, written: nil) } }
        let wants = try named(outputs, entry, &claimed, &lines)
        let files = sourceSet.map { _ in SourceSetFiles(template(for: planned[0][0].planned), entry) }
        for path in files?.paths ?? [] { _ = try places.take(path, by: nil, of: entry) }
        if mode.isDry {
            if !isNamedLate { try checkKnown(wants, work) }
            return lines + changes(wants.map(\.path) + (files?.paths ?? []), .made, entry)
        }
        // What pages show until an output is there: of a set, its smallest crop for all other screens.
        var shown: [Int: PictureOutput] = [:]
        if sourceSet != nil {
            shown[0] = planned.last?.first
        } else if web != nil {
            for want in wants.reversed() { shown[want.group] = want }
        }
        var previews: [Int: CropPreview] = [:]
        let written = try write(wants, work) { want, pixels in
            for (group, crop) in shown where previews[group] == nil && crop.hasSamePixels(as: want) {
                previews[group] = try CropPreview(of: pixels)
            }
        }
        lines += written.map(\.line)
        for (index, group) in groups.enumerated() {
            var made = written.filter { $0.want.group == index }.map(\.made)
            guard !made.isEmpty else { continue }
            var preview = try shown[index].map { try previews[index] ?? CropPreview(of: work.job.pixels(of: [$0.planned])[0]) }
            if let sourceSet, let files, let shown = preview {
                let set = try describe(sourceSet, group, planned, written, shown, files, work)
                lines.append(set.line)
                made += set.made
                preview?.sources = set.sources
            }
            try remember(made, preview, of: group, entry, source, content)
        }
        return lines
    }

    func finish(_ inputs: [String]) throws -> (lines: [Batch.Line], notes: [String]) {
        if !mode.isDry { try web?.write() }
        let unused = corrections.notes() + [plans.flatMap { PictureNote.text("plans", of: $0.unknown) }].compactMap(\.self)
        guard mode.prunes else { return ([], unused + leftOutNotes + formerNotes) }
        let (lines, notes) = try prune(inputs)
        return (lines, unused + notes)
    }
}

/// What is asked of a picture, and what becomes of it.
extension OutputJob {
    private func renderer(for source: ImageSource) -> ImageRenderer { effects?.renderer(renderer, for: source) ?? renderer }

    private func wanted(of entry: PictureEntry) -> [Wanted] { effects.map { [$0.wanted(of: entry, output.written)] } ?? wanted }

    /// The formats of a picture's outputs, each once.
    func formats(for source: ImageSource) -> [ImageFormat] {
        let formats = sourceSet.map { $0.formats } ?? [format]
        return formats.map { $0 ?? source.header.outputFormat }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What is wanted of a picture, corrected, in groups that are made and remembered together: all crops of a source set, or one. A line says
    /// so of each crop that corrections leave out.
    ///
    /// - Parameters:
    ///   - size: The picture's size.
    ///   - source: Nil for crops of a picture that has not been read.
    ///   - content: The SHA-256 of its bytes.
    func corrected(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ source: ImageSource?,
        content: () -> String
    ) throws -> (groups: [[Wanted]], lines: [Batch.Line]) {
        var (lines, skipped): ([Batch.Line], Set<AspectRatio>) = ([], [])
        let found = try corrections.corrections(of: entry, content: content)
        let wishes: [Wanted?] = try wanted(of: entry).map { wish in
            var wish = wish
            let aspect = effects?.aspect(of: wish.request, in: size) ?? wish.shape.aspect(in: size)
            if let effects, let source {
                try effects.correct(&wish.request, by: found(aspect), source)
            } else {
                let isPlaced = wish.request.last.crop.isPlaced
                let list = found(aspect).filter { !isPlaced || $0.redaction != nil || $0.words.contains(Corrections.skip) }
                Corrections.apply(list, to: &wish.request, in: size)
            }
            // Also of outputs that stay as they are.
            let notes = wish.request.corrected.notes
            if !notes.isEmpty { lines.append(.misfit(notes, of: entry)) }
            guard wish.request.corrected.isLeftOut else { return wish }
            lines.append(.correctedAway(entry, aspect, verbose: verbose))
            skipped.insert(aspect)
            return nil
        }
        manifest?.skip(entry, in: skipped)
        guard sourceSet != nil else { return (wishes.compactMap { $0.map { [$0] } }, lines) }
        // Without its last crop, which is for all other screens, there is nothing to choose from.
        guard let last = wishes.last, last != nil else { return ([], lines) }
        return ([wishes.compactMap(\.self)], lines)
    }

    /// The outputs of each wish in their sizes, and with their places as far as these are known.
    private func planned(_ groups: [[Wanted]], _ work: PictureWork, _ formats: [ImageFormat]) throws -> [[PictureOutput]] {
        let wishes = groups.enumerated().flatMap { index, group in group.map { (group: index, wish: $0) } }
        let requests = wishes.map { _, wish in
            let requests = formats.map(wish.request(as:))
            // If one of the formats has all frames of an animation, the crop is the one for all of them.
            return requests.first { renderer.animates(work.source, $0, nil) } ?? requests[0]
        }
        var plans = try work.cancellation.perform { try work.job.facePlans(for: requests, withoutFaces: templateWithoutFaces != nil) }
        if let faceNames { plans = try plans.map { try $0.map(faceNames.named) } }
        let ofSet = sourceSet.map { _ in template(for: plans[0][0]) }
        return try zip(wishes, plans).map { wished, plans in
            let (group, wish) = wished
            return try plans.flatMap { planned in
                try wish.sizes(of: planned, in: work.source.size).flatMap { size in
                    try formats.map { format in
                        var planned = planned.scaled(to: size)
                        planned.request.output.format = format
                        guard effects == nil else { return PictureOutput(planned, path: "", group: group) }
                        let aspect = wish.shape.isExact ? try planned.outputAspect : AspectRatio(size)
                        let template = ofSet ?? template(for: planned)
                        let path = path(work.entry, size, aspect, format, template, face: planned.face)
                        return PictureOutput(planned, path: path, group: group)
                    }
                }
            }
        }
    }

    /// The outputs, each once: crops of a set that have the same aspect share the files of the widths that they have in common.
    private func shared(_ planned: [[PictureOutput]]) throws -> [PictureOutput] {
        guard sourceSet != nil else { return planned.flatMap(\.self) }
        return try planned.joined().reduce(into: []) { outputs, want in
            guard !outputs.contains(where: { $0.isSameFile(as: want) }) else { return }
            if !template.hasHash, outputs.contains(where: { $0.path == want.path }) { throw Self.conflict(want) }
            outputs.append(want)
        }
    }
}

extension OutputJob.Wanted {
    /// The request for its plan.
    fileprivate func request(as format: ImageFormat) -> RenderRequest {
        var request = request
        request.output.format = format
        return request
    }

    /// The requests for its outputs in a format, each in its size, as far as that is known without a plan.
    fileprivate func requests(of picture: PixelSize, as format: ImageFormat) -> [RenderRequest] {
        var request = request(as: format)
        guard let widths = widths?.widths else {
            shape.outputSize(for: picture).map { request.last.target.take(.size($0)) }
            return [request]
        }
        return (widths.filter { $0 < picture.width } + [picture.width]).prefix(widths.count).map { width in
            request.last.target.dimensions.width = .pixels(width)
            return request
        }
    }

    /// The sizes of its outputs for a plan.
    fileprivate func sizes(of planned: RenderJob.Planned, in picture: PixelSize) -> [PixelSize] {
        widths?.sizes(within: planned.plan.size) ?? [shape.size(planned, of: request, in: picture)]
    }
}

/// Where outputs go.
extension OutputJob {
    /// Whether outputs have their names only when they are made: from their content, or from the size that effects leave.
    private var isNamedLate: Bool { template.hasHash || effects != nil }

    /// Takes the place of an output; false if the file there stays.
    ///
    /// - Parameters:
    ///   - size: The size of the output; nil if it is not known.
    ///   - others: The outputs of this picture that are made before.
    ///   - claimed: The paths of this picture so far.
    func take(
        _ want: inout PictureOutput,
        by size: PixelSize?,
        of entry: PictureEntry,
        besides others: [PictureOutput] = [],
        _ claimed: inout Set<String>
    ) throws -> Bool {
        let isNew = claimed.insert(want.path).inserted
        if isNew { try places.claim(want.path, for: entry) }
        if places.existing.isDone(want.path, for: entry) { return false }
        let replacesOwn = others.contains { $0.isSameFile(as: want) }
        guard isNew || replacesOwn else { throw Self.conflict(want) }
        try places.checkAbsence(of: want.path)
        want.replaces = try places.replaces(want.path, by: size, of: entry) || replacesOwn
        return true
    }

    /// The outputs that are made, each in its place; with lines about those that stay as they are.
    private func named(
        _ outputs: [PictureOutput],
        _ entry: PictureEntry,
        _ claimed: inout Set<String>,
        _ lines: inout [Batch.Line]
    ) throws -> [PictureOutput] {
        if isNamedLate { return outputs }
        var wants: [PictureOutput] = []
        for var want in outputs {
            if try take(&want, by: sizeBeforeEffects(want), of: entry, besides: wants, &claimed) {
                wants.append(want)
            } else {
                lines.append(skipped(entry, want.path))
            }
        }
        return wants
    }

    private static func conflict(_ want: PictureOutput) -> BoundedCropError {
        BoundedCropError(.fileExists, "\(want.path) would hold two of the crops: add {width}, {height} or {aspect} to the output's name")
    }

    /// The size of an output; nil if effects may change it.
    func sizeBeforeEffects(_ want: PictureOutput) -> PixelSize? { want.planned.request.last.steps.isEmpty ? want.size : nil }

    func path(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ aspect: AspectRatio,
        _ format: ImageFormat,
        _ template: OutputTemplate,
        face: NumberedFace? = nil
    ) -> String {
        let scheme = wanted.first?.request.last.crop.scheme ?? .all
        let face = face.map { $0.name.map(FaceNames.fileName) ?? $0.paddedNumber }
        return template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: scheme, format: format, face: face))
    }

    /// The template for a crop: that of pictures without faces if none was found.
    private func template(for planned: RenderJob.Planned) -> OutputTemplate {
        planned.lacksFeatures ? templateWithoutFaces ?? template : template
    }

    /// The line for a picture of whose faces each would have outputs, but which has none.
    private func withoutFaces(_ entry: PictureEntry) -> Batch.Line {
        let record = FacelessRecord(file: entry.path)
        return Batch.Line(json: .faceless(record), text: verbose || output.plan ? record.summary : nil, lacksFaces: true)
    }

    func skipped(_ entry: PictureEntry, _ path: String) -> Batch.Line {
        if mode.isDry { return change(path, .left, entry.path) }
        let record = SkippedRecord(file: entry.path, skipped: path)
        return Batch.Line(json: .skipped(record), text: verbose && effects == nil ? record.summary : nil, isSkipped: true)
    }
}
