internal import BoundedCrop

/// Makes the request of the service from imgproxy's options.
///
/// imgproxy trims, turns, crops, scales, cuts to the size, filters, extends, pads and marks, in this order. What the service cannot do in one
/// go becomes a chain of requests.
struct ImgproxyRequest {
    private(set) var options: ImgproxyOptions
    private let settings: DialectSettings
    /// What the service keeps of metadata.
    private let kept: MetadataSelection.Extent
    private var earlier: [ImageURL] = []
    private var url = ImageURL(image: "")

    /// Throws `invalidURL` for options that contradict each other or the service's limits.
    init(_ options: ImgproxyOptions, settings: DialectSettings, kept: MetadataSelection.Extent) throws {
        (self.options, self.settings, self.kept) = (options, settings, kept)
        if options.isRaw {
            add("raw")
        } else {
            try makePicture()
        }
        addAnswer()
    }

    /// The request for a picture.
    func url(of image: String) -> ImageURL {
        var url = url
        url.isMeta = options.isInfo
        url.earlier = earlier
        url.image = image
        return url
    }

    private mutating func makePicture() throws {
        url.trim = options.trim
        let box = try Box(options)
        if options.turn != 0 {
            add("turn", "\(options.turn)")
            if box.isResized || options.crop != nil || options.cropAspect != nil { beginNext() }
        }
        addCrop(box)
        addSize(box)
        addPixels(box)
        addFile()
    }

    /// Ends a request, whose result is the picture of the next one.
    private mutating func beginNext() {
        earlier.append(url)
        url = ImageURL(image: "")
    }

    private mutating func add(_ name: String, _ arguments: String...) {
        url.filters.append(FilterCall(name: name, argumentText: arguments.joined(separator: ",")))
    }

    // MARK: Crop

    private mutating func addCrop(_ box: Box) {
        var crop = options.crop ?? ImgproxyOptions.Crop()
        if let aspect = options.cropAspect {
            if crop.width == 0, crop.height == 0 {
                add("aspect", "\(ParameterText.text(aspect.ratio, decimals: 6)):1")
                url.place(crop.gravity ?? options.gravity)
                return endCrop(box)
            } else if crop.width >= 1, crop.height >= 1 {
                crop.take(aspect)
            } else {
                options.ignore("crop_aspect_ratio")
            }
        }
        guard crop.width > 0 || crop.height > 0 else { return }
        add("window", Self.length(crop.width), Self.length(crop.height))
        url.place(crop.gravity ?? options.gravity)
        endCrop(box)
    }

    private mutating func endCrop(_ box: Box) {
        if box.isResized { beginNext() }
    }

    private static func length(_ side: Double) -> String {
        // The smallest share that is not 0, which is the whole side.
        side >= 1 || side == 0 ? ParameterText.text(side.rounded(.down)) : ParameterText.percent(max(side, 1e-6))
    }

    // MARK: Size

    private mutating func addSize(_ box: Box) {
        guard box.isResized else {
            // Where nothing is cut off, only data about faces needs the gravity.
            if options.isInfo, options.crop == nil, options.gravity.isSmart { url.place(options.gravity) }
            return
        }
        let gravity = options.gravity.mirrored(horizontally: options.flipsHorizontally, vertically: options.flipsVertically)
        if gravity.hasPixels, box.cuts {
            // Offsets are in pixels of the scaled picture, so it is scaled before it is cut.
            url.fitIn = ImageURL.FitIn(isFull: true)
            url.dimensions = box.dimensions
            if !options.enlarges { add("no_upscale") }
            beginNext()
        }
        url.dimensions = box.dimensions
        if options.flipsHorizontally || options.flipsVertically {
            var dimensions = url.dimensions ?? ImageURL.Dimensions()
            (dimensions.flipsHorizontally, dimensions.flipsVertically) = (options.flipsHorizontally, options.flipsVertically)
            url.dimensions = dimensions
        }
        addResizing(box)
        if box.scale != 1 { add("scale", ParameterText.text(box.scale)) }
        if let least = box.least { add("at_least", "\(least.width)", "\(least.height)") }
        if box.cuts || options.isInfo && gravity.isSmart { url.place(gravity, density: options.density) }
        addObjects(gravity, box)
    }

