import ArgumentParser
import BoundedCrop
import BoundedCropRendering

struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Print where the faces are.",
        discussion: """
            EXAMPLES
              boundedcrop detect photo.jpg
              boundedcrop detect photos/ --json
              boundedcrop detect photo.jpg --overlay photo-faces.jpg
              boundedcrop detect s3://photos/2024/ --recursive --json

            Without --json, it prints a line for each face: file, rectangle (x,y,width,height in pixels of the upright picture), \
            confidence and kind, separated by tabs.
            """
    )

    @OptionGroup
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Input")
    var input: InputOptions

    @OptionGroup(title: "Detection")
    var detection: DetectionOptions

    @Flag(help: "Print one JSON object per line for each picture.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write each picture with boxes around its features, to this file or folder, or below s3://bucket/prefix/.",
            valueName: "file|folder"
        )
    )
    var overlay: String?

    @Flag(help: "Replace overlays that exist.")
    var overwrite = false

    private var template: OutputTemplate? {
        get throws {
            try overlay.map { overlay in
                try OutputOptions.checkBucket(overlay)
                let isFolder = ObjectStorage.isLocation(overlay) ? ObjectStorage.isFolder(overlay) : AtomicFile.isDirectory(overlay)
                let isFile = !isFolder && ImageFormat(fileName: overlay)?.isWritable == true
                return try OutputTemplate(isFile ? overlay : overlay + (overlay.hasSuffix("/") ? "" : "/") + "{name}.{ext}")
            }
        }
    }

    mutating func validate() throws {
        try LocalPath.checkPresence(of: overlay, for: "--overlay")
        if detection.table.has(.hide) { throw ValidationError("--hide is for effects and videos with --redact: here, nothing is hidden.") }
        _ = try usage { try template }
    }

    func run() async throws {
        let sources = input.sources(readsSidecars: detection.usesEmbeddedRegions)
        let template = try template
        let earlier = template.flatMap { EarlierOutputs($0, format: $0.format) }
        let files = input.files(sources, without: earlier)
        if let overlay, let template, template.isConstant, await files.areMany() {
            throw ValidationError("All overlays would be \(overlay): name a folder.")
        }
        let job = try DetectJob(
            renderer: detection.renderer(),
            crop: detection.crop,
            overlay: template,
            writesObjects: overlay.map(ObjectStorage.isLocation) ?? false,
            overwrite: overwrite,
            verbose: input.batch.verbose
        )
        try await Batch(files, from: sources, job, threadCount: input.batch.jobs, input.batch.reporting(json: json)).run()
    }
}
