import BoundedCrop
import BoundedCropRendering
import Synchronization

/// The `crop` job for each picture: read, detect, crop, write, report.
final class CropJob: PictureJob {
    /// A shape, and the request for it.
    typealias Wanted = (shape: WantedShape, request: RenderRequest)

    let renderer: ImageRenderer
    let wanted: [Wanted]
    let corrections: CorrectionFiles
    /// Plans to carry out; nil for none.
    let plans: PlanFile?
    let mode: Mode
    /// What earlier runs made; nil if that does not count.
    let manifest: RunManifest?
    /// What is written about all pictures; nil if nothing is.
    let web: WebManifest?
    /// What outputs depend on besides the picture, by the shapes that are wanted, if nothing is corrected.
    let usualOptions = Mutex<[[WantedShape]: String]>([:])
    /// The widths to write of one crop, with their HTML; nil for the crops of the shapes.
    let sourceSet: SourceSet?
    /// Whether each face has outputs.
    let eachFace: Bool
    let output: OutputOptions
    let template: OutputTemplate
    /// Where the outputs of pictures without faces go; nil if they go where the others go.
    let templateWithoutFaces: OutputTemplate?
    let verbose: Bool
    let names: OutputNames
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
    }

    /// - Parameter state: Where what is made is remembered, so that only what is missing or would differ is made; nil for nowhere.
    init(
        renderer: ImageRenderer,
        wanted: [Wanted],
        corrections: CorrectionFiles,
        plans: PlanFile?,
        mode: Mode,
        state: StateFolder?,
        web: WebManifest?,
        sourceSet: SourceSet?,
        output: OutputOptions,
        folderWithoutFaces: String?,
        verbose: Bool,
        names: OutputNames,
        readsSidecars: Bool
    ) throws {
        (self.renderer, self.wanted, self.sourceSet, self.output) = (renderer, wanted, sourceSet, output)
        (self.verbose, self.names, self.corrections, self.plans) = (verbose, names, corrections, plans)
        (self.mode, self.web, self.readsSidecars) = (mode, web, readsSidecars)
        eachFace = wanted.contains { $0.request.last.crop.eachFace != nil }
        template = try output.template(
            shapeCount: sourceSet == nil ? wanted.count : 2,
            eachFace: eachFace,
            namesAspect: sourceSet != nil && wanted.count > 1
        )
        templateWithoutFaces = folderWithoutFaces.map { [template] in template.moved(to: $0) }
        manifest = try state.map { [template] in try RunManifest(folder: template.folder, in: $0, isDryRun: mode.isDry) }
    }

    var writesObjects: Bool { output.isObject }
    var outputFolder: String? { mode.isDry || output.plan || output.isObject || output.writesToStandardOutput ? nil : template.folder }
    var skipsBeforeReading: Bool { output.formatOfAll(template) != nil || manifest != nil }
    var existing: ExistingOutputs { manifest == nil ? output.existing : .replaced }

    /// What the crops of a picture cost: each in its size, as far as that is known without a plan.
    func cost(of entry: PictureEntry, _ source: ImageSource) throws -> RequestCost {
        if output.plan { return try renderer.faceCost(source, wanted.map(\.request.planOnly)) }
        guard let sourceSet else {
            let format = output.formatOfAll(template) ?? source.header.outputFormat
            let requests = wanted.map { shape, request in
                var request = formatted(request, as: format)
                shape.outputSize(for: source.size).map { request.last.target.take(.size($0)) }
                return request
            }
            return try renderer.faceCost(source, requests)
        }
        let requests = zip(sourceSet.crops, wanted).flatMap { crop, wish in
            let widths = crop.widths.filter { $0 < source.size.width } + [source.size.width]
            return formats(sourceSet, for: source).flatMap { format in
                widths.prefix(crop.widths.count).map { width in
                    var request = formatted(wish.request, as: format)
                    request.last.target.dimensions.width = .pixels(width)
                    return request
                }
            }
        }
        return try renderer.faceCost(source, requests)
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        defer { manifest?.end(entry) }
        names.read(entry)
        let content = remembers ? Fingerprint.text(of: source.bytes) : nil
        let corrected = try corrected(entry, source.size) { content ?? Fingerprint.text(of: source.bytes) }
        var lines = corrected.lines
        if var sourceSet {
            // Without its last crop, which is for all other screens, there is nothing to choose from.
            guard let last = corrected.wishes.last, last != nil else { return lines }
            sourceSet.crops = zip(sourceSet.crops, corrected.wishes).compactMap { $1 == nil ? nil : $0 }
            return try lines + run(sourceSet, corrected.wishes.compactMap(\.self), entry, source, content, cancellation)
        }
        var wishes = corrected.wishes.compactMap(\.self)
        let format = output.formatOfAll(template) ?? source.header.outputFormat
        var claimed: Set<String> = []
        try wishes.removeAll { wish in
            guard let outputs = try made([wish], entry, content) ?? done(wish, entry, source.size, format) else { return false }
            lines += try left(outputs, entry, &claimed)
            return true
        }
        guard !wishes.isEmpty else { return lines }
        let work = work(entry, source, cancellation)
        var wants: [CropOutput] = []
        let plans = try work.facePlans(
            for: wishes.map { formatted($0.request, as: format) },
            withoutFaces: templateWithoutFaces != nil
        )
        if plans.allSatisfy(\.isEmpty) { return lines + [withoutFaces(entry)] }
        for (planned, index) in zip(plans, wishes.indices).flatMap({ plans, index in plans.map { ($0, index) } }) {
            let wish = wishes[index]
            let planned = planned.scaled(to: wish.shape.size(planned, of: wish.request, in: source.size))
            let size = planned.plan.size
            let aspect = wish.shape.isExact ? try planned.outputAspect : AspectRatio(size)
            let path = self.path(entry, size, aspect, format, template(for: planned), face: planned.face)
            var want = CropOutput(planned, path: path)
            want.wish = index
            if output.plan {
                lines.append(try report(work, want, written: nil))
                continue
            }
            if template.hasHash {
                wants.append(want)
                continue
            }
            let isNew = claimed.insert(want.path).inserted
            if isNew, !output.writesToStandardOutput { try names.claim(want.path, for: entry.path) }
            want.replacesOwn = wants.contains { $0.isSameFile(as: want) }
            if existing.isDone(want.path, for: entry) {
                lines.append(skipped(entry, want.path))
            } else if isNew || want.replacesOwn {
                try existing.checkAbsence(of: want.path)
                want.replaces = try replaces(want, of: entry, template, existing)
                wants.append(want)
            } else {
                throw Self.conflict(want)
            }
        }
        if mode.isDry { return lines + changes(wants.map(\.path), .made, entry) }
        var previews: [(crop: CropOutput, preview: CropPreview)] = []
        let written = try write(wants, work) { if web != nil { previews.append(($0, try CropPreview(of: $1))) } }
        lines += written.map(\.line)
        for (index, wish) in wishes.enumerated() {
            let own = written.filter { $0.want.wish == index }
            guard let first = own.first else { continue }
            var preview = previews.first { $0.crop.hasSamePixels(as: first.want) }?.preview
            if web != nil, preview == nil { preview = try CropPreview(of: work.job.pixels(of: [first.want.planned])[0]) }
            try remember(own.map(\.made), preview, of: [wish], entry, source, content)
        }
        return lines
    }

    static func conflict(_ want: CropOutput) -> BoundedCropError {
        BoundedCropError(.fileExists, "\(want.path) would hold two of the crops: add {width}, {height} or {aspect} to the output's name")
    }

    func work(_ entry: PictureEntry, _ source: ImageSource, _ cancellation: Cancellation) -> PictureWork {
        var work = PictureWork(entry, source, renderer, cancellation)
        work.job.givenPlans = plans?.plans(of: entry) ?? []
        return work
    }

    /// The wanted crops of a picture, corrected; nil, with a line, for those that corrections leave out.
    ///
    /// - Parameters:
    ///   - size: The picture's size.
    ///   - content: The SHA-256 of its bytes.
    func corrected(
        _ entry: PictureEntry,
        _ size: PixelSize,
        content: () -> String
    ) throws -> (wishes: [Wanted?], lines: [Batch.Line]) {
        var (lines, skipped): ([Batch.Line], Set<AspectRatio>) = ([], [])
        let found = try corrections.corrections(of: entry, content: content)
        let wishes: [Wanted?] = wanted.map { wish in
            let aspect = wish.shape.aspect(in: size)
            var wish = wish
            Corrections.apply(found(aspect), to: &wish.request, in: size)
            // Also of outputs that stay as they are.
            let notes = wish.request.corrected.notes
            if !notes.isEmpty { lines.append(.misfit(PlaceWarnings.lines(notes, in: entry))) }
            guard wish.request.corrected.isLeftOut else { return wish }
            lines.append(.correctedAway(entry, aspect, verbose: verbose))
            skipped.insert(aspect)
            return nil
        }
        manifest?.skip(entry, in: skipped)
        return (wishes, lines)
    }

    /// Says which pictures of corrections and of plans were not among the inputs.
    private var unusedNotes: [String] {
        corrections.notes() + [plans.flatMap { PictureNote.text("plans", of: $0.unknown) }].compactMap(\.self)
    }

    func finish(_ inputs: [String]) throws -> (lines: [Batch.Line], notes: [String]) {
        if !mode.isDry { try web?.write() }
        guard mode.prunes else { return ([], unusedNotes + leftOutNotes) }
        let (lines, notes) = try prune(inputs)
        return (lines, unusedNotes + notes)
    }

    func formatted(_ request: RenderRequest, as format: ImageFormat) -> RenderRequest {
        var request = request
        request.output.format = format
        return request
    }

    func replaces(
        _ want: CropOutput,
        of entry: PictureEntry,
        _ template: OutputTemplate,
        _ existing: ExistingOutputs
    ) throws -> Bool {
        try existing.replaces(want.path, by: sizeBeforeEffects(want), of: entry, names, template)
    }

    /// The size of an output; nil if effects may change it.
    private func sizeBeforeEffects(_ want: CropOutput) -> PixelSize? { want.planned.request.last.steps.isEmpty ? want.size : nil }
}

