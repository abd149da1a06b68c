internal import BoundedCrop
internal import BoundedCropRendering

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
    var trim: RenderRequest.Trim?
    /// Quarter turns clockwise, in degrees: 0, 90, 180 or 270.
    var turn = 0
    var flipsHorizontally = false
    var flipsVertically = false

    // Pixels.
    var extend: Extend?
    /// The same of its aspect, with a side of the picture's.
    var extendAspect: Extend?
    /// Top, right, bottom, left.
    var padding: [Int]?
    var background: Color?
    var backgroundAlpha = 1.0
    var brightness = 0.0
    var contrast = 1.0
    var saturation = 1.0
    var blur: Double?
    var sharpening: Double?
    var pixelSize = 0
    /// The opacity in percent, and the color.
    var overlay: (percent: Double, color: Color)?
    var hidesFaces = false
    var watermark: Watermark?
    var watermarkPicture: String?

    // File.
    /// The output's format; nil for the negotiated one.
    var format: ImageFormat?
    var quality = 0
    var formatQualities: [ImageFormat: Int] = [:]
    var maximumBytes = 0
    var stripsMetadata: Bool?
    var keepsCopyright: Bool?
    var stripsProfile = false
    var isStill = false
    /// The frame of an animation, from 1; nil for all.
    var frame: Int?
    var isProgressive = false
    var isLossless = false
    var skippedFormats: Set<ImageFormat> = []
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

extension ImgproxyOptions {
    /// The options for the part of the picture that is shown, and how it is turned.
    static let areas: [(names: [String], reader: Reader)] = [
        (["gravity", "g"], { $0.gravity = try $0.gravity($1, named: $1.name) }),
        (["crop", "c"], { try $0.crop($1) }),
        (["crop_aspect_ratio", "crop_ar", "car"], { try $0.cropAspect($1) }),
        (["crop_objects"], { try $0.cropObjects($1) }),
        (["trim", "t"], { try $0.trim($1) }),
        (["auto_rotate", "ar"], { if try !flag($1) { $0.ignore($1.name) } }),
        (["rotate", "rot"], { try $0.rotate($1) }),
        (["flip", "fl"], { try $0.flip($1) }),
    ]

    private mutating func gravity(_ option: ImgproxyOption, named name: String) throws -> ImgproxyGravity {
        let gravity = try ImgproxyGravity(option)
        if gravity.losesWeights { ignore(name) }
        return gravity
    }

    private mutating func crop(_ option: ImgproxyOption) throws {
        try option.check(count: 1...200)
        let limit = Double(Self.longestSide)
        var crop = Crop(width: try option.number(0, in: 0...limit))
        if option.arguments.count > 1 { crop.height = try option.number(1, in: 0...limit) }
        if option.hasAny(from: 2) { crop.gravity = try gravity(option.rest(from: 2, as: option.name), named: option.name) }
        self.crop = crop
    }

    private mutating func cropAspect(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        let ratio = try option.number(0, in: 0...1000)
        guard ratio == 0 || ratio >= 0.001 else { throw option.failure("needs 0, or a ratio from 0.001 to 1000") }
        cropAspect = ratio == 0 ? nil : CropAspect(ratio: ratio, enlarges: try option.flag(1))
    }

    private mutating func cropObjects(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        let factor = try option.number(0, in: 0...1000)
        guard factor == 0 || factor >= 1 else { throw option.failure("needs 0, or a factor from 1 to 1000") }
        objectsFactor = factor == 0 ? nil : factor
    }

    private mutating func trim(_ option: ImgproxyOption) throws {
        try option.check(count: 1...4)
        let threshold = option.has(0) ? try option.number(0, in: 0...1e6) : nil
        let color = option.has(1) ? try option.color(1) : nil
        let isEqual = (try option.flag(2), try option.flag(3))
        // The border is trimmed on each side as far as it goes.
        guard isEqual == (false, false) else {
            trim = nil
            return ignore(option.name)
        }
        // Differences are whole numbers.
        trim = threshold.map { RenderRequest.Trim(tolerance: Int(min($0, 255)), measure: .channels, color: color) }
    }

    private mutating func rotate(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        let degrees = try option.integer(0, in: -1_000_000...1_000_000)
        guard degrees % 90 == 0 else { throw option.failure("needs a multiple of 90") }
        turn = (degrees % 360 + 360) % 360
    }