    private mutating func addResizing(_ box: Box) {
        guard box.dimensions != nil else { return }
        let isWhole = options.width > 0 && options.height > 0
        switch options.resizing {
        case .fit:
            url.fitIn = ImageURL.FitIn()
            if options.enlarges { add("upscale") }
        case .auto:
            add("auto_fit")
            add(options.enlarges ? "upscale" : "no_upscale")
        case .fill, .fillDown:
            guard !options.enlarges else { break }
            // A picture that is too small for the density, but not for the size, keeps the aspect of the size.
            let keepsAspect = isWhole && (options.resizing == .fillDown || options.density > 1)
            if keepsAspect { add("no_upscale", "aspect") } else { add("no_upscale") }
        case .force:
            add("stretch")
            if !options.enlarges { add("no_upscale", "aspect") }
        }
    }

    private mutating func addObjects(_ gravity: ImgproxyGravity, _ box: Box) {
        guard let factor = options.objectsFactor else { return }
        guard box.cuts else { return options.ignore("crop_objects") }
        if !gravity.isSmart {
            url.isSmart = true
            add("fallback", "center")
        }
        add("zoom", ParameterText.text(1 / factor), CropFilters.anyUpscaling)
    }

    // MARK: Pixels

    private mutating func addPixels(_ box: Box) {
        if options.brightness != 0 { add("brightness", ParameterText.text(options.brightness / 2.55)) }
        // The service's contrast is squared.
        if options.contrast != 1 { add("contrast", ParameterText.text((options.contrast.squareRoot() - 1) * 100)) }
        if options.saturation != 1 { add("saturation", ParameterText.text(options.saturation)) }
        if options.hidesFaces { add("redact", "blur") }
        if let blur = options.blur { add("gaussian_blur", ParameterText.text(blur)) }
        if let sharpening = options.sharpening { add("sharpen", "1", ParameterText.text(sharpening), "true") }
        if options.pixelSize > 1 { add("pixelate", "\(options.pixelSize)") }
        if let (percent, color) = options.overlay {
            let share = ParameterText.text(percent)
            add("colorize", share, share, share, color)
        }
        addGround(box)
        if let padding = options.padding, padding.contains(where: { $0 > 0 }) {
            let longest = Double(ImgproxyOptions.longestSide)
            let sides = padding.map { ParameterText.text(min((Double($0) * options.density).rounded(), longest)) }
            url.filters.append(FilterCall(name: "border", argumentText: sides.joined(separator: ",")))
        }
        if let background = options.background, options.backgroundAlpha > 0 {
            let alpha = UInt8(Int(options.backgroundAlpha * 255, within: 0...255))
            add("background_color", background + (alpha < 255 ? Hexadecimal.text([alpha]) : ""))
        }
        addWatermark()
    }

    private mutating func addGround(_ box: Box) {
        guard let extend = options.extend, box.dimensions != nil else { return }
        guard let place = box.place(extend.gravity, density: options.density) else { return options.ignore("extend") }
        url.filters.append(FilterCall(name: "extend", argumentText: (["transparent"] + place).joined(separator: ",")))
    }

    private mutating func addWatermark() {
        guard let mark = options.watermark else { return }
        let name = options.watermarkPicture ?? settings.imgproxyWatermark
        guard let picture = name.flatMap(ParameterText.argument) else { return options.ignore("watermark") }
        add("watermark", mark.arguments(picture: picture, density: options.density))
    }

    // MARK: File

