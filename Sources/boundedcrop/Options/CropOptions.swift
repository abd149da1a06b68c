import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// The options for what is made of each picture, whichever way it is found.
struct CropOptions: ParsableArguments {
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

    @OptionGroup
    var correcting: CorrectionOptions

    @Option(
        help: ArgumentHelp("Carry out the plans that crop --plan --json printed, also if they were edited.", valueName: "file"),
        completion: .file(extensions: ["json", "jsonl"])
    )
    var plans: String?

    @Flag(
        help: ArgumentHelp(
            "Make only what is missing or would differ because of other content or options. Better than --newer and --skip-existing: what was made is remembered, and files that were changed by hand stay."
        )
    )
    var update = false

    @Option(
        help: ArgumentHelp(
            "The folder in which runs remember what they made (default: $XDG_STATE_HOME/boundedcrop).",
            valueName: "folder"
        ),
        completion: .directory
    )
    var state: String?

    @Flag(
        help:
            "With --update, also remove the outputs of pictures that are gone, or that corrections leave out, if they are as they were made. On a terminal, it asks first."
    )
    var prune = false

    @Flag(help: "Only print which outputs would be made, left and removed; write nothing.")
    var dryRun = false

    @Flag(help: "Exit with status 2 if no face was found in some of the pictures.")
    var warnNoFace = false

    mutating func validate() throws {
        let count = shape.shapes.count
        try LocalPath.check(noFaceTo, for: "--no-face-to")
        try LocalPath.check(plans, for: "--plans")
        try checkUpdate()
        if plans != nil, shape.eachFace != nil { throw ValidationError("--plans and --each-face cannot be used together.") }
        let forFaces = [(noFaceTo != nil, "--no-face-to"), (warnNoFace, "--warn-no-face")].first(where: \.0)?.1
        let undetected = shape.noBounding ? "--no-bounding" : shape.crop == nil ? nil : "--crop"
        if let forFaces, let name = undetected ?? (shape.requireFace ? "--require-face" : nil) {
            throw ValidationError("\(forFaces) and \(name) cannot be used together.")
        }
        if noFaceTo != nil, widths.manifest != nil {
            throw ValidationError("--no-face-to and --manifest cannot be used together: the manifest lists what is in one folder.")
        }
        if noFaceTo != nil, output.isObject || output.writesToStandardOutput {
            throw ValidationError("--no-face-to is for outputs that are files.")
        }
        if detection.hide != nil, !effects.contains("redact") { throw ValidationError("--hide needs --effects with redact.") }
        if dryRun, let other = [(output.plan, "--plan"), (output.writesToStandardOutput, "--output -")].first(where: \.0) {
            throw ValidationError("--dry-run and \(other.1) cannot be used together.")
        }
        try widths.check(shape, output)
        // A set is found by its manifest.
        if widths.srcset.isEmpty { try output.checkHash() }
        // Effects such as redaction may need faces, but places and what is known of them are for the crop alone.
        let forCrop = [
            (detection.hasPlaces, "--region and --focal"), (detection.cascade != nil, "--cascade"),
            (detection.embeddedRegions, "--embedded-regions"), (output.writeRegions, "--write-regions"),
        ].first(where: \.0)?.1
        if let undetected, let name = forCrop ?? (effects.isEmpty ? detection.nameOfGiven : nil) {
            throw ValidationError("\(undetected) skips detection, so \(name) cannot be used with it.")
        }
        if detection.hasPlaces, effects.isEmpty, let name = detection.nameOfSearch ?? (shape.requireFace ? "--require-face" : nil) {
            throw DetectionOptions.conflictWithPlaces(of: name)
        }
        try CropSettings(shape.given + detection.given).checkUsage()
        if output.writeRegions, !effects.isEmpty {
            throw ValidationError("--write-regions and --effects cannot be used together: effects may move faces.")
        }
        if output.writesToStandardOutput, output.json, !output.plan {
            throw ValidationError("--json and --output - would both write to standard output.")
        }
        try checkEachFace()
        if let path = output.output, path != "-", !output.plan, Set(shape.shapes).count > 1,
            try !output.template(shapeCount: count, eachFace: shape.eachFace != nil).separatesShapes
        {
            throw ValidationError("\(count) crops would all be \(path): use a folder, or add {width}, {height} or {aspect}.")
        }
    }

