internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// How the picture is brought into its box: `fit`, with the parameters that depend on it.
struct ImgixFit {
    /// The way, `clip` by default.
    let name: String
    private let placement: ImgixPlacement
    private let ground: BoxFill

    private static let names = ["clamp", "clip", "crop", "facearea", "fill", "fillmax", "max", "min", "scale"]

    /// Takes the parameters. Throws `invalidURL`.
    init(_ parameters: inout ImgixParameters, _ margins: ImgixMargins) throws {
        let list = parameters.list("fit")
        name = list.first ?? "clip"
        let words = Self.names + ["center", "faces", "edges", "entropy"]
        guard Self.names.contains(name), list.count <= 1 || name == "facearea" && list.dropFirst().allSatisfy(words.contains) else {
            throw ImgixParameters.failure("fit", list.joined(separator: ","), "one of " + Self.names.joined(separator: ", "))
        }
        // What follows says what to do without a face. Here the picture is cropped to the same size then.
        if list.count > 1, list.dropFirst() != ["crop"] { parameters.ignore("fit") }
        // Edge pixels cannot be continued.
        if name == "clamp" { parameters.ignore("fit") }
        placement = try ImgixPlacement(&parameters, isFaceArea: name == "facearea", isCrop: name == "crop" || name == "min")
        let color = try parameters.color("fill-color") ?? margins.background
        let fill = name.hasPrefix("fill") ? parameters.word("fill", of: ["solid", "blur"]) : parameters.text("fill")
        ground = BoxFill(fill == "blur" ? .blur : .color(color ?? .clear))
    }

    /// Whether the focal point is to be shown.
    var showsPlan: Bool { placement.showsPlan }

    /// Whether the output has exactly the box's size.
    var fillsBox: Bool { ["crop", "facearea", "fill", "fillmax", "scale"].contains(name) }

    /// Without both sides there is no area of faces, and no crop to zoom into.
    func refuseFreeSize(_ parameters: inout ImgixParameters) {
        if name == "facearea" { parameters.ignore("fit") }
        if placement.zoomsIn { parameters.ignore("fp-z") }
    }

    /// Places the crop.
    func place(_ reader: inout ImgixReader) { placement.apply(to: &reader.asked.last.crop, reader.orientation) }

    /// Applies the way to dimensions in pixels.
    func apply(to reader: inout ImgixReader, hasBothSides: Bool) {
        switch name {
        case "max": reader.asked.last.target.fit = RenderRequest.FitIn()
        case "min" where !hasBothSides, "fillmax" where !hasBothSides: reader.asked.last.target.fit = RenderRequest.FitIn()
        case _ where !hasBothSides: refuseFreeSize(&reader.parameters)
        case "scale": reader.asked.last.target.stretches = true
        case "min":
            reader.asked.last.target.upscaling = .neverAtAspect
            place(&reader)
        case "crop", "facearea": place(&reader)
        case "fillmax": (reader.asked.last.target.fit, reader.ground) = (RenderRequest.FitIn(), ground)
        default:
            reader.asked.last.target.fit = RenderRequest.FitIn()
            reader.asked.last.target.upscaling = .always
            if name == "fill" { reader.ground = ground }
        }
    }
}
