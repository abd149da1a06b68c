import ArgumentParser
import BoundedCrop
import BoundedCropEffects

struct CropCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop",
        abstract: "Crop pictures around their faces.",
        discussion: """
            EXAMPLES
              One square thumbnail, photo-300x300.jpg, in this folder:
                boundedcrop crop photo.jpg --size 300x300
              A folder, in two sizes, as WebP:
                boundedcrop crop photos/ --size 96x96 --size 900x600 --format webp -o out
              Names of your own:
                boundedcrop crop *.jpg --size 200x200 --output 'out/{name}_{width}.{ext}'
              The largest 16:9 crop around the largest face, with more room:
                boundedcrop crop photo.jpg --aspect 16:9 --scheme largest --padding 50%
              Eyes in the upper third, with room in the direction of a face turned aside:
                boundedcrop crop photo.jpg --aspect 1:1 --zoom 0.4 --placement thirds
              Upright, whichever way the camera was held:
                boundedcrop crop photo.jpg --size 300x400 --auto-rotate
              For a document, with level eyes, white where the photo ends:
                boundedcrop crop a.jpg --aspect 7:9 --align passport --align-fill white
              In a pipe:
                boundedcrop crop - --size 96x96 --format png -o - < a.jpg > a.png
              All pictures below a prefix, to another bucket, without those that are there:
                boundedcrop crop s3://photos/2024/ --recursive --size 300x300 \\
                  -o 's3://thumbnails/{name}-{width}.{ext}' --skip-existing
              From the web, and a list of files and URLs:
                boundedcrop crop https://example.com/photo.jpg --list more.txt --size 300x300 -o out
              For link previews and stories, by name:
                boundedcrop crop photo.jpg --preset open-graph --preset story -o out
              For a web page, in three widths with their HTML:
                boundedcrop crop photo.jpg --srcset 320,640,960@1:1 -o out
              Only print where:
                boundedcrop crop photo.jpg --size 300x300 --plan --json
            """
    )

    @OptionGroup(title: "Input")
    var input: InputOptions

    @OptionGroup(title: "Crop")
    var shape: ShapeOptions

    @OptionGroup(title: "Several widths for the web")
    var widths: SourceSetOptions

    @OptionGroup(title: "Detection")
    var detection: DetectionOptions

    @Option(
        help: ArgumentHelp(
            "Effects on the finished crop, such as 'corner-radius(12) shadow(black,0,4,8)', in the grammar of the effects command.",
            valueName: "effects"
        )
    )
    var effects = ""

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @Option(help: ArgumentHelp("Write the crops of pictures without faces to this folder.", valueName: "folder"), completion: .directory)
    var noFaceTo: String?

    @Flag(help: "End with status 2 if no face was found in some of the pictures.")
    var warnNoFace = false

    mutating func validate() throws {
        let count = shape.shapes.count
        try LocalPath.check(noFaceTo, for: "--no-face-to")
        let forFaces = [(noFaceTo != nil, "--no-face-to"), (warnNoFace, "--warn-no-face")].first(where: \.0)?.1
        if let forFaces, shape.noBounding || shape.requireFace {
            throw ValidationError("\(forFaces) and \(shape.noBounding ? "--no-bounding" : "--require-face") exclude each other.")
        }
        if noFaceTo != nil, output.isObject || output.writesToStandardOutput {
            throw ValidationError("--no-face-to is for outputs that are files.")
        }
        try widths.check(shape, output)
        if shape.noBounding, detection.hasPlaces || detection.cascade != nil || detection.embeddedRegions {
            throw ValidationError(
                "--no-bounding skips detection, so --region, --focal, --cascade and --embedded-regions have no meaning with it."
            )
        }
        if output.newer, input.inputs.contains(where: { ![.file, .folder].contains(PictureInput($0)) }) {
            throw ValidationError("--newer compares the times of files: use --skip-existing for URLs, objects and standard input.")
        }
        if output.writesToStandardOutput, count > 1 || input.areMany {
            throw ValidationError("Only one picture in one shape can be written to standard output (--output -).")
        }
        if shape.keep != nil, detection.hasPlaces {
            throw ValidationError("--keep and --region or --focal exclude each other: what is given is kept.")
        }
        if output.writeRegions, !effects.isEmpty {
            throw ValidationError("--write-regions and --effects exclude each other: effects may move faces.")
        }
        if output.writesToStandardOutput, output.json, !output.plan {
            throw ValidationError("--json and --output - would both write to standard output.")
        }
        if let path = output.output, !output.plan, Set(shape.shapes).count > 1, try !output.template(shapeCount: count).separatesShapes {
            throw ValidationError("\(count) crops would all be \(path): use a folder, or add {width}, {height} or {aspect}.")
        }
    }

    func run() async throws {
        let sources = input.sources(keepProfile: output.keepProfile)
        let template = try output.template(shapeCount: shape.shapes.count)
        let files = input.files(sources, without: output.earlierOutputs(template, otherFolder: noFaceTo))
        if let constant = try output.constantPath, await files.areMany() {
            throw ValidationError("All outputs would be \(constant): use a folder, or add {name}.")
        }
        let job = try CropJob(
            cropper: BlockingCropper(detector: detection.makeDetector()),
            shape: widths.srcset?.aspect.map(shape.with) ?? shape,
            sourceSet: widths.sourceSet(output),
            accuracy: detection.accuracy,
            effects: try EffectOptions.list(effects),
            output: output,
            folderWithoutFaces: noFaceTo,
            verbose: input.verbose
        )
        if shape.keepsWholePicture, effects.isEmpty, !output.plan, !input.quiet, StandardError.isTerminal {
            StandardError.print("boundedcrop: without --size or --aspect, the whole picture is kept")
        }
        let reporting = input.reporting(json: output.json, warnsOfMissingFaces: warnNoFace)
        var batch = Batch(files: files, sources: sources, jobs: input.jobs, reporting: reporting)
        (batch.outputs, batch.uploads) = (job.names, output.isObject)
        batch.checksBeforeReading = output.encodingOfAll(template: job.template) != nil
        batch.check = { try await job.skipped($0, $1, objects: sources.objects) }
        try await batch.run { entry, source, cancellation in
            try job.run(entry, source, cancellation: cancellation)
        }
    }
}
