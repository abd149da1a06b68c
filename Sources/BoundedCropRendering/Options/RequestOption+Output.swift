package import BoundedCrop

extension RequestOption {
    /// The options for how the result is written, in the order of help.
    package static let ofOutput = [
        format, quality, maxOutputBytes, dpi, lossless, progressive, background, still, keepMetadata, keepLocation, stripAll, writeRegions,
        placeholder,
    ]

    package static let format = RequestOption(
        "format",
        .output,
        [.crops, .uploads],
        "The format; auto is that of the output's extension, or else that of the source.",
        OptionKind<ImageFormat?>(
            value: .choice(formats),
            form: formats.joined(separator: "|"),
            read: { text in
                text.lowercased() == "auto"
                    ? nil : try parsed(ImageFormat(writableNamed: text), text, "auto, \(ImageFormat.writableNames)") as ImageFormat?
            },
            write: { $0?.rawValue ?? "auto" }
        ),
        example: "webp",
        \.output.format
    )

    private static let formats = ["auto"] + ImageFormat.writable.map(\.rawValue)

    package static let quality = RequestOption(
        "quality",
        .output,
        [.crops, .uploads],
        "1 to 100, for \(ImageFormat.withQuality.titles) (default: {default}).",
        .integer("a quality", in: RenderRequest.Output.qualities),
        example: "80",
        standard: String(RenderSettings().quality),
        \.output.quality
    )

    package static let maxOutputBytes = RequestOption(
        "max-output-bytes",
        .output,
        .crops,
        "Lower the quality until each output fits, such as 100kB; fail if it never does.",
        .bytes,
        example: "1MB",
        \.output.maximumBytes
    )

    package static let dpi = RequestOption(
        "dpi",
        .output,
        [.crops, .uploads],
        "The density for prints, in pixels per inch, which the file says; a size in mm, cm or in has as many pixels (default for such a size: \(PaperSize.standardDensity)).",
        .integer("a density", in: MetadataSelection.densities),
        example: "300",
        \.output.pixelsPerInch
    )

    package static let lossless = RequestOption(
        "lossless",
        .output,
        [.crops, .uploads],
        "Write lossless WebP or JPEG XL.",
        .flag,
        \.output.isLossless
    )

    package static let progressive = RequestOption(
        "progressive",
        .output,
        [.crops, .uploads],
        "Write progressive JPEG.",
        .flag,
        \.output.isProgressive
    )

    package static let background = RequestOption(
        "background",
        .output,
        [.crops, .uploads],
        "The color of transparent parts in a JPEG, such as navy or '#e0e0e0' (default: white).",
        .color("an opaque color, such as navy, '#e0e0e0' or e0e0e0", isOpaque: true),
        example: "#e0e0e0",
        \.output.background
    )

    package static let still = RequestOption(
        "still",
        .output,
        [.crops, .uploads],
        "Use only this frame of an animation, counted from 1.",
        .integer("the number of a frame"),
        example: "1",
        \.output.frame
    )

    package static let keepMetadata = RequestOption(
        "keep-metadata",
        .output,
        .crops,
        "Keep what the source's EXIF, XMP and IPTC say about the photo and is true of the output, without the place.",
        .flag,
        get: { $0.output.metadata == .everything },
        set: { $0.output.metadata = $1 ? .everything : .rights }
    )

    package static let keepLocation = RequestOption(
        "keep-location",
        .output,
        .crops,
        "With --keep-metadata, also keep the place: coordinates and place names.",
        .flag,
        \.output.keepsPlace
    )

    package static let stripAll = RequestOption(
        "strip-all",
        .output,
        [.crops, .uploads],
        "Keep no metadata; creator, copyright and licence are kept otherwise.",
        .flag,
        get: { $0.output.metadata == .nothing },
        set: { if $1 { $0.output.metadata = .nothing } }
    )

    package static let writeRegions = RequestOption(
        "write-regions",
        .output,
        .crops,
        "Write the detected faces as regions in XMP (mwg-rs), which photo managers read.",
        .flag,
        \.output.writesRegions
    )

    package static let placeholder = RequestOption(
        "placeholder",
        .output,
        .uploads,
        "Whether the answer has the placeholder of the crop: a BlurHash, a ThumbHash and the dominant color. Only with one shape.",
        .flag,
        \.output.hasPlaceholder
    )
}

extension RenderRequest.Output {
    /// The options that not every format has, each with settings that it gives.
    private static let ownOptions = [
        "lossless": EncodingSettings(isLossless: true), "progressive": EncodingSettings(isProgressive: true),
        "quality": EncodingSettings(quality: 1), "background": EncodingSettings(background: .black),
    ]

    /// The names of the options that a format does not have: they change nothing in how it is written.
    package static func options(missingIn format: ImageFormat) -> Set<String> {
        Set(ownOptions.filter { !format.isWritable || ImageEncoding(format, $0.value) == ImageEncoding(format) }.keys)
            .union(format.holdsDensity ? [] : [RequestOption.dpi.name])
    }

    /// Throws `limitExceeded` for a file that has more bytes than are allowed.
    package func checkSize(of image: RenderedImage, _ called: (String) -> String) throws {
        guard let maximumBytes, image.bytes.count > maximumBytes else { return }
        let name = called(RequestOption.maxOutputBytes.name)
        let why = image.quality == nil ? "\(image.format.title) has no quality to lower" : "no quality gives fewer"
        throw BoundedCropError(
            .limitExceeded,
            "the output takes \(image.bytes.count) bytes, \(name) allows \(maximumBytes), and \(why)"
        )
    }

    /// Throws `invalidArgument` for an option that none of the outputs has.
    ///
    /// - Parameters:
    ///   - formats: The formats of the outputs; nil for one that depends on the picture.
    ///   - called: The names of options as the surface writes them.
    package func checkUse(in formats: [ImageFormat?], _ called: (String) -> String) throws {
        let known = formats.compactMap(\.self)
        guard known.count == formats.count else { return }
        let given = [
            ("lossless", isLossless), ("progressive", isProgressive), ("quality", quality != nil), ("background", background != nil),
            (RequestOption.dpi.name, pixelsPerInch != nil),
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
