import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import BoundedCropVideo

/// The options for where a video is cropped.
struct VideoShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The largest crop of this aspect, such as 9:16, not scaled; may be repeated.", valueName: "W:H"),
        transform: { text in try usage { try WantedShape.aspect(text) } }
    )
    var aspect: [AspectRatio] = []

    @Option(
        help: ArgumentHelp("Exactly this many pixels, both even, such as 1080x1920; may be repeated.", valueName: "WxH"),
        transform: VideoShapeOptions.size
    )
    var size: [PixelSize] = []

    @OptionGroup
    var table: TableOptions<VideoSection>

    @Option(
        help: ArgumentHelp(
            "What to do where faces are too far apart for one window: cut to who speaks, cut between them, stay with the largest, stack two, or pad the whole picture (default: speaker).",
            valueName: CameraOptions.WhenApart.allCases.map(\.rawValue).joined(separator: "|")
        ),
        completion: .list(CameraOptions.WhenApart.allCases.map(\.rawValue)),
        transform: { text in try usage { try VideoOutputOptions.choice(text) } }
    )
    var whenApart = CameraOptions.WhenApart.speaker

    @Flag(help: "Keep black bars that stay through a shot, which are cut off otherwise.")
    var keepBars = false

    @OptionGroup
    var correcting: CorrectionOptions

    mutating func validate() throws {
        try usage { try settings.check { "--\($0)" } }
    }

    /// The shapes of the outputs; whole frames if none is named.
    var shapes: [VideoShape] {
        let shapes = aspect.map(VideoShape.aspect) + size.map(VideoShape.size)
        return shapes.isEmpty ? [.whole] : shapes
    }

    private var settings: RequestSettings { RequestSettings(table.settings) }

    /// The accuracy with which faces are looked for that are to be hidden.
    var redactionAccuracy: DetectionAccuracy { table.has(.accuracy) ? crop.accuracy : .high }

    /// What they say of the crops.
    var crop: RenderRequest.Crop { settings.stage.crop }

    private static func size(_ text: String) throws -> PixelSize {
        if let advice = TypedSize.advice(text) { throw ValidationError(advice) }
        return try usage { try checked(PixelSize(TypedSize.normalized(text)), text) }
    }

    /// Throws `invalidArgument` for a size that no video has.
    static func checked(_ size: PixelSize?, _ text: String) throws -> PixelSize {
        guard let size, [size.width, size.height].allSatisfy({ (2...16_384).contains($0) && $0 % 2 == 0 }) else {
            throw BoundedCropError(
                .invalidArgument,
                "The size of a video is two even numbers from 2 to 16384, such as 1080x1920, not “\(text)”"
            )
        }
        return size
    }
}

/// The options for how videos are written.
struct VideoOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A folder, a file, or a template of {name}, {aspect}, {width}, {height}, {scheme}, {ext} (default: \(VideoOutputOptions.standardTemplate) in this folder).",
            valueName: "folder|template"
        ),
        completion: .directory
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The codec; copy-quality takes that of the source, and as many bits for each pixel (default: h264).",
            valueName: VideoEncoding.Codec.allCases.map(\.rawValue).joined(separator: "|")
        ),
        completion: .list(VideoEncoding.Codec.allCases.map(\.rawValue)),
        transform: { text in try usage { try VideoOutputOptions.choice(text) } }
    )
    var codec = VideoEncoding.Codec.h264

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Options for ffmpeg's output, such as '-crf 18 -preset slow'; they replace those of this command.",
            valueName: "options"
        )
    )
    var ffmpegOptions: String?

    @Flag(help: "Replace files that exist.")
    var overwrite = false

    @Flag(help: "Use what can be read of damaged videos.")
    var allowTruncated = false

    @Flag(help: "Keep the tags that say where the video was taken.")
    var keepLocation = false

    @Flag(help: "Only print the path of the camera; write no video.")
    var plan = false

    @Option(
        help: ArgumentHelp("Crop along the paths in this file, lines that --plan --json printed, perhaps edited since.", valueName: "file"),
        completion: .file()
    )
    var plans: String?

    @Option(
        help: ArgumentHelp(
            "Write what the camera does instead of the crop: a frame of each shot as a picture, or all as a small video, by the extension.",
            valueName: "file"
        ),
        completion: .file()
    )
    var preview: String?

    @Flag(help: "Print one JSON object per line for each video and shape.")
    var json = false

    static let standardTemplate = "{name}-{aspect}.{ext}"

    mutating func validate() throws {
        try LocalPath.check(output, for: "--output")
        try LocalPath.check(plans, for: "--plans")
        try LocalPath.check(preview, for: "--preview")
        try usage {
            _ = try template(shapeCount: 1, hasSizes: false, redactsOnly: false)
            if let preview, !VideoFormat.isWritten(preview), ImageFormat(fileName: preview)?.isWritable != true {
                throw ValidationError("--preview is a picture or a video by its extension, unlike \(preview.printable).")
            }
            _ = try encoding
            if let output, VideoFormat.needsAV1(output), codec != .av1 { throw ValidationError("WebM needs --codec av1.") }
        }
    }

    /// A value of a list. Throws `invalidArgument` for another one.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ text: String) throws -> Choice {
        try RequestOption.parsed(Choice(rawValue: text), text, Choice.allCases.map(\.rawValue).joined(separator: " or "))
    }

    var encoding: VideoEncoding {
        get throws {
            var encoding = VideoEncoding()
            encoding.codec = codec
            encoding.keepsPlace = keepLocation
            encoding.options = try usage { try ffmpegOptions.map(ShellWords.split) ?? [] }
            try usage { try encoding.checkOptions() }
            return encoding
        }
    }

    /// - Parameters:
    ///   - shapeCount: How many outputs each video has.
    ///   - hasSizes: Whether several of them may have one aspect.
    ///   - redactsOnly: Whether nothing is cropped.
    func template(shapeCount: Int, hasSizes: Bool, redactsOnly: Bool) throws -> OutputTemplate {
        let standard = redactsOnly ? "{name}-redacted.{ext}" : hasSizes ? "{name}-{width}x{height}.{ext}" : Self.standardTemplate
        guard let output else { return try OutputTemplate(standard) }
        if output.contains("{") || VideoFormat.isWritten(output) && !AtomicFile.isDirectory(output) { return try OutputTemplate(output) }
        if !output.hasSuffix("/"), !AtomicFile.isDirectory(output),
            VideoFormat.isNamedLikeVideo(output) || ImageFormat(fileName: output) != nil
        {
            throw BoundedCropError(
                .invalidArgument,
                "videos are written as \(VideoFormat.endingsText), unlike \(output.printable); if this is a folder, end it with /"
            )
        }
        let folder = output.hasSuffix("/") ? output : output + "/"
        return try OutputTemplate(folder + (shapeCount > 1 ? standard : "{name}.{ext}"))
    }
}

/// Splits a text into words as a shell does, as far as quotes and backslashes go.
enum ShellWords {
    /// Throws `invalidArgument` for a quote that is not closed.
    static func split(_ text: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { throw BoundedCropError(.invalidArgument, "A quote in “\(text.printable)” is not closed") }
        return words + (word.map { [$0] } ?? [])
    }
}
