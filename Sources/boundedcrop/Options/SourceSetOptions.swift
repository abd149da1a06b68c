import ArgumentParser
import BoundedCrop
import BoundedCropRendering

/// The options for one crop in several widths.
struct SourceSetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write one crop in these widths, with a manifest and the HTML of a picture element (default aspect: the picture's own). Repeat it for other crops under conditions: 320,640@1:1@(max-width:600px) for small screens, then 640,1280@16:9 for all others.",
            valueName: "320,640,960@1:1"
        ),
        transform: SourceSetOptions.widthList
    )
    private(set) var srcset: [SourceSetWidths] = []

    @Option(
        help: ArgumentHelp(
            "With --srcset, the formats, the best first; auto is the source's (default: webp,auto, or that of --format).",
            valueName: "formats"
        ),
        transform: SourceSetOptions.formatList
    )
    var srcsetFormats: [ImageFormat?]?

    @Option(help: ArgumentHelp("With --srcset, how wide the page shows the picture, as in HTML (default: 100vw).", valueName: "sizes"))
    var srcsetSizes: String?

    @Option(
        help: ArgumentHelp(
            "With --srcset or --manifest, the beginning of the URLs (default: nothing, so they are relative to the HTML or the manifest).",
            valueName: "url"
        )
    )
    var srcsetURL: String?

    @Option(
        help: ArgumentHelp(
            "With --srcset, what the page shows until the picture arrives (default: color). The manifest contains all of them.",
            valueName: "none|color|blurhash|thumbhash|data-uri"
        )
    )
    var placeholder: SourceSet.PlaceholderChoice?

    @Option(
        help: ArgumentHelp(
            "Write one JSON file about all pictures of the run, with sides, types, URLs and placeholders, for programs that build pages.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var manifest: String?

    mutating func validate() throws {
        try checkConditions()
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        if let url = srcsetURL, url.isEmpty || url.unicodeScalars.contains(where: isSpace) {
            throw ValidationError("--srcset-url must be the beginning of a URL, with %20 for a space, not “\(url.printable)”.")
        }
        if let sizes = srcsetSizes, sizes.isEmpty || sizes.last?.isNumber == true || sizes.contains(where: \.isNewline) {
            throw ValidationError(
                "--srcset-sizes must be lengths with units, such as 50vw or '(min-width: 60em) 50vw, 100vw', not “\(sizes.printable)”."
            )
        }
    }

    /// Throws a usage error unless all crops but the last have a condition, each its own.
    private func checkConditions() throws {
        guard let last = srcset.last else { return }
        if srcset.count > SourceSet.mostCrops { throw ValidationError("--srcset can be given up to \(SourceSet.mostCrops) times.") }
        let conditions = srcset.dropLast().compactMap(\.media)
        guard conditions.count == srcset.count - 1 else {
            throw ValidationError(
                "Only the last --srcset can be without a condition: write the widths of one crop in one, as in 320,640,960@1:1, "
                    + "and say when another crop is shown, as in 320,640@1:1@(max-width:600px)."
            )
        }
        if let media = last.media {
            throw ValidationError(
                "The last --srcset is for browsers that meet no condition, so it cannot have \(media): add another one without a condition."
            )
        }
        if Set(conditions).count < conditions.count { throw ValidationError("Two --srcset have the same condition.") }
    }

    /// Throws a usage error for options that contradict these, or if outputs would have the same names.
    func check(_ output: OutputOptions) throws {
        try checkManifest(output)
        guard !srcset.isEmpty else { return }
        if output.writesToStandardOutput { throw ValidationError("--srcset writes several files, so --output cannot be -.") }
        try usage { try output.written.checkUse(in: formats(output)) { "--\($0)" } }
        let template = try output.template(shapeCount: 2, namesAspect: srcset.count > 1)
        if srcset.count > 1, !template.hasAspect, !template.hasHash {
            throw ValidationError("With several --srcset, two crops could be one \(output.output ?? ""): use a folder, or add {aspect}.")
        }
        if !template.separatesSizes {
            throw ValidationError("With --srcset, several crops would be \(output.output ?? ""): use a folder, or add {width} or {height}.")
        }
        if formats(output).count > 1, !template.hasEnding {
            throw ValidationError("With --srcset, \(output.output ?? "") would be in several formats: end it with .{ext}, or use --format.")
        }
    }

    private func checkManifest(_ output: OutputOptions) throws {
        guard let manifest else { return }
        try LocalPath.check(manifest, for: "--manifest")
        guard manifest.hasSuffix(".json") else {
            throw ValidationError("--manifest is a JSON file, and \(manifest.printable) does not end with .json.")
        }
        if output.writesToStandardOutput { throw ValidationError("--manifest and --output - cannot be used together.") }
        if output.isObject { throw ValidationError("--manifest is for outputs that are files, and \(output.output ?? "") is an object.") }
    }

    /// How pages show crops.
    var html: SourceSetHTML {
        SourceSetHTML(sizes: srcsetSizes ?? "100vw", base: srcsetURL, placeholder: placeholder ?? .color)
    }

    /// What the options ask for; nil without `--srcset`.
    func sourceSet(_ output: OutputOptions) -> SourceSet? {
        srcset.isEmpty ? nil : SourceSet(crops: srcset, formats: formats(output), html: html)
    }

    private func formats(_ output: OutputOptions) -> [ImageFormat?] {
        if let srcsetFormats { return srcsetFormats }
        return output.format.map { [$0] } ?? [.webp, nil]
    }

    private static func widthList(_ text: String) throws -> SourceSetWidths {
        guard let widths = SourceSetWidths(text) else {
            throw ValidationError(
                "--srcset has up to \(SourceSetWidths.most) widths from 1 to 65535 pixels, separated by commas, with an aspect, such as 320,640,960@1:1, or without one, and a condition, such as 320@1:1@(max-width:600px), or without one, not “\(text.count > 80 ? text.prefix(80) + "…" : text)”."
            )
        }
        return widths
    }

    private static func formatList(_ text: String) throws -> [ImageFormat?] {
        let names = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let formats = names.map { ImageFormat(writableNamed: $0) }
        guard zip(names, formats).allSatisfy({ $1 != nil || $0 == "auto" }), Set(formats).count == formats.count else {
            let all = (["auto"] + ImageFormat.writable.map(\.rawValue)).joined(separator: ", ")
            throw ValidationError("Formats are some of \(all), each once, such as avif,webp,jpeg, not “\(text)”.")
        }
        return formats
    }
}

extension SourceSet.PlaceholderChoice: ExpressibleByArgument {}
