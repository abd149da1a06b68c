import BoundedCrop
import BoundedCropEffects
import BoundedCropVideo

/// What is done with each video of a run.
struct VideoJob: Sendable {
    let options: VideoShapeOptions
    let shapes: [VideoShapeOptions.Shape]
    /// The output without a shape; nil for that of the template.
    let file: String?
    let detector: any FeatureDetector
    /// Nil if nothing is hidden.
    let redaction: Redact?
    let plans: VideoPlanFile?
    let corrections: CorrectionFiles
    let output: VideoOutputOptions
    let encoding: VideoEncoding
    let template: OutputTemplate
    let verbose: Bool
    let names = OutputNames()
    /// What to do about outputs that exist.
    var adviceOnFiles = OutputFile.advice
    private let workers: WorkerPool

    init(
        options: VideoShapeOptions,
        shapes: [VideoShapeOptions.Shape],
        file: String?,
        detector: any FeatureDetector,
        redaction: Redact?,
        plans: VideoPlanFile?,
        corrections: CorrectionFiles,
        output: VideoOutputOptions,
        encoding: VideoEncoding,
        template: OutputTemplate,
        verbose: Bool,
        workers: WorkerPool
    ) {
        (self.options, self.shapes, self.file, self.workers) = (options, shapes, file, workers)
        (self.detector, self.redaction) = (detector, redaction)
        (self.plans, self.corrections) = (plans, corrections)
        (self.output, self.encoding, self.template, self.verbose) = (output, encoding, template, verbose)
    }

    /// Processes a video. What fails is in the outcome.
    func outcome(_ entry: PictureEntry, _ progress: VideoProgress) async -> BatchLines.Outcome {
        var outcome = BatchLines.Outcome(path: entry.path, isPicture: true)
        do {
            let (lines, error) = try await workers.run { _ in
                defer { progress.end() }
                var lines: [Batch.Line] = []
                do {
                    try run(entry, progress) { lines.append($0) }
                } catch let error as BoundedCropError {
                    // What is written of other shapes is there.
                    return (lines, error as BoundedCropError?)
                }
                return (lines, nil)
            }
            outcome.lines = lines
            outcome.error = error
        } catch is CancellationError {
            outcome.isDropped = true
        } catch {
            outcome.error = BoundedCropError(.detectionFailed, "\(error)", underlying: error)
        }
        return outcome
    }

    /// What there is to say at the end of the run.
    var closingNotes: [String] {
        [corrections.note("video"), plans.flatMap { PictureNote.text("plans", "video", of: $0.unknown) }].compactMap(\.self)
    }

    private func run(_ entry: PictureEntry, _ progress: VideoProgress, _ add: (Batch.Line) -> Void) throws {
        let source = try VideoSource(contentsOfFile: entry.path)
        try checkEarly(entry, source)
        progress.begin("looking")
        let needsFaces = plans == nil && !shapes.isEmpty
        let analysis = try VideoAnalysis(
            of: source,
            detector: needsFaces ? detector : nil,
            accuracy: options.detectionAccuracy,
            toleratesDamage: output.allowTruncated
        ) {
            progress.step($0, of: source.duration)
        }
        if let preview = output.preview, let shape = shapes.first {
            let path = try path(entry, analysis, shape)
            progress.begin("drawing")
            var drawing = VideoPreview(analysis, path, toleratesDamage: output.allowTruncated) { progress.step($0, of: source.duration) }
            let bytes = try drawing.write(to: preview, isVideo: VideoFormat.isWritten(preview), replacing: output.overwrite)
            let text = verbose ? "\(entry.path.printable) -> \(preview.printable)" : nil
            let file = VideoRecord.Output(file: preview, size: drawing.size, bytes: bytes)
            return add(Batch.Line(json: .video(VideoRecord(entry, analysis, aspect: shape.aspect, path: path, output: file)), text: text))
        }
        let found = try redaction.map { effect in
            progress.begin("searching faces")
            return try VideoRedaction(effect, of: analysis, toleratesDamage: output.allowTruncated) {
                progress.step($0, of: source.duration)
            }
        }
        guard !shapes.isEmpty else { return add(try written(entry, analysis, nil, nil, found, progress)) }
        for shape in shapes {
            let path = try path(entry, analysis, shape)
            if output.plan {
                let record = VideoRecord(entry, analysis, aspect: shape.aspect, path: path)
                add(Batch.Line(json: .video(record), text: record.summary))
            } else {
                add(try written(entry, analysis, shape, path, found, progress))
            }
        }
    }

    private func path(_ entry: PictureEntry, _ analysis: VideoAnalysis, _ wanted: VideoShapeOptions.Shape) throws -> CameraPath {
        guard let plans else {
            var camera = options.camera(wanted)
            let size = analysis.source.squareSize
            camera.corrections = try corrections.shots(of: entry, aspect: wanted.aspect, in: size)
            return try analysis.path(camera)
        }
        let path = try plans.path(of: entry, aspect: wanted.aspect)
        try analysis.check(path)
        return path
    }

    /// Throws before long work if the output is known and exists.
    private func checkEarly(_ entry: PictureEntry, _ source: VideoSource) throws {
        guard !output.plan else { return }
        if let preview = output.preview { return try checkAbsence(of: preview, entry) }
        if shapes.isEmpty {
            let size = source.size.even
            return try checkAbsence(of: outputPath(entry, nil, AspectRatio(size), size), entry)
        }
        for shape in shapes {
            // Where the name does not tell the size, any will do.
            let anySize = shape.file != nil || !template.separatesSizes
            guard let size = shape.size ?? (anySize ? PixelSize(width: 2, height: 2) : nil) else { continue }
            try checkAbsence(of: outputPath(entry, shape, shape.aspect, size), entry)
        }
    }

