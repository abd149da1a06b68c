internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// Makes the request of the service from imgproxy's options.
///
/// imgproxy trims, turns, crops, scales, cuts to the size, filters, extends, pads and marks, in this order. What the service cannot do in one
/// go becomes a chain of requests.
struct ImgproxyRequest {
    private(set) var options: ImgproxyOptions
    private let settings: DialectSettings
    /// What the service keeps of metadata.
    private let kept: MetadataSelection.Extent
    private var request = RenderRequest()
    private var delivery = Delivery()

    /// Throws `invalidURL` for options that contradict each other or the service's limits.
    init(_ options: ImgproxyOptions, settings: DialectSettings, kept: MetadataSelection.Extent) throws {
        (self.options, self.settings, self.kept) = (options, settings, kept)
        if options.isRaw { delivery.isRaw = true } else { try makePicture() }
        if options.isInfo { request.answer = .plan }
        if options.expiry > 0 { delivery.expiry = options.expiry }
        (delivery.fileName, delivery.isAttachment) = (options.fileName, options.isAttachment)
    }

    /// The request for a picture.
    func request(for image: String) -> DialectRequest { DialectRequest(image, request, delivery) }

    /// The stage that is being made.
    private var stage: RenderRequest.Stage {
        get { request.last }
        set { request.last = newValue }
    }

    private mutating func makePicture() throws {
        stage.trim = options.trim
        let box = try Box(options)
        if options.turn != 0 {
            add(.effect(.turn(degrees: Double(options.turn))))
            if box.isResized || options.crop != nil || options.cropAspect != nil { beginNext() }
        }
        try addCrop(box)
        try addSize(box)
        addPixels(box)
        addFile()
    }

    /// Ends a stage, whose result is the picture of the next one.
    private mutating func beginNext() {
        request.earlier.append(stage)
        stage = RenderRequest.Stage()
    }

    private mutating func add(_ step: RenderStep) { stage.steps.append(step) }

    // MARK: Crop

    private mutating func addCrop(_ box: Box) throws {
        var crop = options.crop ?? ImgproxyOptions.Crop()
        if let aspect = options.cropAspect {
            if crop.width == 0, crop.height == 0 {
                stage.target.aspect = AspectRatio(width: aspect.ratio, height: 1)
                try stage.crop.place(crop.gravity ?? options.gravity)
                return endCrop(box)
            } else if crop.width >= 1, crop.height >= 1 {
                crop.take(aspect)
            } else {
                options.ignore("crop_aspect_ratio")
            }
        }
        guard crop.width > 0 || crop.height > 0 else { return }
        stage.crop.window = RenderRequest.Lengths(x: Self.length(crop.width), y: Self.length(crop.height))
        try stage.crop.place(crop.gravity ?? options.gravity, inPixels: true)
        endCrop(box)
    }

    private mutating func endCrop(_ box: Box) {
        if box.isResized { beginNext() }
    }

    private static func length(_ side: Double) -> RenderRequest.Length {
        // The smallest share that is not 0, which is the whole side.
        side >= 1 || side == 0 ? .pixels(side.rounded(.down)) : .share(max(side, 1e-6))
    }

    // MARK: Size

    private mutating func addSize(_ box: Box) throws {
        guard box.isResized else {
            // Where nothing is cut off, only data about faces needs the gravity.
            if options.isInfo, options.crop == nil, options.gravity.isSmart { try stage.crop.place(options.gravity) }
            return
        }
        let gravity = options.gravity.mirrored(horizontally: options.flipsHorizontally, vertically: options.flipsVertically)
        if gravity.hasPixels, box.cuts {
            // Offsets are in pixels of the scaled picture, so it is scaled before it is cut.
            stage.target.fit = RenderRequest.FitIn(isFull: true)
            stage.target.dimensions = box.dimensions ?? RenderRequest.Dimensions()
            stage.target.density = box.density
            stage.target.multiply(by: box.scale)
            if !options.enlarges { stage.target.upscaling = .never }
            beginNext()
        }
        stage.target.dimensions = box.dimensions ?? RenderRequest.Dimensions()
        stage.target.dimensions.flipsHorizontally = options.flipsHorizontally
        stage.target.dimensions.flipsVertically = options.flipsVertically
        addResizing(box)
        stage.target.density = box.density
        stage.target.multiply(by: box.scale)
        if let least = box.least { stage.target.least = least }
        if box.cuts || options.isInfo && gravity.isSmart {
            let isScaled = gravity.hasPixels && !options.flipsHorizontally && !options.flipsVertically
            try stage.crop.place(gravity, density: box.lengthScale, inPixels: box.cuts && isScaled)
        }
        addObjects(gravity, box)
    }