    private mutating func flip(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        if option.has(0) { flipsHorizontally = try option.flag(0) }
        if option.has(1) { flipsVertically = try option.flag(1) }
    }
}

extension ImgproxyOptions {
    /// The options for the file and the answer.
    static let files: [(names: [String], reader: Reader)] = [
        (["quality", "q"], { $0.quality = try integer($1, in: 0...100) }),
        (["format_quality", "fq"], { try $0.formatQuality($1) }),
        (["max_bytes", "mb"], { $0.maximumBytes = try integer($1, in: 0...Int.max) }),
        (["format", "f", "ext"], { try $0.format($1) }),
        (["strip_metadata", "sm"], { $0.stripsMetadata = try flag($1) }),
        (["keep_copyright", "kcr"], { $0.keepsCopyright = try flag($1) }),
        (["strip_color_profile", "scp"], { $0.stripsProfile = try flag($1) }),
        (["disable_animation", "da"], { $0.isStill = try flag($1) }),
        (["page", "pg"], { $0.frame = try page($1) }),
        (["jpeg_options", "jpgo"], { try $0.jpegOptions($1) }),
        (["webp_options", "webpo"], { try $0.webPOptions($1) }),
        (["skip_processing", "skp"], { try $0.skip($1) }),
        (["raw"], { $0.isRaw = try flag($1) }),
        (["cachebuster", "cb"], { try $1.check(count: 1...1) }),
        (["expires", "exp"], { $0.expiry = try integer($1, in: 0...Delivery.latestExpiry) }),
        (["filename", "fn"], { try $0.fileName($1) }),
        (["return_attachment", "att"], { $0.isAttachment = try flag($1) }),
        (["hashsum", "hs"], { if $1.arguments[0] != "none" { throw $1.failure("cannot be checked here") } }),
    ]

    private static func integer(_ option: ImgproxyOption, in range: ClosedRange<Int>) throws -> Int {
        try option.check(count: 1...1)
        return try option.integer(0, in: range)
    }

    /// The formats that imgproxy also has.
    private static let otherFormats: Set = ["ico", "svg", "heic", "bmp", "tif", "tiff", "pdf", "psd", "mp4", "video"]

    private mutating func format(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        try setFormat(option.arguments[0]) { option.failure($0) }
    }

    /// Sets the format of the extension at the end of a URL.
    mutating func setFormat(fileExtension: String) throws {
        try setFormat(fileExtension) { BoundedCropError(.invalidURL, "the extension “\(fileExtension)” \($0)") }
    }

    private mutating func setFormat(_ name: String, failure: (String) -> BoundedCropError) throws {
        // The best one that the client accepts.
        guard name != "best" else { return format = nil }
        guard let named = ImageFormat(writableNamed: name) else {
            throw failure("is not an output format: there are \(ImageFormat.writableNames), and best")
        }
        format = named
    }

    private mutating func formatQuality(_ option: ImgproxyOption) throws {
        guard option.arguments.count % 2 == 0 else { throw option.failure("needs a quality for each format") }
        for index in stride(from: 0, to: option.arguments.count, by: 2) {
            let name = option.arguments[index]
            let quality = try option.integer(index + 1, in: 1...100)
            if let format = ImageFormat(writableNamed: name) {
                formatQualities[format] = quality
            } else if !Self.otherFormats.contains(name) {
                throw option.failure("has no format “\(name)”")
            }
        }
    }

    /// The frame of a page, which imgproxy counts from 0; nil for that one, which is the whole animation.
    private static func page(_ option: ImgproxyOption) throws -> Int? {
        let page = try integer(option, in: 0...1_000_000)
        return page > 0 ? page + 1 : nil
    }

    /// `PROGRESSIVE:NO_SUBSAMPLE:TRELLIS_QUANT:OVERSHOOT_DERINGING:OPTIMIZE_SCANS:QUANT_TABLE`.
    private mutating func jpegOptions(_ option: ImgproxyOption) throws {
        try option.check(count: 1...6)
        if option.has(0) { isProgressive = try option.flag(0) }
        if !option.rest(from: 1, as: option.name).isOff { ignore(option.name) }
    }

