internal import BoundedCrop
internal import BoundedCropRendering

extension ImgproxyOptions {
    /// The options that change pixels, or add some.
    static let pixels: [(names: [String], reader: Reader)] = [
        (["padding", "pd"], { try $0.pad($1) }),
        (["background", "bg"], { $0.background = try background($1) }),
        (["background_alpha", "bga"], { $0.backgroundAlpha = try number($1, in: 0...1) }),
        (["adjust", "a"], { try $0.adjust($1) }),
        (["brightness", "br"], { $0.brightness = try number($1, in: -255...255) }),
        (["contrast", "co"], { $0.contrast = try number($1, in: 0...4) }),
        (["saturation", "sa"], { $0.saturation = try number($1, in: 0...100) }),
        (["blur", "bl"], { $0.blur = try sigma($1) }),
        (["sharpen", "sh"], { $0.sharpening = try sigma($1) }),
        (["pixelate", "pix"], { $0.pixelSize = try side($1) }),
        (["colorize", "col"], { try $0.colorize($1) }),
        (["blur_detections", "bd"], { try $0.hideFaces($1) }),
        (["watermark", "wm"], { try $0.watermark($1) }),
        (["watermark_url", "wmu"], { $0.watermarkPicture = $1.has(0) ? try $1.base64(0) : nil }),
    ]

    private static func number(_ option: ImgproxyOption, in range: ClosedRange<Double>) throws -> Double {
        try option.check(count: 1...1)
        return try option.number(0, in: range)
    }

    /// A sigma, or nil for 0, which does nothing.
    private static func sigma(_ option: ImgproxyOption) throws -> Double? {
        let sigma = try number(option, in: 0...EffectBounds.largestBlur)
        return sigma == 0 ? nil : sigma
    }

    /// As in CSS, a missing side is that of its opposite, or the top.
    private mutating func pad(_ option: ImgproxyOption) throws {
        try option.check(count: 1...4)
        let old = padding ?? [0, 0, 0, 0]
        let given = try (0..<4).map { option.has($0) ? try option.integer($0, in: 0...Self.longestSide) : nil }
        let top = given[0] ?? old[0]
        let right = given[1] ?? top
        padding = [top, right, given[2] ?? top, given[3] ?? right]
    }

    private static func background(_ option: ImgproxyOption) throws -> Color? {
        guard option.arguments.count != 1 else { return option.has(0) ? try option.color(0) : nil }
        try option.check(count: 3...3)
        let levels = try (0..<3).map { Double(try option.integer($0, in: 0...255)) / 255 }
        return Color(red: levels[0], green: levels[1], blue: levels[2])
    }

    private mutating func adjust(_ option: ImgproxyOption) throws {
        try option.check(count: 1...3)
        if option.has(0) { brightness = try option.number(0, in: -255...255) }
        if option.has(1) { contrast = try option.number(1, in: 0...4) }
        if option.has(2) { saturation = try option.number(2, in: 0...100) }
    }

    private mutating func colorize(_ option: ImgproxyOption) throws {
        try option.check(count: 1...3)
        let opacity = try option.number(0, in: 0...1)
        let color = option.has(1) ? try option.color(1) : .black
        _ = try option.flag(2)
        overlay = opacity == 0 ? nil : (opacity * 100, color)
    }

    private mutating func hideFaces(_ option: ImgproxyOption) throws {
        let sigma = try option.number(0, in: 0...1e6)
        // What was to be hidden must not be shown, so this is never ignored.
        guard let other = option.arguments.dropFirst().first(where: { !["", "face", "all"].contains($0) }) else {
            hidesFaces = sigma > 0
            return
        }
        throw option.failure("can only blur faces here, not “\(other)”")
    }

    private mutating func watermark(_ option: ImgproxyOption) throws {
        // As in imgproxy, what follows the scale has no meaning.
        try option.check(count: 1...7)
        var mark = Watermark(opacity: try option.number(0, in: 0...1))
        if option.has(1) { mark.position = option.arguments[1] }
        if option.has(2) { mark.x = try option.number(2, in: -1e6...1e6) }
        if option.has(3) { mark.y = try option.number(3, in: -1e6...1e6) }
        if option.has(4) { mark.scale = try option.number(4, in: 0...1) }
        let names = ImgproxyGravity.places.map(\.name)
        guard mark.position == "re" || names.contains(mark.position) else {
            throw option.failure("needs a position: \(names.joined(separator: ", ")) or re")
        }
        let isMoved = mark.x != 0 || mark.y != 0
        guard !isMoved || mark.position != "re" else { throw option.failure("has distances between tiles, which are not available here") }
        let place = ImgproxyGravity.places.first { $0.name == mark.position }
        guard mark.x == 0 || place?.horizontal != nil, mark.y == 0 || place?.vertical != nil else {
            throw option.failure("has an offset from the center: here, offsets are from edges")
        }
        guard mark.x >= 0, mark.y >= 0 else { throw option.failure("has an offset beyond the edge, which is not available here") }
        watermark = mark.opacity == 0 ? nil : mark
    }
}
