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

    @Option(
        help: ArgumentHelp(
            "The format; auto is that of the output's extension, or else that of the source.",
            valueName: FormatChoice.allValueStrings.joined(separator: "|")
        )
    )
    var format = FormatChoice.auto

    @Option(help: ArgumentHelp("1 to 100, for \(ImageFormat.withQuality.titles) (default: 85).", valueName: "n"))
    var quality: Int?

    @Option(
        help: ArgumentHelp("Lower the quality until each output fits, such as 100kB; fail if it never does.", valueName: "bytes"),
        transform: QuantityOptions.bytes
    )
    var maxOutputBytes: Int?

    @Flag(help: "Write lossless WebP.")
    var lossless = false

    @Flag(help: "Write progressive JPEG.")
    var progressive = false

    @Option(
        help: ArgumentHelp("The color of transparent parts in a JPEG, such as navy or '#e0e0e0' (default: white).", valueName: "color"),
        transform: { text in try usage { try OutputOptions.color(text) } }
    )
    var background: Color?

    @Option(help: ArgumentHelp("Use only this frame of an animation, counted from 1.", valueName: "n"))
    var still: Int?

    @Flag(help: "Replace files and objects that exist.")
    var overwrite = false

    @Flag(help: "Skip outputs that exist.")
    var skipExisting = false

    @Flag(help: "Write only outputs that are missing or older than their picture, as make would.")
    var newer = false

    @Flag(help: "Keep what the source's EXIF, XMP and IPTC say about the photo and is true of the output, without the place.")
    var keepMetadata = false

    @Flag(help: "With --keep-metadata, also keep the place: coordinates and place names.")
    var keepLocation = false

    @Flag(help: "Keep no metadata; creator, copyright and licence are kept otherwise.")
    var stripAll = false

    @Flag(help: "Write the detected faces as regions in XMP (mwg-rs), which photo managers read.")
    var writeRegions = false

    @Flag(help: "Keep the source's color profile instead of converting to sRGB.")
    var keepProfile = false

    @Flag(help: "Only print where pictures would be cropped; write nothing.")
    var plan = false

    @Flag(help: "Print one JSON object per line for each picture and shape.")
    var json = false

    enum FormatChoice: ExpressibleByArgument, Hashable, CustomStringConvertible {
        case auto
        case named(ImageFormat)

        /// A name in any case; `jpg` is JPEG.
        init?(argument: String) {
            if argument.lowercased() == "auto" {
                self = .auto
            } else if let format = ImageFormat(writableNamed: argument) {
                self = .named(format)
            } else {
                return nil
            }
        }

        /// Nil for `auto`.
        var format: ImageFormat? { if case .named(let format) = self { format } else { nil } }

        var description: String { format?.rawValue ?? "auto" }

        static var allValueStrings: [String] { ["auto"] + ImageFormat.writable.map(\.rawValue) }
    }

    static let standardTemplate = "{name}-{width}x{height}.{ext}"
    private static let standardAspectTemplate = "{name}-{aspect}-{width}x{height}.{ext}"
    private static let standardFaceTemplate = "{name}-face{face}-{width}x{height}.{ext}"

    mutating func validate() throws {
        try LocalPath.checkPresence(of: output, for: "--output")
        if [overwrite, skipExisting, newer].count(where: \.self) > 1 {
            throw ValidationError("--overwrite, --skip-existing and --newer cannot be used together.")
        }
        if newer, isObject { throw ValidationError("--newer compares the times of files, and \(output ?? "") is an object.") }
        if stripAll, keepMetadata { throw ValidationError("--strip-all and --keep-metadata cannot be used together.") }
        if keepLocation, !keepMetadata { throw ValidationError("--keep-location needs --keep-metadata.") }
        if let still, still < 1 { throw ValidationError("--still counts frames from 1, and cannot be \(still).") }
        if let quality, !RenderRequest.Output.qualities.contains(quality) {
            throw ValidationError("--quality must be 1 to 100, not \(quality).")
        }
        try usage {
            if let output { try Self.checkBucket(output) }
            let named = try template(shapeCount: 1, eachFace: true).format
            if !plan, let output, let named, let asked = format.format, asked != named {
                throw ValidationError("--format \(asked.rawValue) and the extension of \(output) contradict each other.")
            }
            try written.checkUse(in: [format.format ?? named]) { "--\($0)" }
        }
        if let output, !namesFolder, let dot = output.lastIndex(of: "."), Self.isUnwritten(output) {
            let written = ImageFormat.writable.map { "." + $0.fileExtension }.joined(separator: ", ")
            throw ValidationError("\(output[dot...]) files cannot be written, only \(written). If this is a folder, end it with /.")
        }
    }

    /// Whether the name ends as those of files in a format that cannot be written.
    static func isUnwritten(_ fileName: String) -> Bool {
        ImageFormat(fileName: fileName).map { !$0.isWritable } ?? fileName.lowercased().hasSuffix(".jxl")
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

    /// How outputs are written. Without a format, as the file's name says, or else in that of the source.
    var written: RenderRequest.Output {
        var written = RenderRequest.Output()
        (written.format, written.quality, written.maximumBytes, written.frame) = (format.format, quality, maxOutputBytes, still)
        written.metadata = stripAll ? .nothing : keepMetadata ? .everything : .rights
        (written.keepsPlace, written.writesRegions) = (keepLocation, writeRegions)
        (written.isLossless, written.isProgressive, written.background) = (lossless, progressive, background)
        return written
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

    /// Throws `limitExceeded` for a file that has more bytes than `--max-output-bytes`.
    func checkSize(_ image: RenderedImage) throws {
        guard let maxOutputBytes, image.bytes.count > maxOutputBytes else { return }
        let why = image.quality == nil ? "\(image.format.title) has no quality to lower" : "no quality gives fewer"
        throw BoundedCropError(
            .limitExceeded,
            "the output takes \(image.bytes.count) bytes, --max-output-bytes allows \(maxOutputBytes), and \(why)"
        )
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
    ///   - namesAspect: Whether standard names have the aspect.
    func template(shapeCount: Int, eachFace: Bool = false, namesAspect: Bool = false) throws -> OutputTemplate {
        let standard = eachFace ? Self.standardFaceTemplate : namesAspect ? Self.standardAspectTemplate : Self.standardTemplate
        guard var output else { return try OutputTemplate(standard, eachFace: eachFace) }
        // As listings write it.
        if isObject { output = "s3://" + output.dropFirst(5) }
        let isWritten = output.contains("{") || output == "-" || !namesFolder && ImageFormat(fileName: output)?.isWritable == true
        if isWritten { return try OutputTemplate(output, eachFace: eachFace, hashes: true) }
        let folder = output.hasSuffix("/") ? output : output + "/"
        let short = eachFace ? "{name}-face{face}.{ext}" : "{name}.{ext}"
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
    func formatOfAll(_ template: OutputTemplate) -> ImageFormat? { format.format ?? template.format }

    /// What becomes of outputs that exist.
    var existing: ExistingOutputs {
        if writesToStandardOutput { return .none }
        return overwrite ? .replaced : newer ? .replacedIfOlder : skipExisting ? .kept : .refused
    }

    /// What transparent parts show. Throws `invalidArgument` for anything else than an opaque color.
    static func color(_ text: String) throws -> Color {
        guard let color = Color(abbreviated: text), color.alpha == 1 else {
            throw BoundedCropError(
                .invalidArgument,
                "this is not an opaque color, such as navy, '#e0e0e0' or e0e0e0, but “\(text.printable)”"
            )
        }
        return color
    }
}

extension RenderRequest.Output {
    /// The options that not every format has, each with settings that it gives.
    private static let ownOptions = [
        "lossless": EncodingSettings(isLossless: true), "progressive": EncodingSettings(isProgressive: true),
        "quality": EncodingSettings(quality: 1), "background": EncodingSettings(background: .black),
    ]

    /// The names of the options that a format does not have: they change nothing in how it is written.
    static func options(missingIn format: ImageFormat) -> Set<String> {
        Set(ownOptions.filter { !format.isWritable || ImageEncoding(format, $0.value) == ImageEncoding(format) }.keys)
    }

    /// Throws `invalidArgument` for an option that none of the outputs has.
    ///
    /// - Parameters:
    ///   - formats: The formats of the outputs; nil for one that depends on the picture.
    ///   - called: The names of options as the surface writes them.
    func checkUse(in formats: [ImageFormat?], _ called: (String) -> String) throws {
        let known = formats.compactMap(\.self)
        guard known.count == formats.count else { return }
        let given = [
            ("lossless", isLossless), ("progressive", isProgressive), ("quality", quality != nil), ("background", background != nil),
        ]
        for (name, isGiven) in given where isGiven && known.allSatisfy({ Self.options(missingIn: $0).contains(name) }) {
            if name == "lossless", known == [.png] {
                throw BoundedCropError(.invalidArgument, "\(called(name)) has no effect here: PNG is always lossless")
            }
            let owners = ImageFormat.writable.filter { !Self.options(missingIn: $0).contains(name) }.titles
            let use = name == "background" ? "transparent parts in a \(owners)" : owners
            let titles = known.map(\.title).joined(separator: " and ")
            throw BoundedCropError(.invalidArgument, "\(called(name)) is for \(use), and the outputs are \(titles)")
        }
    }
}
