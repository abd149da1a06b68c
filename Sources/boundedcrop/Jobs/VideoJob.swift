import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import BoundedCropVideo

/// What is done with each video of a run.
struct VideoJob: Sendable {
    /// An output for each video.
    struct Wanted: Sendable {
        let shape: VideoShape
        /// Nil for that of the template.
        var file: String?
    }

    /// How outputs are written.
    struct Output: Sendable {
        var encoding = VideoEncoding()
        /// Whether files that exist are replaced.
        var overwrite = false
        /// Whether what can be read of damaged videos is used.
        var allowTruncated = false
        /// Whether nothing is written.
        var plan = false
        /// The file that shows what the camera does, instead of the outputs.
        var preview: String?
    }

    let crop: RenderRequest.Crop
    let whenApart: CameraOptions.WhenApart
    let keepsBars: Bool
    let wanted: [Wanted]
    let detector: any FeatureDetector
    /// Nil if nothing is hidden.
    let redaction: Redact?
    var plans: VideoPlanFile?
    let corrections: CorrectionFiles
    let output: Output
    let template: OutputTemplate
    var verbose = false
    let names = OutputNames()
    /// What to do about outputs that exist.
    var adviceOnFiles = OutputFile.advice
    let workers: WorkerPool

    /// How faces are hidden in every frame.
    ///
    /// - Parameter text: The arguments of `redact`.
    /// - Throws: `invalidArgument` for another text, and for a detector that cannot be used.
    static func redaction(_ text: String, _ crop: RenderRequest.Crop, accuracy: DetectionAccuracy) throws -> Redact {
        var redact = try EffectExpression.redaction(text)
        (redact.detector, redact.accuracy) = (try crop.makeDetector(unlessNamed: "yunet+haar"), accuracy)
        return redact
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
        corrections.notes("video") + [plans.flatMap { PictureNote.text("plans", "video", of: $0.unknown) }].compactMap(\.self)
    }

    private func run(_ entry: PictureEntry, _ progress: VideoProgress, _ add: (Batch.Line) -> Void) throws {
        let source = try VideoSource(contentsOfFile: entry.path)
        let wanted = try wanted.filter { wanted in
            let aspect = wanted.shape.aspect(of: source)
            guard try corrections.leavesOut(entry, aspect: aspect, in: source.squareSize) else { return true }
            add(.correctedAway(entry, aspect, verbose: verbose))
            return false
        }
        guard !wanted.isEmpty else { return }
        try checkEarly(entry, source)
        let corrected = try redaction.flatMap { _ in try corrections.redaction(of: entry, in: source.squareSize) }
        if let notes = corrected?.notes, !notes.isEmpty {
            add(Batch.Line(json: nil, warnings: notes.map { BatchLines.line($0, about: entry.path) }))
        }
        progress.begin("looking")
        let needsFaces = plans == nil && wanted.contains { $0.shape != .whole }
        let analysis = try VideoAnalysis(
            of: source,
            detector: needsFaces ? detector : nil,
            accuracy: crop.accuracy,
            seesBars: needsFaces && !keepsBars,
            hearsSpeech: whenApart.followsSpeech,
            toleratesDamage: output.allowTruncated
        ) {
            progress.step($0, of: source.duration)
        }
        if !analysis.notes.isEmpty {
            add(Batch.Line(json: nil, warnings: analysis.notes.map { BatchLines.line($0, about: entry.path) }))
        }
        if let preview = output.preview, let shape = wanted.first?.shape,
            case let (path?, words) = try path(entry, analysis, shape, add)
        {
            progress.begin("drawing")
            var drawing = VideoPreview(analysis, path, toleratesDamage: output.allowTruncated) { progress.step($0, of: source.duration) }
            let bytes = try drawing.write(to: preview, isVideo: VideoFormat.isWritten(preview), replacing: output.overwrite)
            let text = verbose ? "\(entry.path.printable) -> \(preview.printable)" : nil
            let file = VideoRecord.Output(file: preview, size: drawing.size, bytes: bytes)
            let record = VideoRecord(entry, analysis, aspect: shape.aspect(of: source), path: path, corrected: words, output: file)
            return add(Batch.Line(json: .video(record), text: text))
        }
        let found = try redaction.map { effect in
            progress.begin("searching faces")
            return try VideoRedaction(
                effect,
                of: analysis,
                correcting: corrected?.correction ?? RedactionCorrection(),
                toleratesDamage: output.allowTruncated
            ) {
                progress.step($0, of: source.duration)
            }
        }
        for wanted in wanted {
            let (path, words) = try path(entry, analysis, wanted.shape, add)
            if output.plan {
                let record = VideoRecord(entry, analysis, aspect: wanted.shape.aspect(of: source), path: path, corrected: words)
                add(Batch.Line(json: .video(record), text: record.summary))
            } else {
                add(try written(entry, analysis, wanted, path, words + (corrected?.correction?.words ?? []), found, progress))
            }
        }
    }

    /// Nil for whole frames.
    ///
    /// - Returns: Also what was corrected by hand.
    private func path(
        _ entry: PictureEntry,
        _ analysis: VideoAnalysis,
        _ shape: VideoShape,
        _ add: (Batch.Line) -> Void
    ) throws -> (path: CameraPath?, corrected: [String]) {
        guard shape != .whole else { return (nil, []) }
        let aspect = shape.aspect(of: analysis.source)
        guard let plans else {
            var camera = try CameraOptions(crop, shape: shape)
            camera.whenApart = whenApart
            camera.keepsBars = keepsBars
            let end = max(analysis.times.last ?? 0, analysis.source.duration ?? 0)
            let (shots, words, notes) = try corrections.shots(of: entry, aspect: aspect, in: analysis.source.squareSize, until: end)
            camera.corrections = shots
            if !notes.isEmpty { add(Batch.Line(json: nil, warnings: notes.map { BatchLines.line($0, about: entry.path) })) }
            let path = try analysis.path(camera)
            if let note = path.noteOfLeftOut { add(Batch.Line(json: nil, warnings: [BatchLines.line(note, about: entry.path)])) }
            return (path, words)
        }
        let path = try plans.path(of: entry, aspect: aspect)
        try analysis.check(path)
        return (path, [])
    }

