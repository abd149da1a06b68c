import BoundedCrop
import BoundedCropEffects
import BoundedCropEvaluation
import BoundedCropRendering
import Synchronization

/// What was found in a picture that is to be hidden, besides what people hide and show.
struct RedactionFindings: Encodable, Sendable {
    struct Place: Encodable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let confidence: Double
        /// Whether it is covered. Otherwise it may be a face that can be seen.
        let isCovered: Bool

        init(_ feature: Feature, isCovered: Bool) {
            let place = CoverRecord(feature.rectangle)
            (x, y, width, height) = (place.x, place.y, place.width, place.height)
            (confidence, self.isCovered) = (feature.confidence, isCovered)
        }
    }

    /// The least certain come first: what may be a face and is not covered, with the surest before, and then what is covered, with the surest
    /// at the end.
    let places: [Place]
    /// Whether only the first frame of an animation is shown.
    let isAnimated: Bool
}

/// The review of what is hidden in whole pictures.
final class RedactionReviewWork: ReviewWork {
    /// What was found in a picture, whatever people say of it.
    private struct Found: Sendable {
        let covered: [Feature]
        /// What an audit finds besides.
        let seen: [Feature]
    }

    let subject = Corrections.Subject.redactions
    let pictures: ReviewPictures
    private let effects: EffectsRequest
    private let search: RedactionSearch
    private let margin: Double
    private let corrections: CorrectionFiles
    /// What was found in the pictures, each as it was then.
    private let known = Mutex<[PictureEntry: (stamp: FileStamp?, found: Found)]>([:])

    init(_ redact: Redact, _ search: RedactionSearch, _ corrections: CorrectionFiles, _ pictures: ReviewPictures) {
        effects = EffectsRequest(effects: [redact], search: search, audits: false, expectsNone: false)
        (self.search, margin, self.corrections, self.pictures) = (search, redact.margin, corrections, pictures)
    }

    func examine(_ entry: PictureEntry) async -> ReviewFindings {
        do {
            // An audit looks at a second picture.
            return try await pictures.read(entry, copies: 2) { [self] source, cancellation in
                try cancellation.perform { try findings(entry, source, cancellation) }
            }
        } catch {
            return ReviewFindings(concerns: [.failed], error: (error as? BoundedCropError)?.message ?? "\(error)")
        }
    }

    func picture(_ entry: PictureEntry, of shape: ReviewFindings.Shape, longSide: Int) async throws -> [UInt8] {
        try await pictures.read(entry, copies: 2) { [self] source, cancellation in
            try cancellation.perform {
                let found = try found(in: source, of: entry, cancellation)
                var request = request(entry)
                Corrections.correctRedactions(&request, with: try corrections(of: entry, source), in: source.size)
                let work = work(entry, source, hiding: found.covered, cancellation)
                let planned = try work.job.plan(request)
                return try work.job.render(planned.scaled(to: planned.plan.size.fitted(longSide: longSide))).bytes
            }
        }
    }

    private func findings(_ entry: PictureEntry, _ source: ImageSource, _ cancellation: Cancellation) throws -> ReviewFindings {
        let found = try found(in: source, of: entry, cancellation)
        let list = try corrections(of: entry, source)
        var (correction, notes, findings) = (RedactionCorrection(), [String](), ReviewFindings())
        do throws(BoundedCropError) {
            let corrected = try Corrections.redaction(by: list, in: source.size)
            (correction, notes) = (corrected.correction ?? correction, corrected.notes)
        } catch {
            findings.error = error.message
        }
        let hidden = correction.hide.map { $0.rectangle.dilated(by: margin) }
        // Of what is found twice, one may be shown, and the other is still covered.
        let covered = found.covered.filter { !correction.shows($0.rectangle) }.strongest
        let seen = found.seen.filter { !correction.shows($0.rectangle) && !RedactionAudit.isCovered($0.rectangle, by: hidden) }.strongest
        findings.size = source.size
        findings.shapes = [ReviewFindings.Shape(aspect: "after", size: source.size)]
        findings.redaction = RedactionFindings(
            places: seen.map { .init($0, isCovered: false) } + covered.reversed().map { .init($0, isCovered: true) },
            isAnimated: source.header.isAnimated
        )
        var concerns: [(CropConcern, Bool)] = [(.misfit, findings.error != nil || !notes.isEmpty), (.visible, !seen.isEmpty)]
        concerns += [(.uncovered, covered.isEmpty && hidden.isEmpty), (.unsure, covered.contains { CropConcern.isUnsure($0.confidence) })]
        findings.concerns = concerns.filter(\.1).map(\.0)
        if findings.concerns.isEmpty { findings.concerns = [.fine] }
        return findings
    }

    /// Searches a picture, unless it is as it was when that was done last.
    private func found(in source: ImageSource, of entry: PictureEntry, _ cancellation: Cancellation) throws -> Found {
        let stamp = FileStamp(entry.path)
        if let known = known.withLock({ $0[entry] }), known.stamp == stamp { return known.found }
        let covered = try search.detector(for: source).forHiding.features(in: source, accuracy: search.accuracy)
        let work = work(entry, source, hiding: covered, cancellation)
        let planned = try work.job.plan(request(entry))
        let seen = try effects.audited(work.job.render(planned).bytes, planned).map { place in
            Feature(Rect(x: place.x, y: place.y, width: place.width, height: place.height), confidence: place.confidence)
        }
        let found = Found(covered: covered, seen: seen)
        known.withLock { $0[entry] = (stamp, found) }
        return found
    }

    private func corrections(of entry: PictureEntry, _ source: ImageSource) throws -> [Corrections.Correction] {
        try corrections.corrections(of: entry) { Fingerprint.text(of: source.bytes) }(AspectRatio(source.size))
    }

    /// What is asked of a picture: the first frame, as a JPEG, with what is found hidden.
    private func request(_ entry: PictureEntry) -> RenderRequest {
        var output = RenderRequest.Output()
        (output.format, output.quality, output.frame, output.convertsToSRGB) = (.jpeg, 90, 1, true)
        return effects.wanted(of: entry, output).request
    }

    private func work(_ entry: PictureEntry, _ source: ImageSource, hiding places: [Feature], _ cancellation: Cancellation) -> PictureWork {
        var renderer = OutputOptions.renderer()
        renderer.redactionDetector = FixedFeatureDetector(places, name: "found")
        return PictureWork(entry, source, renderer, cancellation)
    }
}