    private mutating func addResizing(_ box: Box) {
        guard box.dimensions != nil else { return }
        switch options.resizing {
        case .fit:
            stage.target.fit = RenderRequest.FitIn()
            if options.enlarges { stage.target.upscaling = .always }
        case .auto:
            stage.target.fitsOtherOrientations = true
            stage.target.upscaling = options.enlarges ? .always : .never
        case .fill, .fillDown:
            guard !options.enlarges else { break }
            let keepsAspect = options.resizing == .fillDown && options.width > 0 && options.height > 0
            stage.target.upscaling = keepsAspect ? .neverAtAspect : .never
        case .force:
            stage.target.stretches = true
            if !options.enlarges { stage.target.upscaling = .neverAtAspect }
        }
    }

    private mutating func addObjects(_ gravity: ImgproxyGravity, _ box: Box) {
        guard let factor = options.objectsFactor else { return }
        guard box.cuts else { return options.ignore("crop_objects") }
        if !gravity.isSmart {
            (stage.crop.detects, stage.crop.fallback) = (true, .center)
        }
        stage.crop.zoom = 1 / factor
    }

    // MARK: Pixels

    private mutating func addPixels(_ box: Box) {
        if options.brightness != 0 { add(.effect(.brightness(options.brightness / 2.55))) }
        // The service's contrast is squared.
        if options.contrast != 1 { add(.effect(.contrast((options.contrast.squareRoot() - 1) * 100))) }
        if options.saturation != 1 { add(.effect(.saturation(options.saturation))) }
        if options.hidesFaces { add(.effect(.redact(.blur))) }
        if let blur = options.blur { add(.effect(.gaussianBlur(sigma: blur))) }
        if let sharpening = options.sharpening { add(.effect(.sharpen(amount: 1, radius: sharpening, luminanceOnly: true))) }
        if options.pixelSize > 1 { add(.effect(.pixelate(side: options.pixelSize))) }
        if let (percent, color) = options.overlay {
            add(.effect(.colorize(red: percent, green: percent, blue: percent, towards: color)))
        }
        addGround(box)
        if let padding = options.padding, padding.contains(where: { $0 > 0 }) {
            let range = 0...ImgproxyOptions.longestSide
            let sides = padding.map { Int(Double($0) * box.lengthScale, within: range, rounded: .toNearestOrEven) }
            add(.effect(.border(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])))
        }
        if var background = options.background, options.backgroundAlpha > 0 {
            background.alpha = Double(Int(options.backgroundAlpha * 255, within: 0...255)) / 255
            add(.background(background))
        }
        addWatermark(box)
    }

    private mutating func addGround(_ box: Box) {
        if let extend = options.extendAspect, options.extend == nil {
            // A picture that is enlarged into the box has one of its sides.
            guard options.enlarges, options.width > 0, options.height > 0, let fill = box.fill(extend.gravity)
            else { return options.ignore("extend_aspect_ratio") }
            return add(.fill(fill))
        }
        guard let extend = options.extend, box.dimensions != nil else { return }
        guard let fill = box.fill(extend.gravity) else { return options.ignore("extend") }
        add(.fill(fill))
    }

    private mutating func addWatermark(_ box: Box) {
        guard let mark = options.watermark else { return }
        guard let picture = options.watermarkPicture ?? settings.imgproxyWatermark, !picture.isEmpty else {
            return options.ignore("watermark")
        }
        add(.watermark(mark.watermark(picture: ImgproxySource.withoutLocalScheme(picture), density: box.lengthScale)))
    }

    // MARK: File

    private mutating func addFile() {
        let quality = options.quality > 0 ? options.quality : options.format.flatMap { options.formatQualities[$0] } ?? 0
        if quality > 0 { request.output.quality = quality }
        // Without a format, it is only known with the client's request.
        if options.quality == 0, options.format == nil, !options.formatQualities.isEmpty { options.ignore("format_quality") }
        let mayBeSkipped = options.format.map { options.skippedFormats.contains($0) } ?? !options.skippedFormats.isEmpty
        if mayBeSkipped { options.ignore("skip_processing") }
        request.output.format = options.format
        if (1...1_000_000_000).contains(options.maximumBytes) { request.output.maximumBytes = options.maximumBytes }
        request.output.frame = options.frame ?? (options.isStill ? 1 : nil)
        request.output.isProgressive = options.isProgressive && (options.format ?? .jpeg) == .jpeg
        request.output.isLossless = options.isLossless && options.format == .webp
        // Without a format, a lossless file of another one may follow.
        if options.isLossless, options.format == nil { options.ignore("webp_options") }
        if options.stripsMetadata == false, kept < .everything { options.ignore("strip_metadata") }
        if options.keepsCopyright == true, kept < .rights { options.ignore("keep_copyright") }
        // As in imgproxy, the copyright is kept unless the URL says otherwise.
        let keepsCopyright = options.keepsCopyright ?? true
        let strips = options.stripsMetadata ?? (kept < .everything && !keepsCopyright)
        if strips { request.output.metadata = keepsCopyright ? .rights : .nothing }
        request.output.convertsToSRGB = options.stripsProfile
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
        var dimensions: RenderRequest.Dimensions?
        /// What the size is multiplied by.
        var scale = 1.0
        /// What it is multiplied by besides, as far as the picture is not enlarged for it.
        var density = 1.0
        /// What lengths in pixels are multiplied by, besides what is left of the density.
        var lengthScale = 1.0
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
                let open: RenderRequest.Dimension = isForced ? .original : .proportional
                dimensions = RenderRequest.Dimensions(
                    width: try Self.side(options.width, isStretched ? options.zoomX : 1, across) ?? open,
                    height: try Self.side(options.height, isStretched ? options.zoomY : 1, down) ?? open
                )
                // Only the ground, what is cut off, the least sides and lengths in pixels show how much of the density is left.
                let isExtended = options.extend != nil || options.extendAspect != nil || options.hasLengthsAround
                let isWhole = options.resizing == .fit && !isExtended && options.minimumWidth + options.minimumHeight == 0
                density = options.enlarges || isWhole ? 1 : options.density
                scale = (isStretched ? 1 : options.zoomX) * options.density / density
                lengthScale = options.density / density
                cuts = options.width > 0 && options.height > 0 && options.resizing != .fit && !isForced
            } else {
                scale = options.enlarges ? across : min(across, 1)
                lengthScale = options.enlarges ? options.density : min(options.density, max(1, 1 / options.zoomX))
            }
            guard (0.001...100).contains(scale) else {
                throw BoundedCropError(.invalidURL, "zoom and dpr multiply the size by \(ParameterText.text(scale)), not by 0.001 to 100")
            }
            if options.minimumWidth > 0 || options.minimumHeight > 0 {
                func side(_ side: Int) throws -> Int { try Self.pixels(side, options.density / density, options.density) }
                least = PixelSize(width: try side(options.minimumWidth), height: try side(options.minimumHeight))
            }
            let isFlipped = options.flipsHorizontally || options.flipsVertically
            isResized = dimensions != nil || scale != 1 || least != nil || isFlipped
        }

        private static func side(_ side: Int, _ factor: Double, _ all: Double) throws -> RenderRequest.Dimension? {
            let pixels = try pixels(side, factor, all)
            return side == 0 ? nil : .pixels(max(1, pixels))
        }

        /// A side with one factor. Throws `invalidURL` if it exceeds the limit with all of them.
        private static func pixels(_ side: Int, _ factor: Double, _ all: Double) throws -> Int {
            let most = (Double(side) * max(factor, all)).rounded()
            guard most <= Double(ImgproxyOptions.longestSide) else {
                let text = ParameterText.text(most)
                throw BoundedCropError(.invalidURL, "a side of \(text) pixels exceeds \(ImgproxyOptions.longestSide)")
            }
            return Int(Double(side) * factor, within: 0...ImgproxyOptions.longestSide)
        }

        /// The box with the picture at its place; nil if it cannot be placed there.
        func fill(_ gravity: ImgproxyGravity) -> BoxFill? {
            let horizontal: RenderRequest.HorizontalAlignment
            let vertical: RenderRequest.VerticalAlignment
            switch gravity.kind {
            case .place(let across, let down): (horizontal, vertical) = (across ?? .center, down ?? .middle)
            case .point:
                guard [0, 0.5, 1].contains(gravity.x), [0, 0.5, 1].contains(gravity.y) else { return nil }
                let (across, down): ([RenderRequest.HorizontalAlignment], [RenderRequest.VerticalAlignment])
                (across, down) = ([.left, .center, .right], [.top, .middle, .bottom])
                (horizontal, vertical) = (across[Int(gravity.x * 2)], down[Int(gravity.y * 2)])
            case .smart, .objects: return nil
            }
            var (x, y) = (0.0, 0.0)
            if case .place = gravity.kind {
                x = offset(gravity.x, along: dimensions?.width)
                y = offset(gravity.y, along: dimensions?.height)
                // Nothing is placed outside the box.
                if horizontal != .center { x = max(0, x) }
                if vertical != .middle { y = max(0, y) }
            }
            let limit = -65_535...65_535
            return BoxFill(.color(.clear), horizontal, vertical, offset: (Int(x, within: limit), Int(y, within: limit)))
        }

        private func offset(_ offset: Double, along side: RenderRequest.Dimension?) -> Double {
            if abs(offset) >= 1 {
                let longest = Double(ImgproxyOptions.longestSide)
                return min(max((offset * lengthScale).rounded(), -longest), longest)
            }
            guard case .pixels(let pixels)? = side else { return 0 }
            return (offset * Double(pixels) * scale).rounded()
        }
    }
}