    /// Throws a usage error for what `--update` cannot be used with.
    private func checkUpdate() throws {
        guard update else {
            if prune { throw ValidationError("--prune needs --update, whose manifest knows what was made.") }
            return
        }
        if prune, output.plan { throw ValidationError("--prune and --plan cannot be used together: use --dry-run.") }
        let others = [
            (output.skipExisting, "--skip-existing"), (output.newer, "--newer"),
            (plans != nil, "--plans"), (noFaceTo != nil, "--no-face-to"), (output.writesToStandardOutput, "--output -"),
        ]
        if let other = others.first(where: \.0) { throw ValidationError("--update and \(other.1) cannot be used together.") }
        if output.isObject { throw ValidationError("--update remembers files, and \(output.output ?? "") is an object.") }
    }

    /// Throws a usage error for what is not possible with outputs for each face, and for `{face}` without them.
    private func checkEachFace() throws {
        guard shape.eachFace != nil else {
            _ = try usage { try output.template(shapeCount: 1) }
            return
        }
        if !widths.srcset.isEmpty { throw ValidationError("--each-face and --srcset cannot be used together.") }
        guard let path = output.output, !output.plan else { return }
        if path == "-" { throw ValidationError("--each-face may write several pictures, so --output cannot be -.") }
        if try !output.template(shapeCount: 1, eachFace: true).separatesFaces {
            throw ValidationError("With --each-face, the faces of a picture would all be \(path): use a folder, or add {face}.")
        }
    }

    /// Says so if the crops are no more than copies of the whole picture, which is seldom what a command named crop is run for, or so small that
    /// a shape was meant.
    func sayWhatIsSeldomMeant(_ batch: BatchOptions) {
        guard !batch.quiet, !output.plan else { return }
        for case .exact(.size(let size)) in shape.shapes {
            if let note = TypedSize.note(size) { StandardError.print("boundedcrop: \(note)") }
        }
        let changes = !widths.srcset.isEmpty || !effects.isEmpty || correcting.corrections != nil || plans != nil
        // Whoever names a format converts pictures.
        let converts = output.format != .auto || output.output.flatMap(ImageFormat.init(fileName:)) != nil
        guard shape.keepsWholePicture, !changes, !converts || batch.reporting(json: output.json).summarizes else { return }
        StandardError.print("boundedcrop: nothing is cropped without --size, --aspect or another shape: whole pictures are written")
    }

    /// The job that does what these options say. Invalid effects and detectors are usage errors.
    ///
    /// - Parameters:
    ///   - reading: How pictures are read.
    ///   - mayLackCorrections: Whether the file of corrections may be written later.
    func makeJob(
        _ reading: ReadingOptions,
        verbose: Bool,
        names: OutputNames = OutputNames(),
        mayLackCorrections: Bool = false
    ) throws -> CropJob {
        let shapes = widths.srcset.isEmpty ? [shape] : widths.srcset.map { $0.aspect.map(shape.with) ?? shape }
        let effects = try EffectOptions.list(effects, names)
        var wanted: [CropJob.Wanted] = []
        for shape in shapes {
            let requests = shape.requests(detection, effects: effects, output.written)
            wanted += zip(shape.shapes, requests).map { (shape: $0, request: $1) }
        }
        return try CropJob(
            renderer: renderer(),
            wanted: wanted,
            corrections: correcting.files(mayBeMissing: mayLackCorrections),
            plans: usage { try plans.map { try PlanFile($0) } },
            mode: CropJob.Mode(prunes: prune, isDry: dryRun, allowsTruncated: reading.allowTruncated),
            state: stateFolder,
            web: webManifest(),
            sourceSet: widths.sourceSet(output),
            output: output,
            folderWithoutFaces: noFaceTo,
            verbose: verbose,
            names: names,
            readsSidecars: detection.embeddedRegions
        )
    }

    /// Where what is made is remembered; nil for nowhere.
    private var stateFolder: StateFolder? {
        get throws {
            guard update, !output.plan else { return nil }
            return try usage { try StateFolder(state, environment: Environment.variables) }
        }
    }

    /// Where what detectors find is kept: beside the manifest, unless another folder is named.
    var detectionFolder: String? {
        get throws {
            let outputs = try output.template(shapeCount: 1, eachFace: true).folder
            return try detection.detectionCache ?? stateFolder.map { $0.folder(for: outputs) + RunManifest.detections }
        }
    }

    /// What makes the crops.
    private func renderer() throws -> ImageRenderer { try detection.renderer(cachedIn: detectionFolder) }

    /// What is written about all pictures; nil if nothing is.
    private func webManifest() throws -> WebManifest? {
        guard let path = widths.manifest, !output.plan else { return nil }
        let folder = try output.template(shapeCount: 1, eachFace: true).folder
        return try usage { try WebManifest(path, folder: folder, widths.html) }
    }
}