/// Where crops go, and which of them are there already.
extension CropJob {
    /// Stands for the size of a picture that has not been read.
    private static let unknownSize = PixelSize(width: 1, height: 1)

    /// The lines for a picture whose outputs are all objects that exist already, if those are to be left out; otherwise nil.
    ///
    /// - Parameter source: Nil if the picture has not been read, because all outputs have one format.
    func skipped(_ entry: PictureEntry, _ source: ImageSource?, objects: ObjectStorage) async throws -> [Batch.Line]? {
        if manifest != nil { return try await WorkerPool.shared.run(evenIfFull: true) { [self] _ in try madeBeforeReading(entry) } }
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
        return try left(paths, entry)
    }

    /// The outputs for one shape that stay as they are; nil if there are none, or if their names depend on what is in the picture.
    private func done(
        _ wish: Wanted,
        _ entry: PictureEntry,
        _ picture: PixelSize,
        _ format: ImageFormat
    ) -> [String]? {
        guard output.skipExisting || output.newer, !output.plan, let path = knownPath(wish, entry, picture, format),
            existing.isDone(path, for: entry)
        else { return nil }
        return [path]
    }

    /// Leaves outputs as they are: the lines that say so.
    ///
    /// - Parameter claimed: The outputs of this picture so far.
    func left(_ outputs: [String], _ entry: PictureEntry, _ claimed: inout Set<String>) throws -> [Batch.Line] {
        try outputs.map { path in
            if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
            return skipped(entry, path)
        }
    }

