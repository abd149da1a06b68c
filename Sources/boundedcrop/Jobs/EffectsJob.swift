import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// The `effects` job for each picture.
final class EffectsJob: PictureJob {
    private let effects: [any ImageEffect]
    /// Nil if nothing is hidden.
    private let search: RedactionSearch?
    private let corrections: CorrectionFiles
    private let output: OutputOptions
    let template: OutputTemplate
    /// Whether detection looks at the finished files again.
    private let audits: Bool
    /// Whether a picture in which nothing was covered is as it should be.
    private let expectsNone: Bool
    private let verbose: Bool
    let names: OutputNames

    init(
        effects: [any ImageEffect],
        search: RedactionSearch?,
        corrections: CorrectionFiles,
        audits: Bool,
        expectsNone: Bool,
        output: OutputOptions,
        verbose: Bool,
        names: OutputNames
    ) throws {
        self.effects = effects
        self.search = search
        self.corrections = corrections
        self.output = output
        (self.audits, self.expectsNone) = (audits, expectsNone)
        (self.verbose, self.names) = (verbose, names)
        template = try output.template(shapeCount: 1)
    }

    var writesObjects: Bool { output.isObject }
    var outputFolder: String? { output.isObject || output.writesToStandardOutput ? nil : template.folder }
    func finish(_ inputs: [String]) -> (lines: [Batch.Line], notes: [String]) { ([], corrections.notes()) }

    /// What the effects cost.
    func cost(of entry: PictureEntry, _ source: ImageSource) throws -> RequestCost {
        try renderer(for: source).cost(source, [request(entry, source)])
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        names.read(entry)
        var request = request(entry, source)
        let shape = shape(of: request)
        let placed = try corrections.placed(shape, of: entry, source)
        if placed.corrected.isLeftOut {
            return [.correctedAway(entry, CropRequest(shape).aspect(for: source.size), verbose: verbose)]
        }
        if shape != .source, let crop = placed.crop { request.last.cuts = [RenderRequest.Region(pixels: crop.rect)] }
        let corrected = request.last.cuts.isEmpty ? nil : placed.corrected.words
        let job = RenderJob(renderer(for: source), source, stages: StageRunner(cancellation: cancellation))
        let (image, planned) = try cancellation.perform {
            let planned = try job.plan(request)
            return (try job.render(planned), planned)
        }
        try output.checkSize(image)
        let (bytes, size) = (image.bytes, image.size)
        let visible = try audits ? cancellation.perform { try audited(bytes, planned) } : nil
        let mayShowFaces = audits && (visible?.isEmpty == false || planned.covered == 0 && !expectsNone)
        func record(_ file: String) -> EffectsRecord {
            EffectsRecord(
                file: entry.path,
                width: source.size.width,
                height: source.size.height,
                output: OutputRecord(file: file, size: size, format: image.format, bytes: bytes.count),
                covered: planned.covered,
                covers: planned.covers,
                corrected: corrected,
                visible: visible
            )
        }
        let uncovered = [UncoveredPicture.warning(planned.covered, in: entry), visible.flatMap { UncoveredPicture.warning($0, in: entry) }]
        let warnings =
            PlaceWarnings.lines(placed.corrected.notes + (search?.notes(in: source.size) ?? []) + source.notes, in: entry)
            + uncovered.compactMap(\.self)
        if output.writesToStandardOutput {
            try StandardOutput.write(bytes)
            return [Batch.Line(json: .effects(record("-")), warnings: warnings, mayShowFaces: mayShowFaces)]
        }
        let values = OutputTemplate.Values(
            name: entry.name,
            size: size,
            aspect: AspectRatio(size),
            scheme: .all,
            format: image.format
        )
        let existing = output.existing
        var (path, isThere) = (template.path(for: values), false)
        if template.hasHash {
            (path, isThere) = try existing.place(path, holding: bytes, by: size, of: entry, names, template)
        } else {
            try names.claim(path, for: entry.path)
        }
        let skipped = SkippedRecord(file: entry.path, skipped: path)
        if existing.isDone(path, for: entry) { return [Batch.Line(json: .skipped(skipped), isSkipped: true)] }
        var replaces = template.hasHash
        if !replaces {
            try existing.checkAbsence(of: path)
            replaces = try existing.replaces(path, by: size, of: entry, names, template)
        }
        var upload: Upload?
        if !isThere {
            upload = try OutputFile(path: path).write(bytes, type: image.format.mediaType, replacing: replaces)
            names.wrote(path)
        }
        let hidden = planned.covered.map { ", \($0) covered" } ?? ""
        let text = verbose ? "\(entry.path.printable) -> \(path.printable) \(size)\(hidden)" : nil
        let left = output.skipExisting ? skipped : nil
        return [
            Batch.Line(
                json: .effects(record(path)),
                text: text,
                warnings: warnings,
                uploads: [upload].compactMap(\.self),
                skipped: left,
                lacksFaces: planned.covered == 0,
                mayShowFaces: mayShowFaces
            )
        ]
    }

