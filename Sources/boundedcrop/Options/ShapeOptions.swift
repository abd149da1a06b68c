import ArgumentParser
import BoundedCrop
import BoundedCropRendering

/// The options for the crops to make.
struct ShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exactly this many pixels: 300x200, 300 for a square, or 300x or x200 for one side of the whole picture; a size on paper, such as 35x45mm, 2x2in or 10x15cm@300dpi; or the sizes of an icon, such as 16,32,48; may be repeated.",
            valueName: "WxH"
        ),
        transform: { text in try usage { try TypedSize.shape(text) } }
    )
    var size: [AskedShape] = []

    @Option(
        help: ArgumentHelp("The largest crop of this aspect, such as 16:9 or 16/9, not scaled; may be repeated.", valueName: "W:H"),
        transform: { text in try usage { try WantedShape.aspect(text) } }
    )
    var aspect: [AspectRatio] = []

    @Option(
        help: ArgumentHelp(
            "A size by its name, such as open-graph, avatar or story (docs/web.md lists them); may be repeated.",
            valueName: "name"
        ),
        completion: .list(CropPreset.standard.map(\.name))
    )
    var preset: [String] = []

    @Option(
        help: ArgumentHelp("A file of your own presets, each on a line such as banner = 1200x400.", valueName: "file"),
        completion: .file()
    )
    var presets: String?

    @OptionGroup
    var table: TableOptions<CropSection>

    mutating func validate() throws {
        try LocalPath.check(presets, for: "--presets")
        let known = try usage(in: "--presets ") { try PresetFile(presets) }
        size += try usage(in: "--preset: ") { try known.sizes(preset).map { .pixels(.exact(.size($0))) } }
        preset = []
    }

    var shapes: [AskedShape] {
        let shapes = size + aspect.map { .pixels(.exact(.aspect($0))) }
        guard shapes.isEmpty else { return shapes }
        return [RequestSettings(table.settings).stage.crop.ownShape]
    }

    /// The same options for one aspect.
    func with(_ aspect: AspectRatio) -> ShapeOptions {
        var options = self
        options.aspect = [aspect]
        return options
    }

    /// Whether the crops are no more than copies of the whole picture.
    var keepsWholePicture: Bool {
        size.isEmpty && aspect.isEmpty && table.first(of: [.zoom, .align, .document, .eachFace, .rectangle]) == nil
    }

    /// The crop in each shape.
    ///
    /// - Throws: `invalidArgument` for a size on paper that the density of the request makes no size in pixels.
    func wanted(_ request: RenderRequest) throws -> [OutputJob.Wanted] {
        try shapes.map { asked in
            var request = request
            let shape = try asked.shape(in: &request.output)
            request.last.target.take(shape.ofCrop)
            return OutputJob.Wanted(shape: shape, request: request)
        }
    }
}