extension ImgproxyOptions {
    /// Whether there are lengths in pixels after the picture is sized.
    fileprivate var hasLengthsAround: Bool {
        padding?.contains { $0 > 0 } ?? false || watermark.map { max($0.x, $0.y) >= 1 } ?? false
    }
}

extension ImgproxyOptions.Watermark {
    /// The mark with a picture.
    func watermark(picture: String, density: Double) -> BoundedCropRendering.Watermark {
        let place = ImgproxyGravity.places.first { $0.name == position }
        var mark = BoundedCropRendering.Watermark(
            picture,
            x: coordinate(x, isFar: place?.horizontal == .right, isNear: place?.horizontal == .left, density),
            y: coordinate(y, isFar: place?.vertical == .bottom, isNear: place?.vertical == .top, density),
            alpha: opacity
        )
        if scale > 0 { (mark.widthPercent, mark.heightPercent) = (max(scale * 100, 0.01), max(scale * 100, 0.01)) }
        return mark
    }

    private func coordinate(
        _ offset: Double,
        isFar: Bool,
        isNear: Bool,
        _ density: Double
    ) -> BoundedCropRendering.Watermark.Position {
        if position == "re" { return .repeated }
        guard isFar || isNear else { return .center }
        if offset == 0 { return isFar ? .far : .pixels(0) }
        guard offset >= 1 else { return .percent(isFar ? -offset * 100 : offset * 100) }
        let pixels = Int(offset * density, within: 0...ImgproxyOptions.longestSide)
        return .pixels(isFar ? -pixels : pixels)
    }
}
