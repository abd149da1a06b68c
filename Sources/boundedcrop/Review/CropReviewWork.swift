import BoundedCrop
import BoundedCropEvaluation
import BoundedCropRendering

/// The review of crops: their plans, and their outputs.
struct CropReviewWork: ReviewWork {
    /// The making of outputs.
    typealias Making = (job: OutputJob, batch: Batch)

    let subject = Corrections.Subject.crops
    let pictures: ReviewPictures
    private let planner: OutputJob
    private let planning: Batch
    /// Nil if no outputs are made.
    private let making: Making?
    private var workers: Batch.Workers { pictures.workers }

    init(planner: OutputJob, planning: Batch, making: Making?) {
        (self.planner, self.planning, self.making) = (planner, planning, making)
        pictures = ReviewPictures(sources: planning.sources, workers: planning.makeWorkers())
    }

    /// Makes the outputs of a picture that are missing or would differ, and plans its crops.
    func examine(_ entry: PictureEntry) async -> ReviewFindings {
        var made = BatchLines.Outcome(path: entry.path, isPicture: true)
        if let making {
            made = await outcome(making.batch, entry)
            // What is left out has nothing published either.
            do {
                try await workers.pool.run { _ in try making.job.pruneLeftOut(entry) }
            } catch {
                made.error =
                    made.error ?? BoundedCropError(.unwritableFile, "outputs that are left out cannot be removed", underlying: error)
            }
        }
        var lines = made.lines
        // What is left alone says nothing of faces.
        if making == nil || made.error != nil || lines.contains(where: { if case .skipped = $0.json { true } else { false } }) {
            let planned = await outcome(planning, entry)
            made.error = made.error ?? planned.error
            made.reasonToLeaveOut = made.reasonToLeaveOut ?? planned.reasonToLeaveOut
            lines = planned.lines
        }
        var findings = ReviewFindings(error: made.error?.message ?? made.reasonToLeaveOut)
        let crops = lines.compactMap { if case .crop(let record) = $0.json { record } else { nil } }
        let concerns = CropConcern.all(of: crops, isFailed: findings.error != nil)
        let isMisfit = lines.contains(where: \.lacksCorrections)
        findings.concerns = isMisfit ? [.misfit] + concerns.filter { $0 != .fine } : concerns
        for line in lines {
            let shape: ReviewFindings.Shape
            switch line.json {
            case .crop(let record):
                shape = ReviewFindings.Shape(aspect: record.plan.aspect.description, size: record.plan.naturalSize, record: record)
            case .correctedAway(let record): shape = ReviewFindings.Shape(aspect: record.aspect)
            default: continue
            }
            if !findings.shapes.contains(where: { $0.aspect == shape.aspect }) { findings.shapes.append(shape) }
        }
        await note(entry, in: &findings)
        guard let size = findings.size else { return findings }
        let order = planner.wanted.map { $0.shape.aspect(in: size).description }
        findings.shapes.sort { (order.firstIndex(of: $0.aspect) ?? 0) < (order.firstIndex(of: $1.aspect) ?? 0) }
        return findings
    }

    /// Notes the size of a picture, and what can be seen in it where corrections say what counts.
    private func note(_ entry: PictureEntry, in findings: inout ReviewFindings) async {
        let plans = findings.shapes.compactMap(\.record?.plan)
        findings.size = plans.first?.size
        let isPlaced = { (plan: CropPlan) in plan.features.allSatisfy { [.region, .focalPoint].contains($0.feature.kind) } }
        let detects = !findings.shapes.allSatisfy { $0.record?.corrected.isEmpty ?? true } && plans.contains(where: isPlaced)
        guard findings.size == nil || detects else { return }
        let crop = planner.wanted[0].request.last.crop
        let found = try? await pictures.read(entry) { [planner] source, cancellation in
            let work = PictureWork(entry, source, planner.renderer, cancellation)
            let features = try detects && crop.searches ? cancellation.perform { try work.job.detection(crop).features } : []
            return (size: source.size, features: features)
        }
        guard let found else { return }
        findings.size = found.size
        for index in findings.shapes.indices {
            guard let plan = findings.shapes[index].record?.plan, isPlaced(plan) else { continue }
            findings.shapes[index].record?.plan = plan.noting(found.features)
        }
    }

    private func outcome(_ batch: Batch, _ entry: PictureEntry) async -> BatchLines.Outcome {
        do {
            return try await batch.outcome(.success(entry), workers)
        } catch {
            let failure = BoundedCropError(.unwritableFile, "the crops cannot be written", underlying: error)
            return BatchLines.Outcome(path: entry.path, isPicture: true, error: failure)
        }
    }

    /// A crop without effects.
    func picture(_ entry: PictureEntry, of shape: ReviewFindings.Shape, longSide: Int) async throws -> [UInt8] {
        guard let record = shape.record else { throw BoundedCropError(.invalidArgument, "corrections leave out \(shape.aspect)") }
        return try await pictures.read(entry) { source, cancellation in
            let aspect = record.plan.aspect
            guard let wanted = planner.wanted.first(where: { $0.shape.aspect(in: source.size) == aspect }) else {
                throw BoundedCropError(.invalidArgument, "the picture has changed: it is \(source.size) now")
            }
            var request = wanted.request
            request.last.steps = []
            request.output = RenderRequest.Output()
            (request.output.format, request.output.quality, request.output.convertsToSRGB) = (.jpeg, 80, true)
            var work = PictureWork(entry, source, planner.renderer, cancellation)
            work.job.givenPlans = [record.plan]
            return try cancellation.perform {
                let planned = try work.job.plan(request)
                return try work.job.render(planned.scaled(to: planned.plan.size.fitted(longSide: longSide))).bytes
            }
        }
    }
}
