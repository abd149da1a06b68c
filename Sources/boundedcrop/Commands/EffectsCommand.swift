import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

struct EffectsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "effects",
        abstract: "Apply shadows, reflections, round corners, blur and more.",
        discussion: """
            Effects are applied in the order in which they are written.

            EXAMPLES
              boundedcrop effects photo.jpg --corner-radius 24 --format png -o out
              boundedcrop effects photo.jpg --shadow black,0,8,16 --format png -o out
              boundedcrop effects a.png --size 300x200 --reflection 0.4,4,0.6 -o out
              boundedcrop effects photos/ --redact pixelate -o redacted
              boundedcrop effects photos/ --redact blur --require-face --json -o redacted
              boundedcrop effects a.jpg --redact black --region 120,40,200,240 -o redacted
              boundedcrop effects clips/ --redact black --audit -o redacted
              boundedcrop effects a.png --effects 'blur(8,3) circle()' -o out
              boundedcrop effects a.jpg --effects 'contrast(20) sharpen(1,1)' -o out
              boundedcrop effects s3://photos/2024/ --redact blur -o s3://public/

            These effects have no option of their own and need --effects: \(EffectOptions.others).

            --redact hides the detected faces and the places given with --region, with a margin of 30% around each, \
            before any other effect is applied. Detectors miss faces, so check the results. A picture in which nothing \
            was hidden is written unchanged, with a line on standard error; with --require-face, it is an error. \
            --audit searches the written files again, every frame with both detectors, names what may still be a face \
            beside what was covered, and exits with status 3 then, and if nothing was covered.

            Transparency needs PNG, WebP, AVIF, JPEG XL or GIF: a JPEG shows its background instead.
            """
    )

    @OptionGroup
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Input")
    var input: InputOptions

    @OptionGroup(title: "Effects")
    var effects: EffectOptions

    @OptionGroup(title: "Detection, for --redact")
    var detection: DetectionOptions

    @Flag(help: "Fail if no face is found: a picture in which --redact covers nothing is not written.")
    var requireFace = false

    @Flag(help: "Hide only the places given with --region, or with --embedded-regions named in the file, and detect nothing.")
    var onlyRegions = false

    @Flag(help: "Search the outputs again, and exit with status 3 if one may still show a face, or has nothing covered.")
    var audit = false

    @Flag(help: "With --audit, nothing covered is no reason for status 3: pictures without faces are among the inputs.")
    var expectNone = false

    @Flag(help: "Use the fixed order of image views: crop and scale, other effects, corners, shadow, reflection.")
    var pipeline = false

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @OptionGroup
    var correcting: CorrectionOptions

    mutating func validate() throws {
        try output.checkHash()
        if expectNone, !audit { throw ValidationError("--expect-none needs --audit.") }
        if output.plan { throw ValidationError("--plan is for crops: effects have nothing to plan.") }
        if output.table.has(.writeRegions) { throw ValidationError("--write-regions is for crops: effects may move or hide faces.") }
        if detection.table.has(.focal) { throw ValidationError("--focal is for crops: hide a place with --region x,y,width,height.") }
        if detection.table.has(.maxFaces) {
            throw ValidationError("--max-faces is for crops: --redact covers all faces.")
        }
        if onlyRegions {
            guard detection.table.first(of: [.region, .embeddedRegions]) != nil else {
                throw ValidationError("--only-regions needs --region or --embedded-regions.")
            }
            if let name = detection.given.first(where: { !["region", "embedded-regions"].contains($0) }) {
                throw ValidationError("--only-regions and --\(name) cannot be used together: with --only-regions, nothing is detected.")
            }
        }
        if output.output == nil { throw ValidationError("Name the output: --output FOLDER, FILE, TEMPLATE or - for standard output.") }
        if output.writesToStandardOutput, input.areMany || output.json {
            throw ValidationError("Only one picture, and no --json, can be written to standard output (--output -).")
        }
    }

    func run() async throws {
        let job = try makeJob()
        let sources = input.sources(keepProfile: output.keepProfile, readsSidecars: detection.usesEmbeddedRegions)
        let files = input.files(sources, without: output.earlierOutputs(job.template))
        try await output.checkOutput(of: files)
        try await Batch(files, from: sources, job, threadCount: input.batch.jobs, input.batch.reporting(json: output.json)).run()
    }

    private func makeJob() throws -> OutputJob {
        let names = OutputNames()
        var list = try EffectOptions.list(effects.expression(in: CommandLine.arguments), names)
        if list.isEmpty { throw ValidationError("No effect was given.") }
        if pipeline { list = EffectsPipeline.ordered(list) }
        let redacts = list.contains { $0 is Redact }
        if !redacts, !detection.given.isEmpty || requireFace || audit || onlyRegions {
            throw ValidationError("The detection options, --only-regions, --require-face and --audit need --redact.")
        }
        if redacts, detection.table.has(.minConfidence) { try usage { throw RedactionSearch.confidence { "--\($0.name)" } } }
        let crop = detection.crop
        let search =
            try !redacts
            ? nil
            : usage {
                try RedactionSearch(
                    crop,
                    accuracy: detection.table.has(.accuracy) ? crop.accuracy : nil,
                    cachedIn: detection.detectionCache,
                    onlyRegions: onlyRegions,
                    requiresFace: requireFace
                )
            }
        return try OutputJob(
            effects: EffectsRequest(effects: list, search: search, audits: audit, expectsNone: expectNone),
            corrections: correcting.files(),
            output: output,
            verbose: input.batch.verbose,
            names: names
        )
    }
}
