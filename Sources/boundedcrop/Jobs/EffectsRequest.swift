import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// What the `effects` command asks of each picture: all of it, changed.
struct EffectsRequest: Sendable {
    let effects: [any ImageEffect]
    /// Nil if nothing is hidden.
    let search: RedactionSearch?
    /// Whether detection looks at the finished files again.
    let audits: Bool
    /// Whether a picture in which nothing was covered is as it should be.
    let expectsNone: Bool

    /// The request for a picture, without what corrections say of it.
    func wanted(of entry: PictureEntry, _ output: RenderRequest.Output) -> OutputJob.Wanted {
        // In files whose names end in @2x or @3x, lengths are points of that many pixels.
        let scale = ImageScale(fileName: entry.fileName).pixelsPerPoint
        var request = RenderRequest()
        request.last.steps = effects.map { effect in
            guard var redaction = effect as? Redact else { return .effect(effect.scaled(by: scale)) }
            redaction.accuracy = search?.accuracy ?? redaction.accuracy
            return .effect(redaction)
        }
        request.last.crop.requiresFeature = search?.requiresFace == true
        request.output = output
        return OutputJob.Wanted(shape: .exact(.source), request: request)
    }

    func renderer(_ renderer: ImageRenderer, for source: ImageSource) -> ImageRenderer {
        var renderer = renderer
        if let search { renderer.redactionDetector = search.detector(for: source) }
        return renderer
    }

    /// The shape to which the effects crop the picture; that of the picture if they show all of it.
    private func shape(of request: RenderRequest) -> CropRequest.Shape {
        let effects = request.last.steps.compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
        guard let fill = effects.first(where: { !($0 is Redact) })?.made as? CropAndScale, fill.contentMode == .aspectFill else {
            return .source
        }
        return .size(fill.size)
    }

    /// The aspect of that shape, in a picture of a size.
    func aspect(of request: RenderRequest, in size: PixelSize) -> AspectRatio { CropRequest(shape(of: request)).aspect(for: size) }

    /// Cuts out what corrections place, for the effects that crop, and hides and shows what they say.
    func correct(_ request: inout RenderRequest, by corrections: [Corrections.Correction], _ source: ImageSource) throws {
        let shape = shape(of: request)
        let crop = try request.place(corrections, shape, in: source)
        if shape != .source, let crop { request.last.cuts = [RenderRequest.Region(pixels: crop.rect)] }
        Corrections.correctRedactions(&request, with: corrections, in: source.size)
    }

    /// The line about an output.
    ///
    /// - Parameter bytes: Those of its file.
    func line(
        _ planned: RenderJob.Planned,
        _ output: OutputRecord,
        _ bytes: [UInt8],
        _ work: PictureWork,
        verbose: Bool
    ) throws -> Batch.Line {
        let (entry, source, covered) = (work.entry, work.source, planned.covered)
        let visible = try audits ? work.cancellation.perform { try audited(bytes, planned) } : nil
        // Places are corrected in all that is made, crops only where something is cut out.
        let corrected = planned.request.corrected.words.filter { word in
            !planned.request.last.cuts.isEmpty || [Corrections.hide, Corrections.show].contains(word)
        }
        let uncovered = [UncoveredPicture.warning(covered, in: entry), visible.flatMap { UncoveredPicture.warning($0, in: entry) }]
        let record = EffectsRecord(
            file: entry.path,
            width: source.size.width,
            height: source.size.height,
            output: output,
            covered: covered,
            covers: planned.covers,
            corrected: corrected.isEmpty ? nil : corrected,
            visible: visible
        )
        let notes = (search?.notes(in: source.size) ?? []) + source.notes
        let hidden = covered.map { ", \($0) covered" } ?? ""
        return Batch.Line(
            json: .effects(record),
            text: verbose ? "\(entry.path.printable) -> \(output.file.printable) \(output.width)x\(output.height)\(hidden)" : nil,
            warnings: notes.map { BatchLines.line($0, about: entry.path) } + uncovered.compactMap(\.self),
            lacksFaces: covered == 0,
            mayShowFaces: audits && (visible?.isEmpty == false || covered == 0 && !expectsNone && !planned.isReviewed)
        )
    }

    /// What may still be seen in a finished file.
    func audited(_ bytes: [UInt8], _ planned: RenderJob.Planned) throws -> [VisibleRecord] {
        var options = DecodingOptions()
        options.limits.maximumBytes = max(options.limits.maximumBytes, bytes.count)
        let audit = try RedactionAudit(
            of: ImageSource(bytes: bytes, options: options),
            besides: planned.coveredPlaces,
            shown: planned.shows
        )
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
