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

    @Option(
        help: ArgumentHelp(
            "With --each-face, the names of the faces of one picture, a line for each in their order; {face} is the name instead of the number.",
            valueName: "file"
        ),
        completion: .file()
    )
    var names: String?

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
        try LocalPath.check(names, for: "--names")
        try usage { try settings.check(.command, hasEffects: !effects.isEmpty, others: others) { "--\($0)" } }
        _ = try usage { try shape.wanted(settings.request) }
        try checkIconSizes()
        if update, output.writesToStandardOutput { throw ValidationError("--update and --output - cannot be used together.") }
        if update, output.isObject { throw ValidationError("--update remembers files, and \(output.output ?? "") is an object.") }
        if noFaceTo != nil, output.isObject || output.writesToStandardOutput {
            throw ValidationError("--no-face-to is for outputs that are files.")
        }
        if dryRun, output.writesToStandardOutput { throw ValidationError("--dry-run and --output - cannot be used together.") }
        try widths.check(output)
        // A set is found by its manifest.
        if widths.srcset.isEmpty { try output.checkHash() }
        if output.writesToStandardOutput, output.json, !output.plan {
            throw ValidationError("--json and --output - would both write to standard output.")
        }
        try checkEachFace()
        if let path = output.output, path != "-", !output.plan, Set(shape.shapes).count > 1,
            try !output.template(shapeCount: count, eachFace: shape.table.has(.eachFace)).separatesShapes
        {
            throw ValidationError("\(count) crops would all be \(path): use a folder, or add {width}, {height} or {aspect}.")
        }
    }

    /// Throws a usage error if nothing is hidden, but it is said how much.
    func checkHiding() throws {
        if detection.table.has(.hide), !effects.contains("redact") { throw ValidationError("--hide needs --effects with redact.") }
    }

    /// The names of the options for crops that were given, besides those for detection.
    var givenForCrops: Set<String> {
        let others = self.others.subtracting(["detection-cache"])
        let more = [(!shape.preset.isEmpty, "preset"), (output.output != nil, "output")].filter(\.0).map(\.1)
        return others.union((shape.table.settings + output.table.settings).map(\.name)).union(more)
    }

    /// What the options of the table say.
    private var settings: RequestSettings {
        RequestSettings(shape.table.settings + detection.table.settings + output.table.settings, output: OutputOptions.standard)
    }

    /// The names of the options besides those of the table that were given.
    private var others: Set<String> {
        let given = [
            (!shape.size.isEmpty, "size"), (!shape.aspect.isEmpty, "aspect"), (!effects.isEmpty, "effects"), (plans != nil, "plans"),
            (names != nil, "names"),
            (noFaceTo != nil, "no-face-to"), (warnNoFace, "warn-no-face"), (update, "update"), (prune, "prune"), (dryRun, "dry-run"),
            (detection.detectionCache != nil, "detection-cache"), (!widths.srcset.isEmpty, "srcset"),
            (widths.srcsetFormats != nil, "srcset-formats"), (widths.srcsetSizes != nil, "srcset-sizes"),
            (widths.srcsetURL != nil, "srcset-url"), (widths.placeholder != nil, "placeholder"), (widths.manifest != nil, "manifest"),
        ]
        return output.others.union(given.filter(\.0).map(\.1))
    }

    /// Throws a usage error for the sizes of an icon where something else is written.
    private func checkIconSizes() throws {
        for case .icon(let sizes) in shape.size {
            let format = try usage { try output.format ?? output.template(shapeCount: 1, eachFace: true).format }
            guard format != .ico else { continue }
            let alone = sizes.map { "--size \($0)" }.joined(separator: " ")
            throw ValidationError(
                "--size \(sizes.map(String.init).joined(separator: ",")) is for the one file of an icon: add --format ico, or say \(alone)."
            )
        }
    }

    /// Throws a usage error for what is not possible with outputs for each face, and for `{face}` without them.
    private func checkEachFace() throws {
        guard shape.table.has(.eachFace) else {
            _ = try usage { try output.template(shapeCount: 1) }
            return
        }
        guard let path = output.output, !output.plan else { return }
        if path == "-" { throw ValidationError("--each-face may write several pictures, so --output cannot be -.") }
        if try !output.template(shapeCount: 1, eachFace: true).separatesFaces {
            throw ValidationError("With --each-face, the faces of a picture would all be \(path): use a folder, or add {face}.")
        }
    }

    /// Says so if the crops are no more than copies of the whole picture, which is seldom what a command named crop is run for, or so small that
    /// a shape was meant.
    func sayWhatIsSeldomMeant(_ batch: BatchOptions, of inputs: [String]) {
        guard !batch.quiet, !output.plan else { return }
        for case .pixels(.exact(.size(let size))) in shape.shapes {
            if let note = TypedSize.note(size) { StandardError.print("boundedcrop: \(note)") }
        }
        let changes = !widths.srcset.isEmpty || !effects.isEmpty || correcting.corrections != nil || plans != nil
        // Whoever names a format converts pictures.
        let converts = output.format != nil || output.output.flatMap(ImageFormat.init(fileName:)) != nil
        let mayBeCorrected = inputs.contains { input in
            let folder = PictureInput(input) == .folder ? SourcePlaces.absolute(input) + "/" : SourcePlaces.directory(of: input)
            return AtomicFile.exists(folder + CorrectionFiles.name)
        }
        guard shape.keepsWholePicture, !changes, !mayBeCorrected, !converts || batch.reporting(json: output.json).summarizes else { return }
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
    ) throws -> OutputJob {
        let shapes = widths.srcset.isEmpty ? [shape] : widths.srcset.map { $0.aspect.map(shape.with) ?? shape }
        var request = settings.request
        request.last.steps = try EffectOptions.list(effects, names).map(RenderStep.effect)
        return try OutputJob(
            renderer: renderer(),
            wanted: shapes.flatMap { shape in try usage { try shape.wanted(request) } },
            corrections: correcting.files(mayBeMissing: mayLackCorrections),
            plans: usage { try plans.map { try PlanFile($0) } },
            faceNames: usage { try self.names.map { try FaceNames($0) } },
            mode: OutputJob.Mode(prunes: prune, isDry: dryRun, allowsTruncated: reading.allowTruncated, raw: reading.raw ?? .auto),
            state: stateFolder,
            web: webManifest(),
            sourceSet: widths.sourceSet(output),
            output: output,
            folderWithoutFaces: noFaceTo,
            verbose: verbose,
            names: names,
            readsSidecars: detection.usesEmbeddedRegions
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
