import BoundedCrop
import BoundedCropRendering
import BoundedCropVideo

/// A request about a video: its crops along the paths of a camera, or the paths alone, all from one analysis.
struct WorkerVideo: Sendable {
    private let path: String
    private let job: VideoJob

    /// Throws `DecodingError` and `invalidArgument` for anything that is wrong with the request.
    init(_ members: JSONMembers, _ context: WorkerContext) throws {
        var members = members
        var source: JSONMembers = try members.require("source")
        path = try source.require("video")
        try source.checkEnd()
        guard [.file, .folder].contains(PictureInput(path)) else { throw source.wrong("a video is a file on this machine", in: "video") }
        let settings = RequestSettings(try members.settings(VideoSection.rows))
        let crop = settings.stage.crop
        var output = VideoJob.Output()
        output.encoding.codec = try members.take("codec", VideoOutputOptions.choice) ?? .h264
        output.encoding.options = try members.take("ffmpegOptions", ShellWords.split) ?? []
        output.overwrite = try members.flag("overwrite")
        output.allowTruncated = try members.flag("allowTruncated")
        output.plan = try members.flag("plan")
        let redaction = try members.take("redact") { (text: String) in
            try VideoJob.redaction(text, crop, accuracy: settings.has(.accuracy) ? crop.accuracy : .high)
        }
        let corrections = try members.take("corrections", WantedDetection.path)
        let whenApart: CameraOptions.WhenApart = try members.take("whenApart", VideoOutputOptions.choice) ?? .speaker
        let keepsBars = try members.flag("keepBars")
        let outputs: [JSONMembers] = try members.take("outputs") ?? []
        try members.checkEnd()
        let wanted = try outputs.map { try Self.wanted($0, output) }
        let files = wanted.compactMap(\.file)
        try settings.check(called: RequestOption.memberName)
        if redaction == nil, settings.has(.hide) { throw members.wrong("“hide” needs “redact”, which hides faces") }
        if outputs.isEmpty { throw members.wrong("“outputs” is missing, or has no output") }
        if Set(files).count < files.count { throw BoundedCropError(.fileExists, "two of the outputs would be one file") }
        if output.plan, redaction != nil {
            throw members.wrong("“plan” and “redact” cannot be used together: with “plan”, nothing is written")
        }
        if wanted.contains(where: { $0.shape == .whole }), wanted.count > 1 || redaction == nil {
            throw members.wrong(
                "an output has a shape, “aspect” or “width” and “height”, unless it is the only one and has “redact”",
                in: "outputs"
            )
        }
        job = VideoJob(
            crop: crop,
            whenApart: whenApart,
            keepsBars: keepsBars,
            wanted: wanted,
            detector: try crop.makeDetector(),
            redaction: redaction,
            corrections: try CorrectionFiles(corrections),
            output: output,
            template: try OutputTemplate(VideoOutputOptions.standardTemplate),
            adviceOnFiles: RequestWork.advice,
            workers: context.videos
        )
    }

    /// An output, of whole frames unless it says its shape.
    private static func wanted(_ members: JSONMembers, _ output: VideoJob.Output) throws -> VideoJob.Wanted {
        var members = members
        let file: String? = try members.take("file")
        let aspect = try members.take("aspect", WantedShape.aspect)
        let (width, height): (Int?, Int?) = try (members.take("width"), members.take("height"))
        try members.checkEnd()
        guard output.plan == (file == nil) else {
            throw members.wrong("a video is written to a “file”, and with “plan” nothing is")
        }
        if let file, ObjectStorage.isLocation(file) {
            throw members.wrong("this is on this machine for a video, unlike “\(file)”", in: "file")
        }
        if let file, !VideoFormat.isWritten(file) {
            throw members.wrong("this ends with \(VideoFormat.endingsText), unlike “\(file)”", in: "file")
        }
        if let file, output.encoding.codec != .av1, VideoFormat.needsAV1(file) {
            throw members.wrong("this needs “codec”: “av1”", in: "file")
        }
        switch (aspect, width, height) {
        case (nil, nil, nil): return .init(shape: .whole, file: file)
        case (let aspect?, nil, nil): return .init(shape: .aspect(aspect), file: file)
        case (nil, let width?, let height?):
            do {
                let size = try VideoShapeOptions.checked(PixelSize(width: width, height: height), "\(width)x\(height)")
                return .init(shape: .size(size), file: file)
            } catch let error as BoundedCropError {
                throw members.wrong(error)
            }
        default: throw members.wrong("an output of a video has “aspect”, or “width” and “height”")
        }
    }

    /// One result for each output. If a later one fails, earlier ones remain.
    func results() async throws -> [WorkerResult] {
        let progress = VideoProgress(PictureEntry(input: path), number: 1, of: 1, isQuiet: true)
        let outcome = await job.outcome(PictureEntry(input: path), progress)
        if let error = outcome.error { throw error }
        if outcome.isDropped { throw CancellationError() }
        return outcome.lines.compactMap { line -> WorkerResult? in
            switch line.json {
            case .video(let record): .video(record)
            case .correctedAway(let record): .leftOut(record)
            default: nil
            }
        }
    }
}
