import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import BoundedCropVideo

struct VideoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "video",
        abstract: "Crop videos so that the faces in them stay visible.",
        discussion: """
            The camera stands still where one window holds the faces of a shot, moves calmly where it must, and cuts only where the video \
            does, or where faces are too far apart. Sound, subtitles and chapters are copied as they are. The programs ffmpeg and ffprobe \
            of the package ffmpeg do the decoding and encoding.

            EXAMPLES
              boundedcrop video talk.mp4 --aspect 9:16 -o talk-9x16.mp4
              boundedcrop video clips/ --aspect 9:16 --aspect 1:1 -o reels
              boundedcrop video talk.mp4 --size 1080x1920 --codec hevc -o out
              boundedcrop video talk.mp4 --aspect 1:1 --when-apart pad -o out
              boundedcrop video talk.mp4 --aspect 9:16 --plan --json
              boundedcrop video talk.mp4 --aspect 9:16 --preview sheet.jpg
              boundedcrop video street.mp4 --redact blur -o street-blurred.mp4

            --redact searches every frame with both detectors, and hides a face also where it is missed for a moment, up to half a second \
            before and after. Shots in which a face is lost without leaving the frame are named, and the exit status is 3 then: look at \
            them. Redacted frames have 8 bits for each color.
            """
    )

    @Argument(
        help: ArgumentHelp("Videos, and folders of them.", valueName: "input"),
        completion: .file(extensions: VideoFormat.readEndings)
    )
    var inputs: [String] = []

    @Flag(name: .shortAndLong, help: "Include subfolders.")
    var recursive = false

    @OptionGroup(title: "Crop")
    var shape: VideoShapeOptions

    @Option(help: ArgumentHelp("Make the faces in every frame unrecognizable.", valueName: "blur|pixelate|color"))
    var redact: String?

    @OptionGroup(title: "Output")
    var output: VideoOutputOptions

    @Flag(name: .shortAndLong, help: "Print a line for each video, and a summary.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print only results and errors.")
    var quiet = false

    mutating func validate() throws {
        if inputs.isEmpty { throw ValidationError("Missing expected argument '<input> ...': videos, or folders of them.") }
        for input in inputs {
            if input.isEmpty { throw ValidationError("An input is empty: name a video or a folder.") }
            if ![.file, .folder].contains(PictureInput(input)) {
                throw ValidationError("Videos are read from files on this machine, not from \(input.printable).")
            }
        }
        if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together.") }
        if output.plans != nil, shape.correcting.corrections != nil {
            throw ValidationError("--plans and --corrections cannot be used together: edit the plans.")
        }
        let count = shape.shapes.count
        if shape.shapes == [.whole], redact == nil || output.plan || output.preview != nil || output.plans != nil {
            throw ValidationError("Name a shape: --aspect 9:16 or --size 1080x1920.")
        }
        if output.plan,
            let other = [(output.plans != nil, "--plans"), (output.preview != nil, "--preview"), (redact != nil, "--redact")]
                .first(where: \.0)
        {
            throw ValidationError("--plan and \(other.1) cannot be used together: with --plan, nothing is written.")
        }
        if redact != nil, shape.table.has(.minConfidence) { try usage { throw RedactionSearch.confidence { "--\($0.name)" } } }
        if redact == nil, shape.table.has(.hide) { throw ValidationError("--hide needs --redact.") }
        if output.preview != nil, redact != nil {
            throw ValidationError("--preview and --redact cannot be used together: a preview shows the source.")
        }
        if output.preview != nil, count > 1 { throw ValidationError("--preview shows one shape, not \(count).") }
        let template = try template
        if count > 1, !output.plan, !template.separatesShapes {
            throw ValidationError("\(count) crops would all be \(output.output ?? ""): use a folder, or add {aspect}, {width} or {height}.")
        }
        _ = try usage { try shape.crop.makeDetector() }
        _ = try redaction
    }

    func run() async throws {
        let template = try template
        let files = try await WorkerPool.shared.run { [inputs, recursive] _ in
            VideoFiles(inputs, isRecursive: recursive, template: template)
        }
        let areMany = files.found.count > 1
        if areMany, !output.plan, output.preview != nil || template.isConstant {
            let path = output.preview ?? output.output ?? ""
            throw ValidationError("All outputs would be \(path): use a folder, or add {name}.")
        }
        let job = try job(shape.shapes.map { .init(shape: $0) }, workers: WorkerPool(threadCount: 1))
        let reporting = Reporting(printsJSON: output.json, isVerbose: verbose, isQuiet: quiet)
        let lines = BatchLines(progress: ProgressBar(total: nil, isQuiet: true), reporting: reporting, noun: "videos")
        if !quiet, files.earlierCount > 0, reporting.summarizes {
            let outputs = files.earlierCount == 1 ? "output" : "outputs"
            StandardError.print("boundedcrop: \(files.earlierCount) \(outputs) of earlier runs left out")
        }
        for case .success(let entry) in files.found { job.names.read(entry) }
        try await Interrupt.cancelling { [quiet] in
            // One after the other: ffmpeg uses all cores for each.
            for (number, found) in files.found.enumerated() {
                switch found {
                case .failure(let failure): try lines.add(.init(failure), number: number)
                case .success(let entry):
                    let progress = VideoProgress(entry, number: number + 1, of: files.found.count, isQuiet: quiet)
                    var outcome = await job.outcome(entry, progress)
                    outcome.error = outcome.error.map { ErrorAdvice.advised($0, about: entry.path) }
                    if outcome.isDropped { throw CancellationError() }
                    try lines.add(outcome, number: number)
                }
            }
        }
        try lines.finish([], job.closingNotes)
    }

    /// What is done with each video.
    ///
    /// - Parameters:
    ///   - wanted: What to make of a video, with the files if they are known.
    func job(_ wanted: [VideoJob.Wanted], workers: WorkerPool) throws -> VideoJob {
        VideoJob(
            crop: shape.crop,
            whenApart: shape.whenApart,
            keepsBars: shape.keepBars,
            wanted: wanted,
            detector: try shape.crop.makeDetector(),
            redaction: try redaction,
            plans: try usage { try output.plans.map { try VideoPlanFile($0) } },
            corrections: try shape.correcting.files(),
            output: .init(
                encoding: try output.encoding,
                overwrite: output.overwrite,
                allowTruncated: output.allowTruncated,
                plan: output.plan,
                preview: output.preview
            ),
            template: try template,
            verbose: verbose,
            workers: workers
        )
    }

    private var template: OutputTemplate {
        get throws {
            let (shapes, hasSizes) = (shape.shapes, !shape.size.isEmpty)
            return try usage { try output.template(shapeCount: shapes.count, hasSizes: hasSizes, redactsOnly: shapes == [.whole]) }
        }
    }

    private var redaction: Redact? {
        get throws {
            try redact.map { text in try usage { try VideoJob.redaction(text, shape.crop, accuracy: shape.redactionAccuracy) } }
        }
    }
}