    /// `COMPRESSION:SMART_SUBSAMPLE:PRESET`.
    private mutating func webPOptions(_ option: ImgproxyOption) throws {
        try option.check(count: 1...3)
        switch option.arguments[0] {
        case "": break
        case "lossy": isLossless = false
        case "lossless": isLossless = true
        case "near_lossless": ignore(option.name)
        default: throw option.failure("needs a compression: lossy, near_lossless or lossless")
        }
        if !option.rest(from: 1, as: option.name).isOff { ignore(option.name) }
    }

    private mutating func skip(_ option: ImgproxyOption) throws {
        for name in option.arguments where !name.isEmpty {
            if let format = ImageFormat(writableNamed: name) {
                skippedFormats.insert(format)
            } else if !Self.otherFormats.contains(name) {
                throw option.failure("has no format “\(name)”")
            }
        }
    }

    private mutating func fileName(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        let name = try option.flag(1) ? try option.base64(0) : option.arguments[0]
        let isPlain = !name.hasControlCharacters && !name.contains { $0 == "/" || $0 == "\\" }
        // Other parentheses would end the filter early.
        var depth = 0
        let isBalanced = name.utf8.allSatisfy { byte in
            depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            return depth >= 0
        }
        guard isPlain, isBalanced, depth == 0, name.utf8.count <= 255 else {
            throw option.failure("needs a name of at most 255 bytes, without slashes, and with all parentheses closed")
        }
        fileName = name.isEmpty ? nil : name
    }
}

extension ImgproxyOptions {
    /// Applies an option to what was said before.
    typealias Reader = @Sendable (inout ImgproxyOptions, ImgproxyOption) throws -> Void

    /// The reader of each option, by its full and short names.
    static let readers: [String: Reader] = {
        var readers: [String: Reader] = [:]
        for (names, reader) in sizes + areas + pixels + files {
            for name in names { readers[name] = reader }
        }
        return readers
    }()

    /// Applies an option. Throws `invalidURL` for an unknown one, and for invalid arguments.
    mutating func apply(_ option: ImgproxyOption) throws {
        if isInfo, takesInfo(option) { return }
        if let reader = Self.readers[option.name] { return try reader(&self, option) }
        if Self.limits.contains(option.name) {
            throw option.failure("is not available here: limits are settings of the service")
        }
        guard Self.unavailable.contains(option.name) else { throw option.failure("is not an option of imgproxy") }
        if !option.isOff { ignore(option.name) }
    }

    /// Options that redefine limits. imgproxy refuses them too, unless it is told not to.
    private static let limits: Set = [
        "max_src_resolution", "msr", "max_src_file_size", "msfs", "max_animation_frames", "maf", "max_animation_frame_resolution", "mafr",
        "max_result_dimension", "mrd",
    ]

    /// imgproxy's options that are not available here.
    private static let unavailable: Set = [
        "resizing_algorithm", "ra", "monochrome", "mc", "duotone", "dt", "unsharp_masking", "ush", "draw_detections", "dd",
        "gradient", "gr", "watermark_text", "wmt", "watermark_size", "wms", "watermark_rotate", "wm_rot", "wmr", "watermark_shadow", "wmsh",
        "style", "st", "dpi", "enforce_thumbnail", "eth", "autoquality", "aq", "png_options", "pngo",
        "avif_options", "avifo", "pages", "pgs", "video_thumbnail_second", "vts",
        "video_thumbnail_keyframes", "vtk", "video_thumbnail_tile", "vtt", "video_thumbnail_animation", "vta", "fallback_image_url", "fiu",
        "objects_position", "obj_pos", "op", "preserve_hdr", "ph",
    ]

    /// Applies an option of `info` URLs that has another meaning there, or none elsewhere; false if it is not one of these.
    private mutating func takesInfo(_ option: ImgproxyOption) -> Bool {
        let isFlag = option.arguments.count == 1 && ["", "0", "1", "t", "f", "true", "false"].contains(option.arguments[0])
        switch option.name {
        case "size", "s", "format", "f": return isFlag
        case "dimensions", "d": return true
        case "detect_objects", "do":
            if !option.isOff { gravity.kind = .smart }
            return true
        case "exif", "iptc", "xmp", "video_meta", "vm", "palette", "p", "average", "avg", "dominant_colors", "dc", "blurhash", "bh":
            if !option.isOff { ignore(option.name) }
            return true
        default: return false
        }
    }
}