    /// The shape to which the effects crop the picture; that of the picture if they show all of it.
    private func shape(of request: RenderRequest) -> CropRequest.Shape {
        let effects = request.last.steps.compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
        guard let fill = effects.first(where: { !($0 is Redact) }) as? CropAndScale, fill.contentMode == .aspectFill else { return .source }
        return .size(fill.size)
    }

    private func renderer(for source: ImageSource) -> ImageRenderer {
        var renderer = OutputOptions.renderer()
        if let search { renderer.redactionDetector = search.detector(for: source) }
        return renderer
    }

    private func request(_ entry: PictureEntry, _ source: ImageSource) -> RenderRequest {
        // In files whose names end in @2x or @3x, lengths are points of that many pixels.
        let scale = ImageScale(fileName: entry.fileName).pixelsPerPoint
        var request = RenderRequest()
        request.last.steps = effects.map { effect in
            guard var redaction = effect as? Redact else { return .effect(effect.scaled(by: scale)) }
            redaction.accuracy = search?.accuracy ?? redaction.accuracy
            return .effect(redaction)
        }
        request.last.crop.requiresFeature = search?.requiresFace == true
        request.output = output.written
        request.output.format = output.formatOfAll(template) ?? source.header.outputFormat
        return request
    }

    /// What may still be seen in a finished file.
    private func audited(_ bytes: [UInt8], _ planned: RenderJob.Planned) throws -> [VisibleRecord] {
        var options = DecodingOptions()
        options.limits.maximumBytes = max(options.limits.maximumBytes, bytes.count)
        let audit = try RedactionAudit(of: ImageSource(bytes: bytes, options: options), besides: planned.coveredPlaces)
        return audit.findings.map(VisibleRecord.init)
    }
}

/// A line printed by `effects --json`.
struct EffectsRecord: Encodable, Sendable {
    let file: String
    /// The size of the upright picture.
    let width: Int
    let height: Int
    let output: OutputRecord
    /// How many places were covered; nil, and left out, without a redaction.
    let covered: Int?
    /// The places; nil, and left out, without a redaction.
    let covers: [CoverRecord]?
    /// What was corrected by hand; nil, and left out, for nothing.
    let corrected: [String]?
    /// What may still be seen in the output; nil, and left out, without --audit.
    let visible: [VisibleRecord]?
}

/// Something that may be a visible face in a redacted output.
struct VisibleRecord: Encodable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let confidence: Double
    let frame: Int?

    init(_ finding: RedactionAudit.Finding) {
        let place = CoverRecord(finding.rectangle)
        (x, y, width, height) = (place.x, place.y, place.width, place.height)
        confidence = (finding.confidence * 1000).rounded() / 1000
        frame = finding.frame
    }
}
