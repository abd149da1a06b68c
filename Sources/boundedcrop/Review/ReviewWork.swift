import BoundedCrop
import BoundedCropEffects
import BoundedCropEvaluation
import BoundedCropRendering

/// What is worked out about the pictures of a review: their plans, their outputs, and small pictures to look at.
struct ReviewWork: Sendable {
    /// What is known of a picture with its corrections.
    struct Findings: Sendable {
        /// The worst first.
        var concerns: [CropConcern] = []
        /// One for each aspect.
        var shapes: [Shape] = []
        /// The size of the picture; nil for one that cannot be read.
        var size: PixelSize?
        /// Why it, or an output of it, failed.
        var error: String?
    }

    /// The crop of a picture in one aspect.
    struct Shape: Sendable {
        let aspect: String
        /// Where it is cropped; nil if corrections leave it out.
        var record: CropRecord?
    }

    /// The longest sides of crops and originals as they are sent.
    private static let (cropSide, originalSide) = (400, 1600)

    /// The making of outputs.
    typealias Making = (job: OutputJob, batch: Batch)

    private let planner: OutputJob
    private let planning: Batch
    /// Nil if no outputs are made.
    private let making: Making?
    private let workers: Batch.Workers

    init(planner: OutputJob, planning: Batch, making: Making?) {
        (self.planner, self.planning, self.making) = (planner, planning, making)
        workers = planning.makeWorkers()
    }

    /// How many pictures are examined at once.
    var width: Int { workers.pool.threadCount }

    /// Makes the outputs of a picture that are missing or would differ, and plans its crops.
    func examine(_ entry: PictureEntry) async -> Findings {
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
        var findings = Findings(error: made.error?.message ?? made.reasonToLeaveOut)
        let crops = lines.compactMap { if case .crop(let record) = $0.json { record } else { nil } }
        let concerns = CropConcern.all(of: crops, isFailed: findings.error != nil)
        let isMisfit = lines.contains(where: \.lacksCorrections)
        findings.concerns = isMisfit ? [.misfit] + concerns.filter { $0 != .fine } : concerns
        for line in lines {
            let shape: Shape
            switch line.json {
            case .crop(let record): shape = Shape(aspect: record.plan.aspect.description, record: record)
            case .correctedAway(let record): shape = Shape(aspect: record.aspect, record: nil)
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
    private func note(_ entry: PictureEntry, in findings: inout Findings) async {
        let plans = findings.shapes.compactMap(\.record?.plan)
        findings.size = plans.first?.size
        let isPlaced = { (plan: CropPlan) in plan.features.allSatisfy { [.region, .focalPoint].contains($0.feature.kind) } }
        let detects = !findings.shapes.allSatisfy { $0.record?.corrected.isEmpty ?? true } && plans.contains(where: isPlaced)
        guard findings.size == nil || detects else { return }
        let crop = planner.wanted[0].request.last.crop
        let found = try? await read(entry) { [planner] source, cancellation in
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

    /// A crop, small and without effects, as a JPEG.
    func crop(_ entry: PictureEntry, _ record: CropRecord) async throws -> [UInt8] {
        try await read(entry) { source, cancellation in
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
                return try work.job.render(planned.scaled(to: planned.plan.size.fitted(longSide: Self.cropSide))).bytes
            }
        }
    }

    /// The upright picture, as large as a screen, as a JPEG.
    func original(_ entry: PictureEntry) async throws -> [UInt8] {
        try await read(entry) { source, _ in
            try source.pixels(longSide: Self.originalSide).blocking.encoded(as: .jpeg(quality: 85))
        }
    }

    private func read<Value: Sendable>(
        _ entry: PictureEntry,
        _ body: @escaping @Sendable (ImageSource, Cancellation) throws -> Value
    ) async throws -> Value {
        let source = try await workers.pool.run { [sources = planning.sources] in try sources.read(entry, $0) }
        return try await workers.budget.run(source.size.pictureBytes) {
            try await workers.pool.run { try body(source, $0) }
        }
    }
}
