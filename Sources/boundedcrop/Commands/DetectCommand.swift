import ArgumentParser
import BoundedCrop

struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Say where the faces are.",
        discussion: """
            EXAMPLES
              boundedcrop detect photo.jpg
              boundedcrop detect photos/ --json
              boundedcrop detect photo.jpg --overlay photo-faces.jpg

            Without --json there is a line for each face: file, rectangle (x,y,width,height in pixels of the upright picture), \
            confidence and kind, with tabs between them.
            """
    )

    @OptionGroup(title: "Input")
    var input: InputOptions

    @OptionGroup(title: "Detection")
    var detection: DetectionOptions

    @Flag(help: "Print one JSON object a line for each picture.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write each picture with boxes around what was found, to this file or into this folder.",
            valueName: "file|folder"
        )
    )
    var overlay: String?

    @Flag(help: "Replace overlays that exist.")
    var overwrite = false

    private var template: OutputTemplate? {
        get throws {
            try overlay.map { overlay in
                let isFile = !AtomicFile.isDirectory(overlay) && ImageFormat(fileName: overlay)?.isWritable == true
                return try OutputTemplate(isFile ? overlay : overlay + "/{name}.{ext}")
            }
        }
    }

    mutating func validate() throws {
        do { _ = try template } catch let error as BoundedCropError { throw ValidationError("\(error.message).") }
    }

    func run() async throws {
        let files = input.files
        let template = try template
        if let overlay, let template, template.isConstant, files.entries.count > 1 {
            throw ValidationError("\(files.entries.count) overlays would all be \(overlay): name a folder.")
        }
        let job = try DetectJob(
            detector: detection.makeDetector(),
            accuracy: detection.accuracy,
            overlay: template,
            overwrite: overwrite,
            verbose: input.verbose
        )
        try await Batch(files: files, sources: input.sources(), jobs: input.jobs, printsJSON: json).run { entry, source, cancellation in
            try job.run(entry, source, cancellation: cancellation)
        }
    }
}
