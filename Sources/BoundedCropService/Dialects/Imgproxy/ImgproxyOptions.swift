/// What the options of a URL and its presets say together. The order of different options has no meaning; of equal ones, the last counts.
struct ImgproxyOptions: Sendable {
    /// How the picture is brought to its size.
    enum Resizing: String, Sendable {
        case fit, fill, force, auto
        case fillDown = "fill-down"
    }

    /// An area that is cut out before the picture is resized: sides from 1 are pixels, below 1 shares, and 0 is the whole side.
    struct Crop: Hashable, Sendable {
        var width = 0.0
        var height = 0.0
        /// Nil for the gravity of the result.
        var gravity: ImgproxyGravity?
    }

    /// The aspect of that area.
    struct CropAspect: Hashable, Sendable {
        var ratio: Double
        var enlarges: Bool
    }

    /// A ground as large as the box.
    struct Extend: Hashable, Sendable {
        var gravity = ImgproxyGravity()
    }

    /// Another picture on the result.
    struct Watermark: Hashable, Sendable {
        var opacity = 1.0
        var position = "ce"
        var x = 0.0
        var y = 0.0
        var scale = 0.0
    }

    // Geometry.
    var resizing = Resizing.fit
    var width = 0
    var height = 0
    var minimumWidth = 0
    var minimumHeight = 0
    var zoomX = 1.0
    var zoomY = 1.0
    var density = 1.0
    var enlarges = false
    var gravity = ImgproxyGravity()
    var objectsFactor: Double?
    var crop: Crop?
    var cropAspect: CropAspect?
    var trim: ImageURL.Trim?
    /// Quarter turns clockwise, in degrees: 0, 90, 180 or 270.
    var turn = 0
    var flipsHorizontally = false
    var flipsVertically = false

    // Pixels.
    var extend: Extend?
    var extendsAspect = false
    /// Top, right, bottom, left.
    var padding: [Int]?
    /// Six hexadecimal digits.
    var background: String?
    var backgroundAlpha = 1.0
    var brightness = 0.0
    var contrast = 1.0
    var saturation = 1.0
    var blur: Double?
    var sharpening: Double?
    var pixelSize = 0
    /// The opacity in percent, and the color.
    var overlay: (percent: Double, color: String)?
    var hidesFaces = false
    var watermark: Watermark?
    var watermarkPicture: String?

    // File.
    /// The output's format, by the name of the filter; nil for the negotiated one.
    var format: String?
    var quality = 0
    var formatQualities: [String: Int] = [:]
    var maximumBytes = 0
    var stripsMetadata: Bool?
    var keepsCopyright: Bool?
    var stripsProfile = false
    var isStill = false
    var skippedFormats: Set<String> = []
    var isRaw = false
    var expiry = 0
    var fileName: String?
    var isAttachment = false

    /// Whether the URL asks for data about the picture.
    var isInfo = false
    /// The names of options that are not available here, as written; each once.
    var ignored: [String] = []

    mutating func ignore(_ name: String) {
        if !ignored.contains(name) { ignored.append(name) }
    }
}