    func left(_ outputs: [String], _ entry: PictureEntry) throws -> [Batch.Line] {
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

    func path(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ aspect: AspectRatio,
        _ format: ImageFormat,
        _ template: OutputTemplate,
        face: Int? = nil
    ) -> String {
        let scheme = wanted[0].request.last.crop.scheme
        return template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: scheme, format: format, face: face))
    }

    /// The template for a crop: that of pictures without faces if none was found.
    func template(for planned: RenderJob.Planned) -> OutputTemplate {
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
        return Batch.Line(json: .skipped(record), text: verbose ? record.summary : nil, isSkipped: true)
    }
}

/// How planned crops become files, and lines about them.
extension CropJob {
    /// A crop and the line that says that it was written.
    typealias Written = (want: CropOutput, line: Batch.Line, made: MadeOutput)

    /// Writes crops. Those that follow each other and have the same pixels are rendered once.
    func write(
        _ wanted: [CropOutput],
        _ work: PictureWork,
        seeing: (CropOutput, PixelBuffer) throws -> Void = { _, _ in }
    ) throws -> [Written] {
        guard !wanted.isEmpty else { return [] }
        try work.cancellation.check()
        var lines: [Written] = []
        for want in wanted where work.job.animates(want.planned) {
            lines.append(try write(work.cancellation.perform { try work.job.animation(of: want.planned) }, want, work))
        }
        let stills = wanted.filter { !work.job.animates($0.planned) }
        let groups = stills.reduce(into: [[CropOutput]]()) { groups, want in
            guard let same = groups.last?[0], same.hasSamePixels(as: want) else { return groups.append([want]) }
            var want = want
            let output = want.planned.request.output
            want.planned = same.planned
            want.planned.request.output = output
            groups[groups.count - 1].append(want)
        }
        for portion in work.job.portions(of: groups, planned: \.[0].planned) {
            let pixels = try work.cancellation.perform { try work.job.pixels(of: portion.map { $0[0].planned }) }
            for (pixels, group) in zip(pixels, portion) {
                try seeing(group[0], pixels)
                for want in group {
                    lines.append(try write(work.cancellation.perform { try work.job.file(of: pixels, want.planned) }, want, work))
                }
            }
        }
        return lines
    }

