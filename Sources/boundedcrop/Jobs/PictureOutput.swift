import BoundedCrop
import BoundedCropRendering

/// A crop, or a whole picture with effects, that is to be written.
struct PictureOutput {
    var planned: RenderJob.Planned
    /// With a hash, it has a placeholder until the file is encoded; empty until then if effects determine the size.
    var path: String
    /// Which of those that are made and remembered together it is one of.
    let group: Int
    /// Whether there may be a file of this path, which is replaced.
    var replaces = false

    init(_ planned: RenderJob.Planned, path: String, group: Int) { (self.planned, self.path, self.group) = (planned, path, group) }

    /// The size of the crop, before effects.
    var size: PixelSize { planned.plan.size }

    func hasSamePixels(as other: PictureOutput) -> Bool {
        // What is said of two faces differs, even if their crops are the same.
        guard planned.face == other.planned.face else { return false }
        let (plan, other) = (planned.plan, other.planned.plan)
        return plan.size == other.size && plan.crop == other.crop && plan.turn == other.turn
            && plan.cropPlan?.aligned == other.cropPlan?.aligned
    }

    func isSameFile(as other: PictureOutput) -> Bool { path == other.path && hasSamePixels(as: other) }
}

extension RenderJob.Planned {
    /// What is said of the crop of a picture with a name, and of its output.
    /// - Throws: `detectionFailed` if no crop was planned.
    func cropRecord(of name: String, _ output: OutputRecord?) throws -> CropRecord {
        guard let record = record(image: name, output: output) else { throw Self.unplanned }
        return record
    }

    /// The aspect of the crop in its output.
    /// - Throws: `detectionFailed` if no crop was planned.
    var outputAspect: AspectRatio {
        get throws {
            guard let aspect = plan.cropPlan?.outputAspect else { throw Self.unplanned }
            return aspect
        }
    }

    private static let unplanned = BoundedCropError(
        .detectionFailed,
        "no crop was planned, although crops were asked for: please report this with the command and the picture"
    )
}

/// How planned outputs become files, and lines about them.
extension OutputJob {
    /// An output, the line that says that it was written, and what is remembered of it.
    typealias Written = (want: PictureOutput, line: Batch.Line, made: MadeOutput)

    /// Writes outputs, and shows the pixels of stills. Those that follow each other and have the same pixels are rendered once.
    func write(
        _ wanted: [PictureOutput],
        _ work: PictureWork,
        seeing: (PictureOutput, PixelBuffer) throws -> Void
    ) throws -> [Written] {
        guard !wanted.isEmpty else { return [] }
        try work.cancellation.check()
        var lines: [Written] = []
        for want in wanted where work.job.animates(want.planned) {
            lines.append(try write(work.cancellation.perform { try work.job.animation(of: want.planned) }, want, work))
        }
        let stills = wanted.filter { !work.job.animates($0.planned) }
        let groups = stills.reduce(into: [[PictureOutput]]()) { groups, want in
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

    /// Throws as `write` would for what is there and was not made by a run. Only such outputs are made for that, and none is written.
    func checkKnown(_ wanted: [PictureOutput], _ work: PictureWork) throws {
        guard let manifest, output.existing != .replaced else { return }
        for want in wanted where (try? manifest.has(want.path, holding: nil)) == nil {
            let image = try work.cancellation.perform {
                if work.job.animates(want.planned) { return try work.job.animation(of: want.planned) }
                return try work.job.file(of: work.job.pixels(of: [want.planned])[0], want.planned)
            }
            _ = try manifest.has(want.path, holding: image.bytes)
        }
    }

    /// Writes an output, or returns the line with what has to be sent.
    private func write(_ image: RenderedImage, _ asked: PictureOutput, _ work: PictureWork) throws -> Written {
        try asked.planned.request.output.checkSize(of: image) { "--\($0)" }
        let (entry, bytes, type) = (work.entry, image.bytes, image.format.mediaType)
        var (want, isThere) = (asked, false)
        let size = effects == nil ? sizeBeforeEffects(want) : image.size
        if effects != nil { want.path = path(entry, image.size, AspectRatio(image.size), image.format, template) }
        if template.hasHash {
            (want.path, isThere) = try places.place(want.path, holding: bytes, by: size, of: entry)
            want.replaces = true
        }
        let made = made(want.path, bytes, type, image.size)
        var claimed: Set<String> = []
        if effects != nil, !template.hasHash, try !take(&want, by: size, of: entry, &claimed) {
            return (asked, skipped(entry, want.path), made)
        }
        let written = OutputRecord(file: want.path, size: image.size, format: image.format, bytes: bytes.count)
        var line = try report(work, want, written: written, bytes)
        line.skipped = output.skipExisting ? SkippedRecord(file: entry.path, skipped: want.path) : nil
        if !isThere { line.uploads = try [places.write(bytes, type: type, to: want.path, replacing: want.replaces)].compactMap(\.self) }
        return (asked, line, made)
    }

    /// The line about an output.
    ///
    /// - Parameters:
    ///   - written: Its file; nil for a plan.
    ///   - bytes: What is in the file.
    func report(_ work: PictureWork, _ want: PictureOutput, written: OutputRecord?, _ bytes: [UInt8] = []) throws -> Batch.Line {
        if let effects, let written {
            return try effects.line(want.planned, written, bytes, work, verbose: verbose && !output.writesToStandardOutput)
        }
        let record = try want.planned.cropRecord(of: work.entry.path, written)
        let isOneOfMany = wanted.count > 1 || sourceSet != nil || eachFace
        let uncovered = UncoveredPicture.warning(record.covered, in: work.entry, output: isOneOfMany ? want.path : nil)
        let warnings =
            record.warnings.map { BatchLines.line($0, about: work.entry.path, output: eachFace ? want.path : nil) }
            + [uncovered].compactMap(\.self)
        var line = Batch.Line(json: .crop(record), warnings: warnings, lacksFaces: want.planned.lacksFeatures)
        guard verbose || (output.plan && !output.json) else { return line }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        (line.text, line.note) = isNote ? (nil, record.summary) : (record.summary, nil)
        return line
    }
}

/// A picture of which outputs are made.
struct PictureWork {
    let entry: PictureEntry
    let source: ImageSource
    var job: RenderJob
    let cancellation: Cancellation

    init(_ entry: PictureEntry, _ source: ImageSource, _ renderer: ImageRenderer, _ cancellation: Cancellation) {
        (self.entry, self.source, self.cancellation) = (entry, source, cancellation)
        job = RenderJob(renderer, source, stages: StageRunner(cancellation: cancellation))
    }
}