    private mutating func addFile() {
        let quality = options.quality > 0 ? options.quality : options.format.flatMap { options.formatQualities[$0] } ?? 0
        if quality > 0 { add("quality", "\(quality)") }
        // Without a format, it is only known with the client's request.
        if options.quality == 0, options.format == nil, !options.formatQualities.isEmpty { options.ignore("format_quality") }
        let mayBeSkipped = options.format.map { options.skippedFormats.contains($0) } ?? !options.skippedFormats.isEmpty
        if mayBeSkipped { options.ignore("skip_processing") }
        if let format = options.format { add("format", format) }
        if (1...1_000_000_000).contains(options.maximumBytes) { add("max_bytes", "\(options.maximumBytes)") }
        if options.isStill { add("still") }
        if options.stripsMetadata == false, kept < .everything { options.ignore("strip_metadata") }
        if options.keepsCopyright == true, kept < .rights { options.ignore("keep_copyright") }
        // As in imgproxy, the copyright is kept unless the URL says otherwise.
        let keepsCopyright = options.keepsCopyright ?? true
        let strips = options.stripsMetadata ?? (kept < .everything && !keepsCopyright)
        if strips { keepsCopyright ? add("strip_exif", "except_rights") : add("strip_exif") }
        if options.stripsProfile { add("strip_icc") }
    }

    private mutating func addAnswer() {
        if options.expiry > 0 { add("expires", "\(options.expiry)") }
        if let name = options.fileName { add("filename", name) }
        if options.isAttachment { add("attachment") }
    }
}

extension ImgproxyOptions.Crop {
    /// Corrects an area in pixels to an aspect.
    fileprivate mutating func take(_ aspect: ImgproxyOptions.CropAspect) {
        let isWider = width / height > aspect.ratio
        if isWider != aspect.enlarges { width = max(1, height * aspect.ratio) } else { height = max(1, width / aspect.ratio) }
        (width, height) = (min(width, Double(ImgproxyOptions.longestSide)), min(height, Double(ImgproxyOptions.longestSide)))
    }
}

extension ImgproxyRequest {
    /// The size that the options ask for.
    struct Box {
        /// The size in pixels; nil if neither side is given.
        var dimensions: ImageURL.Dimensions?
        /// What the size is multiplied by besides, if it is not known in pixels.
        var scale = 1.0
        /// The least sides of the output; nil without any.
        var least: PixelSize?
        /// Whether parts of the picture may be cut off.
        var cuts = false
        /// Whether anything happens after turning and cropping the picture, besides its pixels.
        var isResized = false

        /// Throws `invalidURL` for a size beyond the limits. Factors that cannot be honored are ignored, by name.
        init(_ options: ImgproxyOptions) throws {
            let isForced = options.resizing == .force
            let isStretched = options.zoomX != options.zoomY
            // Different factors distort the picture, which only `force` can say.
            if isStretched, !isForced || options.width == 0 || options.height == 0 {
                throw BoundedCropError(.invalidURL, "“zoom” with different factors needs the type force, a width and a height here")
            }
            let (across, down) = (options.zoomX * options.density, options.zoomY * options.density)
            if options.width > 0 || options.height > 0 {
                let isMultiplied = !isForced || options.width > 0 && options.height > 0
                let open: ImageURL.Dimension = isForced ? .original : .proportional
                dimensions = ImageURL.Dimensions(
                    width: try Self.side(options.width, isMultiplied ? across : 1) ?? open,
                    height: try Self.side(options.height, isMultiplied ? down : 1) ?? open
                )
                scale = isMultiplied ? 1 : across
                cuts = options.width > 0 && options.height > 0 && options.resizing != .fit && !isForced
            } else {
                scale = options.enlarges ? across : min(across, 1)
            }
            guard (0.001...100).contains(scale) else {
                throw BoundedCropError(.invalidURL, "zoom and dpr multiply the size by \(ParameterText.text(scale)), not by 0.001 to 100")
            }
            if options.minimumWidth > 0 || options.minimumHeight > 0 {
                least = PixelSize(
                    width: try Self.pixels(options.minimumWidth, options.density),
                    height: try Self.pixels(options.minimumHeight, options.density)
                )
            }
            let isFlipped = options.flipsHorizontally || options.flipsVertically
            isResized = dimensions != nil || scale != 1 || least != nil || isFlipped
        }