    private func checkAbsence(of path: String, _ entry: PictureEntry) throws {
        let file = OutputFile(path: path)
        try file.checkDifference(from: entry.path)
        if !output.overwrite { try file.checkAbsence(advice: adviceOnFiles) }
    }

    private func outputPath(
        _ entry: PictureEntry,
        _ shape: VideoShapeOptions.Shape?,
        _ aspect: AspectRatio,
        _ size: PixelSize
    ) -> String {
        if let named = shape == nil ? file : shape?.file { return named }
        return template.path(
            for: .init(
                name: entry.name,
                size: size,
                aspect: aspect,
                scheme: options.boundingScheme,
                ending: VideoFormat.ending(forOutputOf: entry.path)
            )
        )
    }

    private func written(
        _ entry: PictureEntry,
        _ analysis: VideoAnalysis,
        _ wanted: VideoShapeOptions.Shape?,
        _ path: CameraPath?,
        _ redaction: VideoRedaction?,
        _ progress: VideoProgress
    ) throws -> Batch.Line {
        let writer = try VideoWriter(analysis, along: path, size: wanted?.size, encoding: encoding)
        let aspect = wanted?.aspect ?? AspectRatio(writer.size)
        let file = outputPath(entry, wanted, aspect, writer.size)
        try names.claim(file, for: entry.path)
        try checkAbsence(of: file, entry)
        if output.overwrite { try OutputFile(path: file).checkReplacement(by: nil, of: entry, names) }
        try AtomicFile.makeDirectory(for: file)
        progress.begin("writing \(aspect)")
        let duration = analysis.source.duration
        let tolerates = output.allowTruncated
        let result = try writer.write(to: file, replacing: output.overwrite, hiding: redaction, toleratesDamage: tolerates) {
            progress.step($0, of: duration)
        }
        names.wrote(file)
        var record = VideoRecord(
            entry,
            analysis,
            aspect: aspect,
            path: path,
            output: .init(file: file, size: result.size, bytes: result.bytes),
            notes: result.notes
        )
        record.covered = redaction?.coveredFrames
        record.lost = redaction?.lost
        let name = BatchLines.name(of: entry.path)
        var warnings = result.notes.map { "boundedcrop: \(name) -> \(file.printable): \($0)" }
        warnings += redaction?.warnings(name) ?? []
        return Batch.Line(
            json: .video(record),
            text: verbose ? record.summary : nil,
            warnings: warnings,
            lacksFaces: redaction?.coveredFrames == 0,
            hasVisibleFaces: redaction?.lost.isEmpty == false
        )
    }
}

extension VideoRedaction {
    /// What there is to say about a video, for standard error.
    fileprivate func warnings(_ name: String) -> [String] {
        if coveredFrames == 0 { return ["boundedcrop: \(name): no face found, nothing covered"] }
        let most = 10
        var lines = lost.prefix(most).map { "boundedcrop: \(name): \($0.text)" }
        if lost.count > most { lines.append("boundedcrop: \(name): and \(lost.count - most) more faces that were lost") }
        return lines
    }
}

/// A line that `video --json` prints.
struct VideoRecord: Encodable, Sendable {
    struct Output: Codable, Sendable {
        let file: String
        let width: Int
        let height: Int
        let bytes: Int

        init(file: String, size: PixelSize, bytes: Int) {
            (self.file, width, height, self.bytes) = (file, size.width, size.height, bytes)
        }
    }

    let file: String
    /// The size of the upright frames with square pixels.
    let width: Int
    let height: Int
    /// When the last frame is shown, in seconds.
    let duration: Double
    let frames: Int
    let aspect: String
    /// Nil, and left out, if nothing is cropped.
    let path: CameraPath?
    let output: Output?
    /// What the output does not have; nil, and left out, if it is complete.
    let notes: [String]?
    /// In how many frames something was covered; nil, and left out, without a redaction.
    var covered: Int?
    /// Where a face was lost; nil, and left out, without a redaction.
    var lost: [LostFace]?

    init(
        _ entry: PictureEntry,
        _ analysis: VideoAnalysis,
        aspect: AspectRatio,
        path: CameraPath?,
        output: Output? = nil,
        notes: [String] = []
    ) {
        file = entry.path
        (width, height) = (analysis.source.squareSize.width, analysis.source.squareSize.height)
        (duration, frames) = (analysis.times.last ?? 0, analysis.times.count)
        (self.aspect, self.path, self.output) = (aspect.description, path, output)
        self.notes = notes.isEmpty ? nil : notes
    }

    /// The record as text.
    var summary: String {
        let shots = path.map { path in
            let kinds = [CameraPath.Shot.Motion.still, .pan, .follow, .pad].compactMap { motion in
                let count = path.shots.count { $0.motion == motion }
                return count > 0 ? "\(count) \(motion.rawValue)" : nil
            }
            return ", \(path.shots.count) shot\(path.shots.count == 1 ? "" : "s") (\(kinds.joined(separator: ", ")))"
        }
        let hidden = covered.map { ", faces covered in \($0) frames" } ?? ""
        let target = output.map { " -> \($0.file.printable) \($0.width)x\($0.height) \(($0.bytes + 512) / 1024) KB" } ?? ""
        return "\(file.printable): \(aspect), \(frames) frames\(shots ?? "")\(hidden)\(target)"
    }
}
