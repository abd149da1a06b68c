import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// The options for the crops to make.
struct ShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exactly this many pixels: 300x200, 300 for a square, or 300x or x200 for one side of the whole picture; may be repeated.",
            valueName: "WxH"
        ),
        transform: { text in try usage { try TypedSize.shape(text) } }
    )
    var size: [WantedShape] = []

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

    @Option(.rectangle, parsing: .unconditional) var crop: CropOption.Setting?
    @Option(.scheme) var scheme: CropOption.Setting?
    @Option(.keep) var keep: CropOption.Setting?
    @Option(.eachFace) var eachFace: CropOption.Setting?
    @Option(.padding, parsing: .unconditional) var padding: CropOption.Setting?
    @Option(.zoom) var zoom: CropOption.Setting?
    @Option(.placement) var placement: CropOption.Setting?
    @Flag(.autoRotate) var autoRotate: Bool
    @Option(.align) var align: CropOption.Setting?
    @Option(.alignFill) var alignFill: CropOption.Setting?
    @Option(.fallback) var fallback: CropOption.Setting?
    @Flag(.requireFace) var requireFace: Bool
    @Flag(.noBounding) var noBounding: Bool
    @Flag(.noUpscale) var noUpscale: Bool

    /// The options of the table that were given.
    var given: [CropOption.Setting?] {
        [
            crop, scheme, keep, eachFace, padding, zoom, placement, align, alignFill, fallback,
            CropOption.autoRotate.setting(if: autoRotate),
            CropOption.requireFace.setting(if: requireFace), CropOption.noBounding.setting(if: noBounding),
            CropOption.noUpscale.setting(if: noUpscale),
        ]
    }

    mutating func validate() throws {
        try LocalPath.check(presets, for: "--presets")
        let known = try usage(in: "--presets ") { try PresetFile(presets) }
        size += try usage(in: "--preset: ") { try known.sizes(preset).map { .exact(.size($0)) } }
        preset = []
        try CropSettings(given).checkUsage()
    }

    var shapes: [WantedShape] {
        let shapes = size + aspect.map { WantedShape.exact(.aspect($0)) }
        guard shapes.isEmpty else { return shapes }
        return [.exact(CropSettings([align]).stage.crop.ownShape)]
    }

    /// The same options for one aspect.
    func with(_ aspect: AspectRatio) -> ShapeOptions {
        var options = self
        options.aspect = [aspect]
        return options
    }

    /// Whether the crops are no more than copies of the whole picture.
    var keepsWholePicture: Bool {
        size.isEmpty && aspect.isEmpty && zoom == nil && align == nil && eachFace == nil && crop == nil
    }

    /// A request for each shape.
    ///
    /// - Parameters:
    ///   - detection: How features are found.
    ///   - effects: What changes the finished crops.
    ///   - output: How they are written.
    func requests(
        _ detection: DetectionOptions,
        effects: [any ImageEffect],
        _ output: RenderRequest.Output
    ) -> [RenderRequest] {
        var request = RenderRequest(detection.stage(given))
        request.last.steps = effects.map(RenderStep.effect)
        request.output = output
        return shapes.map { wanted in
            var request = request
            request.last.target.take(wanted.ofCrop)
            return request
        }
    }
}