        private static func side(_ side: Int, _ factor: Double) throws -> ImageURL.Dimension? {
            side == 0 ? nil : .pixels(max(1, try pixels(side, factor)))
        }

        private static func pixels(_ side: Int, _ factor: Double) throws -> Int {
            let pixels = (Double(side) * factor).rounded()
            guard pixels <= Double(ImgproxyOptions.longestSide) else {
                let text = ParameterText.text(pixels)
                throw BoundedCropError(.invalidURL, "a side of \(text) pixels exceeds \(ImgproxyOptions.longestSide)")
            }
            return Int(pixels)
        }

        /// The arguments of `extend` for the place of the picture on the box; nil if it has no words for it.
        func place(_ gravity: ImgproxyGravity, density: Double) -> [String]? {
            let horizontal: ImageURL.HorizontalAlignment
            let vertical: ImageURL.VerticalAlignment
            switch gravity.kind {
            case .place(let across, let down): (horizontal, vertical) = (across ?? .center, down ?? .middle)
            case .point:
                guard [0, 0.5, 1].contains(gravity.x), [0, 0.5, 1].contains(gravity.y) else { return nil }
                let (across, down): ([ImageURL.HorizontalAlignment], [ImageURL.VerticalAlignment])
                (across, down) = ([.left, .center, .right], [.top, .middle, .bottom])
                (horizontal, vertical) = (across[Int(gravity.x * 2)], down[Int(gravity.y * 2)])
            case .smart, .objects: return nil
            }
            var (x, y) = (0.0, 0.0)
            if case .place = gravity.kind {
                x = offset(gravity.x, along: dimensions?.width, density)
                y = offset(gravity.y, along: dimensions?.height, density)
                // Nothing is placed outside the box.
                if horizontal != .center { x = max(0, x) }
                if vertical != .middle { y = max(0, y) }
            }
            if x == 0, y == 0, horizontal == .center, vertical == .middle { return [] }
            let names = [horizontal.rawValue, vertical.rawValue]
            return x == 0 && y == 0 ? names : names + [ParameterText.text(x), ParameterText.text(y)]
        }

        private func offset(_ offset: Double, along side: ImageURL.Dimension?, _ density: Double) -> Double {
            if abs(offset) >= 1 {
                let longest = Double(ImgproxyOptions.longestSide)
                return min(max((offset * density).rounded(), -longest), longest)
            }
            guard case .pixels(let pixels)? = side else { return 0 }
            return (offset * Double(pixels)).rounded()
        }
    }
}

extension ImgproxyOptions.Watermark {
    /// The arguments of the filter.
    ///
    /// - Parameter picture: As an argument of a filter.
    func arguments(picture: String, density: Double) -> String {
        let place = ImgproxyGravity.places.first { $0.name == position }
        let across = coordinate(x, isFar: place?.horizontal == .right, isNear: place?.horizontal == .left, density)
        let down = coordinate(y, isFar: place?.vertical == .bottom, isNear: place?.vertical == .top, density)
        let transparency = ParameterText.text((1 - opacity) * 100)
        let percent = ParameterText.text(max(scale * 100, 0.01))
        let size = scale > 0 ? ",\(percent),\(percent)" : ""
        return "\(picture),\(across),\(down),\(transparency)\(size)"
    }

    private func coordinate(_ offset: Double, isFar: Bool, isNear: Bool, _ density: Double) -> String {
        if position == "re" { return "repeat" }
        guard isFar || isNear else { return "center" }
        if offset >= 1 {
            return (isFar ? "-" : "") + ParameterText.text(min((offset * density).rounded(), Double(ImgproxyOptions.longestSide)))
        }
        // Percent that round to no pixels: from the far edge, 0 cannot be said otherwise.
        if offset == 0 { return isFar ? "-0.0001p" : "0" }
        return (isFar ? "-" : "") + ParameterText.percent(offset)
    }
}