    /// Throws before long work if the output is known and exists, or cannot hold the codec.
    private func checkEarly(_ entry: PictureEntry, _ source: VideoSource) throws {
        guard !output.plan else { return }
        if let preview = output.preview { return try checkAbsence(of: preview, entry) }
        for wanted in wanted {
            let aspect = wanted.shape.aspect(of: source)
            let anyPath = outputPath(entry, wanted, aspect, wanted.shape.size ?? source.size.even)
            try output.encoding.check(outputNamed: anyPath, for: source)
            // Where the name does not tell the size, any will do.
            let isAnySize = wanted.shape == .whole || wanted.file != nil || !template.separatesSizes
            guard let size = wanted.shape.size ?? (isAnySize ? source.size.even : nil) else { continue }
            try checkAbsence(of: outputPath(entry, wanted, aspect, size), entry)
        }
    }

    private func checkAbsence(of path: String, _ entry: PictureEntry) throws {
        let file = OutputFile(path: path)
        try file.checkDifference(from: entry.path, noun: "video")
        if !output.overwrite { try file.checkAbsence(advice: adviceOnFiles) }
    }

    private func outputPath(_ entry: PictureEntry, _ wanted: Wanted, _ aspect: AspectRatio, _ size: PixelSize) -> String {
        wanted.file
            ?? template.path(
                for: .init(
                    name: entry.name,
                    size: size,
                    aspect: aspect,
                    scheme: crop.scheme,
                    ending: VideoFormat.ending(forOutputOf: entry.path)
                )
            )
    }

    private func written(
        _ entry: PictureEntry,
        _ analysis: VideoAnalysis,
        _ wanted: Wanted,
        _ path: CameraPath?,
        _ corrected: [String],
        _ redaction: VideoRedaction?,
        _ progress: VideoProgress
    ) throws -> Batch.Line {
        let writer = try VideoWriter(analysis, along: path, size: wanted.shape.size, encoding: output.encoding)
        let aspect = wanted.shape.aspect(of: analysis.source)
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
            corrected: corrected,
            output: .init(file: file, size: result.size, bytes: result.bytes),
            notes: result.notes
        )
        record.covered = redaction?.coveredFrames
        record.lost = redaction?.lost
        let hidden = redaction?.notes.map { BatchLines.line($0, about: entry.path) } ?? []
        return Batch.Line(
            json: .video(record),
            text: verbose ? record.summary : nil,
            warnings: result.notes.map { BatchLines.line($0, about: entry.path, output: file) } + hidden,
            lacksFaces: redaction?.coveredFrames == 0,
            mayShowFaces: redaction?.lost.isEmpty == false
        )
    }
}

extension CameraPath {
    /// What there is to say of those who are never shown.
    fileprivate var noteOfLeftOut: String? {
        guard let first = leftOut.first else { return nil }
        let who = leftOut.count == 1 ? "1 face is" : "\(leftOut.count) faces are"
        let time = Decimals.text((first.startTime * 10).rounded() / 10)
        return "\(who) too far from the others to be shown in \(aspect), from \(time) s on: --when-apart pad shows all"
    }
}

extension VideoRedaction {
    /// What there is to say about a video.
    fileprivate var notes: [String] {
        if coveredFrames == 0 { return ["no face found, nothing covered"] }
        let most = 10
        let more = lost.count > most ? ["and at \(lost.count - most) more times"] : []
        return lost.prefix(most).map(\.text) + more
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
    /// What was corrected by hand; nil, and left out, for nothing.
    let corrected: [String]?
    let output: Output?
    /// What could not be read, and what the output does not have; nil, and left out, for nothing.
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
        corrected: [String] = [],
        output: Output? = nil,
        notes: [String] = []
    ) {
        file = entry.path
        (width, height) = (analysis.source.squareSize.width, analysis.source.squareSize.height)
        (duration, frames) = (analysis.times.last ?? 0, analysis.times.count)
        (self.aspect, self.path, self.output) = (aspect.description, path, output)
        self.corrected = corrected.isEmpty ? nil : corrected
        let notes = analysis.notes + notes
        self.notes = notes.isEmpty ? nil : notes
    }

    /// The record as text.
    var summary: String {
        let shots = path.map { path in
            let kinds = [CameraPath.Shot.Motion.still, .pan, .follow, .stack, .pad].compactMap { motion in
                let count = path.shots.count { $0.motion == motion }
                return count > 0 ? "\(count) \(motion.rawValue)" : nil
            }
            return ", \(path.shots.count) shot\(path.shots.count == 1 ? "" : "s") (\(kinds.joined(separator: ", ")))"
        }
        let hidden = covered.map { ", faces covered in \($0) frames" } ?? ""
        let hand = corrected.map { ", corrected: \($0.joined(separator: ", "))" } ?? ""
        let target = output.map { " -> \($0.file.printable) \($0.width)x\($0.height) \(($0.bytes + 512) / 1024) KB" } ?? ""
        return "\(file.printable): \(aspect), \(frames) frames\(shots ?? "")\(hidden)\(hand)\(target)"
    }
}