    /// Writes an output, or returns the line with what has to be sent.
    private func write(_ image: RenderedImage, _ asked: CropOutput, _ work: PictureWork) throws -> Written {
        try output.checkSize(image)
        var want = asked
        if template.hasHash {
            let size = sizeBeforeEffects(want)
            (want.path, want.isThere) = try existing.place(want.path, holding: image.bytes, by: size, of: work.entry, names, template)
            want.replaces = true
        }
        let written = OutputRecord(file: want.path, size: image.size, format: image.format, bytes: image.bytes.count)
        var line = try report(work, want, written: written)
        if output.writesToStandardOutput {
            try StandardOutput.write(image.bytes)
        } else if try !want.isThere && !isThere(want.path, image.bytes) {
            let replaces = want.replaces || want.replacesOwn
            let upload = try OutputFile(path: want.path).write(image.bytes, type: image.format.mediaType, replacing: replaces)
            names.wrote(want.path)
            line.uploads = [upload].compactMap(\.self)
            line.skipped = output.skipExisting ? SkippedRecord(file: work.entry.path, skipped: want.path) : nil
        }
        return (asked, line, made(want.path, image.bytes, image.format.mediaType, image.size))
    }

    /// Whether an output of a run that knows what was made is there already.
    ///
    /// - Throws: `fileExists` for another file that no run made, or that was changed since.
    func isThere(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        guard let manifest, !output.overwrite, try manifest.has(path, holding: bytes) else { return false }
        names.wrote(path)
        return true
    }

    func report(_ work: PictureWork, _ want: CropOutput, written: OutputRecord?) throws -> Batch.Line {
        let record = try want.planned.cropRecord(of: work.entry.path, written)
        let isOneOfMany = wanted.count > 1 || sourceSet != nil || eachFace
        let uncovered = UncoveredPicture.warning(record.covered, in: work.entry, output: isOneOfMany ? want.path : nil)
        let warnings = PlaceWarnings.lines(record.warnings, in: work.entry) + [uncovered].compactMap(\.self)
        var line = Batch.Line(json: .crop(record), warnings: warnings, lacksFaces: want.planned.lacksFeatures)
        guard verbose || (output.plan && !output.json) else { return line }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        (line.text, line.note) = isNote ? (nil, record.summary) : (record.summary, nil)
        return line
    }
}
