import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// The options for output.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A folder, a file, - for standard output, or a template of {name}, {width}, {height}, {aspect}, {scheme}, {hash}, {ext}, and with --each-face {face}, here or below s3://bucket/ (default: \(OutputOptions.standardTemplate) in this folder).",
            valueName: "folder|template"
        ),
        completion: .directory
    )
    var output: String?

    @OptionGroup
    var table: TableOptions<OutputSection>

    @Flag(help: "Replace files and objects that exist.")
    var overwrite = false

    @Flag(help: "Skip outputs that exist.")
    var skipExisting = false

    @Flag(help: "Write only outputs that are missing or older than their picture, as make would.")
    var newer = false

    @Flag(help: "Keep the source's color profile instead of converting to sRGB.")
    var keepProfile = false

    @Flag(help: "Only print where pictures would be cropped; write nothing.")
    var plan = false

    @Flag(help: "Print one JSON object per line for each picture and shape.")
    var json = false

    static let standardTemplate = "{name}-{width}x{height}.{ext}"
    private static let standardAspectTemplate = "{name}-{aspect}-{width}x{height}.{ext}"
    private static let standardFaceTemplate = "{name}-face{face}-{width}x{height}.{ext}"
    /// How outputs are named without a template.
    static let standardTemplates = [standardTemplate, standardAspectTemplate, standardFaceTemplate, "{name}-face{face}.{ext}"].compactMap {
        try? OutputTemplate($0, eachFace: true)
    }

    mutating func validate() throws {
        try LocalPath.checkPresence(of: output, for: "--output")
        if let output, output == "/dev/stdout" || AtomicFile.isNoFile(output) && !AtomicFile.isDirectory(output) {
            throw ValidationError("\(output) is no place for files: -o - writes to standard output.")
        }
        if newer, isObject { throw ValidationError("--newer compares the times of files, and \(output ?? "") is an object.") }
        try usage {
            try RequestSettings(table.settings).check(.command, others: others) { "--\($0)" }
            if let output { try Self.checkBucket(output) }
            let named = try template(shapeCount: 1, eachFace: true).format
            if !plan, let output, let named, let asked = format, asked != named {
                throw ValidationError("--format \(asked.rawValue) and the extension of \(output) contradict each other.")
            }
            try written.checkUse(in: [format ?? named]) { "--\($0)" }
        }
        if let output, !namesFolder, let dot = output.lastIndex(of: "."), Self.isUnwritten(output) {
            let written = ImageFormat.writable.map { "." + $0.fileExtension }.joined(separator: ", ")
            throw ValidationError("\(output[dot...]) files cannot be written, only \(written). If this is a folder, end it with /.")
        }
    }

    /// Whether the name ends as those of files in a format that cannot be written.
    static func isUnwritten(_ fileName: String) -> Bool {
        ImageFormat(fileName: fileName).map { !$0.isWritable } ?? false
    }

    /// Whether the output is written as a folder, or is an existing one.
    private var namesFolder: Bool {
        guard let output else { return false }
        return ObjectStorage.isLocation(output) ? ObjectStorage.isFolder(output) : output.hasSuffix("/") || AtomicFile.isDirectory(output)
    }

    /// Throws `invalidURL` for an object whose bucket is not possible, or not the same for all outputs.
    static func checkBucket(_ output: String) throws {
        guard ObjectStorage.isLocation(output) else { return }
        let bucket = output.dropFirst("s3://".count).prefix { $0 != "/" }
        try ObjectStorage.check("s3://\(bucket)")
    }

    /// How outputs are written unless options say otherwise: with creator, copyright and licence.
    static let standard = {
        var output = RenderRequest.Output()
        (output.metadata, output.keepsPlace) = (.rights, false)
        return output
    }()

    /// How outputs are written. Without a format, as the file's name says, or else in that of the source.
    var written: RenderRequest.Output { RequestSettings(table.settings, output: Self.standard).request.output }

    /// The format that is asked for by name.
    var format: ImageFormat? { written.format }

    /// The names of the options besides those of the table that were given.
    var others: Set<String> {
        Set([(overwrite, "overwrite"), (skipExisting, "skip-existing"), (newer, "newer"), (plan, "plan")].filter(\.0).map(\.1))
    }

    /// What pictures are rendered with: nothing that these options ask for is limited.
    ///
    /// - Parameter folder: Where detections are kept; nil for nowhere.
    static func renderer(cachedIn folder: String? = nil) -> ImageRenderer {
        @Sendable func keeping(_ detector: any FeatureDetector) -> any FeatureDetector {
            folder.map { CachingFeatureDetector(detector, folder: $0, hashesPixels: false) } ?? detector
        }
        var settings = RenderSettings()
        settings.maximumOutputPixels = .max
        (settings.keepsMetadata, settings.keepsPlace) = (true, true)
        return ImageRenderer(
            detector: keeping(YuNetDetector()),
            redactionDetector: Redact.standardDetector,
            redactsAsNamed: false,
            settings: settings
        ) { keeping(try $0.makeDetector()) }
    }

    var writesToStandardOutput: Bool { output == "-" }

    /// Whether the outputs are objects.
    var isObject: Bool { output.map(ObjectStorage.isLocation) ?? false }

    /// The output path if it is the same for all outputs.
    var constantPath: String? {
        get throws {
            guard let output, !plan else { return nil }
            return try template(shapeCount: 1, eachFace: true).isConstant ? output : nil
        }
    }

    /// Throws a usage error if the outputs of several pictures would be one.
    func checkOutput(of files: PictureFiles) async throws {
        if let constant = try constantPath, await files.areMany() {
            throw ValidationError("All outputs would be \(constant): use a folder, or add {name}.")
        }
    }

    /// - Parameters:
    ///   - eachFace: Whether each face of a picture has outputs.
    ///   - namesFaces: Whether faces have names instead of numbers.
    ///   - namesAspect: Whether standard names have the aspect.
    func template(
        shapeCount: Int,
        eachFace: Bool = false,
        namesFaces: Bool = false,
        namesAspect: Bool = false
    ) throws -> OutputTemplate {
        let face = namesFaces ? "{name}-{face}" : "{name}-face{face}"
        let standard =
            eachFace ? "\(face)-{width}x{height}.{ext}" : namesAspect ? Self.standardAspectTemplate : Self.standardTemplate
        guard var output else { return try OutputTemplate(standard, eachFace: eachFace) }
        // As listings write it.
        if isObject { output = "s3://" + output.dropFirst(5) }
        let isWritten = output.contains("{") || output == "-" || !namesFolder && ImageFormat(fileName: output)?.isWritable == true
        if isWritten { return try OutputTemplate(output, eachFace: eachFace, hashes: true) }
        let folder = output.hasSuffix("/") ? output : output + "/"
        let short = eachFace ? "\(face).{ext}" : "{name}.{ext}"
        return try OutputTemplate(folder + (shapeCount > 1 ? standard : short), eachFace: eachFace)
    }

    /// Throws a usage error if outputs are to be left out that exist, and their names are only known when they are made.
    func checkHash() throws {
        guard skipExisting || newer, try template(shapeCount: 1, eachFace: true).hasHash else { return }
        let option = newer ? "--newer" : "--skip-existing"
        throw ValidationError(
            "With {hash}, the name of an output is only known when it is made, so \(option) cannot find it: leave out one of them. "
                + "Outputs that exist with the same content stay as they are."
        )
    }

    /// What earlier runs with these options have made; nil if there are no files. Blocks.
    ///
    /// - Parameter otherFolder: Where else the run writes.
    func earlierOutputs(_ template: OutputTemplate, otherFolder: String? = nil) -> EarlierOutputs? {
        if writesToStandardOutput { return nil }
        return EarlierOutputs(template, format: formatOfAll(template), otherFolders: otherFolder.map { [$0] } ?? [])
    }

    /// The format of all outputs; nil if it depends on the picture.
    func formatOfAll(_ template: OutputTemplate) -> ImageFormat? { format ?? template.format }

    /// What becomes of outputs that exist.
    var existing: ExistingOutputs {
        if writesToStandardOutput { return .none }
        return overwrite ? .replaced : newer ? .replacedIfOlder : skipExisting ? .kept : .refused
    }
}
