import ArgumentParser
import BoundedCrop
import BoundedCropRendering
import BoundedCropVideo

/// A request about a video: its crops along the paths of a camera, or the paths alone, all from one analysis.
struct WorkerVideo: Sendable {
    private let path: String
    private let job: VideoJob

    /// Whether a request is about a video.
    static func isMeant(by request: [String: JSONNode]) -> Bool {
        guard case .object(let source) = request["source"] else { return false }
        return source["video"] != nil
    }

    /// Throws `invalidArgument` for anything that is wrong with the request.
    ///
    /// - Parameter workers: Does the work, one video after the other.
    init(_ request: [String: JSONNode], workers: WorkerPool) throws {
        var fields = RequestFields(request)
        _ = fields.take("id")
        var source = RequestFields(try fields.object("source") ?? [:], in: "source: ")
        guard let path = try source.text("video") else { throw BoundedCropError(.invalidArgument, "source: “video” is missing") }
        try source.checkEnd()
        let (onlyPlans, redact) = (try fields.flag("plan"), try fields.text("redact"))
        guard let outputs = try fields.objects("outputs"), !outputs.isEmpty else {
            throw BoundedCropError(.invalidArgument, "“outputs” is missing, or has no output")
        }
        let options = fields.options(RequestOptions.video)
        try fields.checkEnd()
        let wanted = try outputs.map { try Self.output($0, onlyPlans: onlyPlans) }
        let files = wanted.compactMap(\.file)
        if Set(files).count < files.count { throw BoundedCropError(.fileExists, "two of the outputs would be one file") }
        if outputs.count > 1, wanted.contains(where: { $0.words.isEmpty }) {
            throw BoundedCropError(.invalidArgument, "outputs: one of several has a shape: “aspect”, or “width” and “height”")
        }
        do {
            let words = try RequestOptions.words(options) + wanted.flatMap(\.words) + (redact.map { ["--redact=\($0)"] } ?? [])
            let command = try VideoCommand.parse(words + (onlyPlans ? ["--plan", "--", path] : ["--", path]))
            let outputs = try wanted.flatMap { output in
                try VideoShapeOptions.parse(output.words).shapes.map { VideoJob.Wanted(shape: $0, file: output.file) }
            }
            var job = try command.job(outputs, workers: workers)
            job.adviceOnFiles = RequestWork.advice
            self.job = job
            if command.output.codec != .av1, let file = files.first(where: VideoFormat.needsAV1) {
                throw BoundedCropError(.invalidArgument, "outputs: “\(file)” needs “codec”: “av1”")
            }
        } catch let error as BoundedCropError {
            throw error
        } catch {
            throw BoundedCropError(usage: error, of: VideoCommand.self)
        }
        self.path = path
    }

    /// The file of an output, and its shape as words of a command line; none for whole frames.
    private static func output(_ output: [String: JSONNode], onlyPlans: Bool) throws -> (file: String?, words: [String]) {
        var fields = RequestFields(output, in: "outputs: ")
        let file = try fields.text("file")
        let shape = (try fields.text("aspect"), try fields.integer("width"), try fields.integer("height"))
        try fields.checkEnd()
        guard onlyPlans == (file == nil) else {
            throw BoundedCropError(.invalidArgument, "outputs: a video is written to a “file”, and with “plan” nothing is")
        }
        if let file, ObjectStorage.isLocation(file) {
            throw BoundedCropError(.invalidArgument, "outputs: “file” is on this machine for a video, unlike “\(file)”")
        }
        if let file, !VideoFormat.isWritten(file) {
            throw BoundedCropError(.invalidArgument, "outputs: “file” ends with \(VideoFormat.endingsText), unlike “\(file)”")
        }
        switch shape {
        case (nil, nil, nil): return (file, [])
        case (let aspect?, nil, nil): return (file, ["--aspect=\(aspect)"])
        case (nil, let width?, let height?): return (file, ["--size=\(width)x\(height)"])
        default: throw BoundedCropError(.invalidArgument, "outputs: an output of a video has “aspect”, or “width” and “height”")
        }
    }

    /// One result for each output. If a later one fails, earlier ones remain.
    func results() async throws -> [WorkerResult] {
        let progress = VideoProgress(PictureEntry(input: path), number: 1, of: 1, isQuiet: true)
        let outcome = await job.outcome(PictureEntry(input: path), progress)
        if let error = outcome.error { throw error }
        if outcome.isDropped { throw CancellationError() }
        return outcome.lines.compactMap { if case .video(let record) = $0.json { .video(record) } else { nil } }
    }
}
