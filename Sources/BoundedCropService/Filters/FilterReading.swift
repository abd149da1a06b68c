internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering
internal import CLibrary

/// What the filters of one stage of a URL say. If two set the same value, the last one counts.
struct FilterReading {
    var stage: RenderRequest.Stage
    var output = RenderRequest.Output()
    var delivery = Delivery()
    /// The names of unknown filters, in the URL's order.
    var unknown: [String] = []
    /// The part of the picture that `region` cuts out.
    private var region: RenderRequest.Region?

    /// Adds filters to a stage.
    ///
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    init(_ stage: RenderRequest.Stage, _ calls: [FilterCall]) throws {
        self.stage = stage
        for call in calls {
            if let reader = Self.readers[call.name] { try reader(&self, call) } else { unknown.append(call.name) }
        }
        if let region { self.stage.cuts.append(region) }
        let target = self.stage.target
        let hasOpenSide = target.dimensions.width == .proportional || target.dimensions.height == .proportional
        self.stage.target.roundsLikeThumbor = target.fit != nil && (hasOpenSide || target.upscaling == .always)
        if self.stage.crop.alignmentFill != nil, self.stage.crop.alignment == nil {
            throw BoundedCropError(.invalidFilter, "the filter align_fill needs align")
        }
    }

    typealias Reader = @Sendable (inout FilterReading, FilterCall) throws -> Void

    /// The reader of each filter, by name.
    static let readers: [String: Reader] = [crop, target, file, pixels, effects, options].reduce(into: [:]) { readers, group in
        readers.merge(group) { first, _ in first }
    }

    /// The crop options that mean the same in a URL as everywhere: those without a filter below. That nothing is detected is said by a URL
    /// without `smart`, a given crop by the manual one or `region`, and a URL has one picture, not one for each face.
    private static let options = Dictionary(
        uniqueKeysWithValues: CropOption.all.filter { !wordless.contains($0.name) }.map { option -> (String, Reader) in
            (option.name.replacing("-", with: "_"), { try $0.set(option, $1) })
        }
    )

    private static let wordless: Set = [CropOption.noBounding.name, CropOption.rectangle.name, CropOption.eachFace.name]

    /// Where the picture is cropped, besides.
    private static let crop: [String: Reader] = [
        "zoom": { reading, call in
            // Stored URLs have a limit of upscaling as a second argument, which no longer changes the crop.
            let arguments = try FilterArguments(call, count: 1...2)
            reading.stage.crop.zoom = try arguments.number(0, in: 0.001...1)
            if arguments.has(1), arguments.texts[1] != "any" { _ = try arguments.number(1, in: 0.01...100) }
        },
        "detector": { $0.stage.crop.detector = try detector($1) },
        "focal": { $0.stage.crop.focalRegions.append(try focalRegion($1)) },
        "focal_point": { $0.stage.crop.focalPoint = try lengths($1) },
        "offset": { $0.stage.crop.offset = try lengths($1) },
        "window": { reading, call in
            let arguments = try FilterArguments(call, count: 2...2)
            reading.stage.crop.window = RenderRequest.Lengths(x: try arguments.size(0), y: try arguments.size(1))
        },
        "magnify": { $0.stage.crop.magnification = max(1, try FilterArguments($1, count: 1...1).number(0, in: 0.01...100)) },
        "tightness": { $0.stage.crop.tightness = try FilterArguments($1, count: 1...1).number(0, in: 0...1) },
        "face": { $0.stage.crop.rank = try FilterArguments($1, count: 1...1).integer(0, in: 1...1000) },
        // These have already changed the URL: see ImageURL.withPresetSize(_:) and extractingFocalRegion().
        "preset": { _, call in _ = try FilterArguments(call, count: 1...1) },
        "extract_focal": { _, call in _ = try FilterArguments(call, count: 0...0) },
    ]

    /// The size of the result, and the part that is used.
    private static let target: [String: Reader] = [
        "region": { reading, call in
            let arguments = try FilterArguments(call, count: 4...4)
            reading.region = RenderRequest.Region(
                x: try arguments.length(0),
                y: try arguments.length(1),
                width: try arguments.size(2),
                height: try arguments.size(3)
            )
        },
        "aspect": { $0.stage.target.aspect = try aspect($1) },
        "scale": { $0.stage.target.scale = try FilterArguments($1, count: 1...1).number(0, in: 0.001...100) },
        "density": { $0.stage.target.density = try FilterArguments($1, count: 1...1).number(0, in: 0.001...100) },
        "auto_fit": { $0.stage.target.fitsOtherOrientations = try isThere($1) },
        "at_least": { reading, call in
            let arguments = try FilterArguments(call, count: 2...2)
            let sides = (try arguments.integer(0, in: 0...65_535), try arguments.integer(1, in: 0...65_535))
            reading.stage.target.least = PixelSize(width: sides.0, height: sides.1)
        },
        "max_pixels": { $0.stage.target.maximumPixels = try FilterArguments($1, count: 1...1).integer(0, in: 1...1_000_000_000) },
        "stretch": { $0.stage.target.stretches = try isOn($1) },
        "upscale": { $0.stage.target.upscaling = try isOn($1) ? .always : .crops },
        "no_upscale": { reading, call in
            switch call.arguments {
            case ["aspect"]: reading.stage.target.upscaling = .neverAtAspect
            case ["refuse"]: reading.stage.target.upscaling = .refused
            default: reading.stage.target.upscaling = try isOn(call) ? .never : .crops
            }
        },
    ]

    /// The file, and how it is delivered.
    private static let file: [String: Reader] = [
        // 0 is thumbor's worst quality, which the codecs call 1.
        "quality": { $0.output.quality = max(1, try FilterArguments($1, count: 1...1).integer(0, in: 0...100)) },
        "format": { $0.output.format = try format($1) },
        "max_bytes": { $0.output.maximumBytes = try FilterArguments($1, count: 1...1).integer(0, in: 1...1_000_000_000) },
        "still": { $0.output.frame = try isThere($1) ? 1 : nil },
        "cover": { $0.output.frame = try isThere($1) ? 1 : nil },
        "placeholder": { $0.output.hasPlaceholder = try isThere($1) },
        "strip_exif": { $0.output.metadata = try metadata($1) },
        "strip_icc": { $0.output.convertsToSRGB = try isThere($1) },
        "max_age": { $0.delivery.maximumAge = try FilterArguments($1, count: 1...1).integer(0, in: 0...1_000_000_000) },
        "expires": { $0.delivery.expiry = try FilterArguments($1, count: 1...1).integer(0, in: 0...Delivery.latestExpiry) },
        // All of the argument, since names may have commas.
        "filename": { reading, call in
            reading.delivery.fileName = call.argumentText.trimmingSpaces()
            try reading.delivery.check()
        },
        "attachment": { $0.delivery.isAttachment = try isThere($1) },
        "raw": { $0.delivery.isRaw = try isThere($1) },
    ]

    /// The steps with a form of their own.
    private static let pixels: [String: Reader] = [
        "blur": { $0.stage.steps.append(.effect(GaussianBlur(sigma: try sigma($1)))) },
        "round_corner": { $0.stage.steps.append(.corners(try corners($1))) },
        "background_color": { $0.stage.steps.append(.background(try FilterArguments($1, count: 1...1).color(0))) },
        "fill": { $0.stage.steps.append(.fill(try fill($1))) },
        "extend": { $0.stage.steps.append(.fill(try extend($1))) },
        "proportion": { $0.stage.steps.append(.proportion(try FilterArguments($1, count: 1...1).number(0, in: 0.0001...1))) },
        "watermark": { $0.stage.steps.append(.watermark(try watermark($1))) },
        "redact": { $0.stage.steps.append(try redaction($1)) },
        "redact_oval": { $0.stage.steps.append(try redaction($1)) },
        "mask": { $0.stage.steps.append(.mask(try FilterArguments($1, count: 1...1).texts[0])) },
    ]

    /// The steps that are written as in the effects' own language.
    static let effectNames = Set(EffectForm.ofPixels.map { $0.name.replacing("-", with: "_") }).subtracting(pixels.keys)

    private static let effects = Dictionary(
        uniqueKeysWithValues: effectNames.map { name -> (String, Reader) in (name, { $0.stage.steps.append(try effect($1)) }) }
    )
}

// MARK: Values

extension FilterReading {
    /// True without an argument or with `true`.
    private static func isOn(_ call: FilterCall) throws -> Bool {
        let arguments = try FilterArguments(call, count: 0...1)
        return arguments.has(0) ? try arguments.flag(0) : true
    }

    /// True. Throws for any argument.
    private static func isThere(_ call: FilterCall) throws -> Bool { try FilterArguments(call, count: 0...0).texts.isEmpty }

    private static func lengths(_ call: FilterCall) throws -> RenderRequest.Lengths {
        let arguments = try FilterArguments(call, count: 2...2)
        return RenderRequest.Lengths(x: try arguments.length(0), y: try arguments.length(1))
    }

    /// Sets a crop option. As in other filters, `20p` is 20 percent.
    private mutating func set(_ option: CropOption, _ call: FilterCall) throws {
        let words = call.arguments.map { word in
            word.hasSuffix("p") && Double(word.dropLast()) != nil ? word.dropLast() + "%" : word
        }
        do {
            try option.setting(words.joined(separator: ",")).apply(to: &stage)
        } catch let error as BoundedCropError {
            throw FilterArguments.failure(call, "is not possible: \(error.message)")
        }
    }

    private static func detector(_ call: FilterCall) throws -> String {
        // The name may contain commas, which separate several detectors.
        let name = call.argumentText
        guard !name.isEmpty else { throw FilterArguments.failure(call, "names no detector") }
        try BuiltInDetectors.checkLength(of: name)
        return name
    }

    /// As in imagor, numbers with a point are shares of the sides, and a point of the picture is a region too.
    private static func focalRegion(_ call: FilterCall) throws -> RenderRequest.Region {
        let text = call.argumentText[...]
        if let crop = try? ImageURL.ManualCrop(segment: text), let region = crop.region { return region }
        if let region = RenderRequest.Region(shares: text) { return region }
        let point = call.arguments.compactMap { RenderRequest.Length(point: $0) }
        guard point.count == 2, call.arguments.count == 2 else {
            throw FilterArguments.failure(call, "needs a rectangle LEFTxTOP:RIGHTxBOTTOM, such as 10x10:60x80, or a point X,Y")
        }
        return RenderRequest.Region(x: point[0], y: point[1], width: .pixels(1), height: .pixels(1))
    }

    private static func aspect(_ call: FilterCall) throws -> AspectRatio {
        guard let aspect = AspectRatio(call.argumentText) else {
            throw FilterArguments.failure(call, "needs two numbers such as 16:9")
        }
        return aspect
    }

    private static func metadata(_ call: FilterCall) throws -> MetadataSelection.Extent {
        switch try FilterArguments(call, count: 0...1).texts.first {
        case nil, "": .nothing
        case "except_rights": .rights
        default: throw FilterArguments.failure(call, "takes nothing or except_rights, which leaves creator, copyright and licence")
        }
    }

    private static func format(_ call: FilterCall) throws -> ImageFormat {
        let name = try FilterArguments(call, count: 1...1).texts[0].lowercased()
        guard let format = ImageFormat(writableNamed: name) else {
            throw FilterArguments.failure(call, "names an unsupported output format; supported are \(ImageFormat.writableNames)")
        }
        return format
    }
}

// MARK: Steps

extension FilterReading {
    /// The step of a call in the effects' own language. Throws `invalidFilter`.
    private static func effect(_ call: FilterCall) throws -> RenderStep {
        do {
            let step = RenderStep.effect(try EffectExpression.effect(named: call.name.replacing("_", with: "-"), call.arguments))
            try step.check()
            return step
        } catch let error as BoundedCropError {
            let reason = (error.underlying as? BoundedCropError ?? error).message
            throw BoundedCropError(.invalidFilter, "the filter \(call) cannot be applied: \(reason)", underlying: error)
        }
    }

    /// `redact([STYLE[,MARGIN]])`, and imagor's `redact([MODE[,STRENGTH]])` and `redact_oval`. How strongly faces are hidden does not depend on
    /// imagor's strength: a number above any sensible margin is one, and the margin is then the usual one.
    private static func redaction(_ call: FilterCall) throws -> RenderStep {
        let arguments = try FilterArguments(call, count: 0...2)
        let largestMargin = 3.0
        var texts = arguments.has(0) ? arguments.texts : ["blur"] + arguments.texts.dropFirst()
        if arguments.has(1) {
            if try arguments.number(1, in: 0...1000) > largestMargin { texts.removeLast() }
        } else {
            texts = [texts[0]]
        }
        return try effect(FilterCall(name: "redact", argumentText: texts.joined(separator: ",")))
    }

    /// `blur(RADIUS[,SIGMA])`: a Gaussian kernel cut off after RADIUS pixels; SIGMA defaults to the radius if missing or 0.
    ///
    /// It is replaced by the full Gaussian with the same variance. As in thumbor, radii above 150 count as 150.
    private static func sigma(_ call: FilterCall) throws -> Double {
        let arguments = try FilterArguments(call, count: 1...2)
        let radius = min(try arguments.number(0, in: 0...1e6).rounded(), EffectBounds.largestBlur)
        let given = arguments.has(1) ? try arguments.number(1, in: 0...1e6) : 0
        return sigma(radius: Int(radius, within: 0...150), given: given == 0 ? nil : given)
    }

    /// The standard deviation of a Gaussian kernel cut off on both sides.
    ///
    /// - Parameter given: That of the kernel before it is cut off; nil for the radius.
    static func sigma(radius: Int, given: Double? = nil) -> Double {
        guard radius > 0 else { return 0 }
        let sigma = given ?? Double(radius)
        var (sum, squares) = (0.0, 0.0)
        for x in -radius...radius {
            let distance = Double(x * x)
            let weight = exp(-distance / (2 * sigma * sigma))
            sum += weight
            squares += weight * distance
        }
        let deviation = (squares / sum).squareRoot()
        // If the square of sigma underflows to 0, no weights remain.
        return deviation.isFinite ? deviation : 0
    }

    /// `round_corner(A[|B][,R,G,B[,TRANSPARENT]])`: corners of radius A, or quarter ellipses of radii A and B. Outside is the color, or
    /// transparent if requested or if no color is given.
    private static func corners(_ call: FilterCall) throws -> RenderStep.Corners {
        let arguments = try FilterArguments(call, count: 1...5)
        let radii = arguments.texts[0].split(separator: "|", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard (1...2).contains(radii.count), radii.allSatisfy({ (0...65_535).contains($0) }) else {
            throw FilterArguments.failure(call, "needs one radius, or two as in 20|10, from 0 to 65535")
        }
        var corners = RenderStep.Corners(radius: radii[0], verticalRadius: radii.count == 2 ? radii[1] : nil)
        if arguments.texts.count == 1 { return corners }
        guard arguments.texts.count >= 4 else {
            throw FilterArguments.failure(call, "needs red, green and blue after the radius, or none of them")
        }
        let color = try arguments.levels(from: 1)
        let isTransparent = arguments.has(4) ? try arguments.flag(4) : false
        if !isTransparent { corners.outside = color }
        return corners
    }

    /// `fill(GROUND[,SHOWS_THROUGH[,LEFT,TOP,RIGHT,BOTTOM]])`, as in thumbor, with imagor's padding.
    private static func fill(_ call: FilterCall) throws -> BoxFill {
        let arguments = try FilterArguments(call, count: 1...6)
        var fill = BoxFill()
        fill.showsThrough = arguments.has(1) ? try arguments.flag(1) : false
        fill.ground = try ground(arguments)
        guard arguments.texts.count > 2 else { return fill }
        guard arguments.texts.count == 6 else { throw FilterArguments.failure(call, "takes no margin, or four: left, top, right, bottom") }
        var margins = BoxFill.Margins()
        let sides = [\BoxFill.Margins.left, \.top, \.right, \.bottom]
        for (index, side) in sides.enumerated() { margins[keyPath: side] = try arguments.integer(index + 2, in: 0...65_535) }
        fill.pad(margins)
        return fill
    }

    /// `extend(GROUND[,left|center|right,top|middle|bottom[,X,Y]])`: X and Y are pixels from the edge, or to the right and down from the
    /// center.
    private static func extend(_ call: FilterCall) throws -> BoxFill {
        let arguments = try FilterArguments(call, count: 1...5)
        let ground = try ground(arguments)
        guard arguments.texts.count > 1 else { return BoxFill(ground) }
        guard arguments.texts.count != 2, arguments.texts.count != 4 else {
            throw FilterArguments.failure(call, "takes a ground, then a position along both sides, then an offset along both")
        }
        let limit = 65_535
        var offset = (x: 0, y: 0)
        if arguments.texts.count == 5 {
            offset = (try arguments.integer(3, in: -limit...limit), try arguments.integer(4, in: -limit...limit))
        }
        return BoxFill(ground, try arguments.choice(1), try arguments.choice(2), offset: offset)
    }

    private static func ground(_ arguments: FilterArguments) throws -> Fill.Ground {
        switch arguments.texts[0] {
        case "auto": .average
        case "blur": .blur
        case "none": .color(.clear)
        default: .color(try arguments.color(0))
        }
    }

    /// `watermark(PICTURE,X,Y,TRANSPARENCY[,WIDTH[,HEIGHT]])`: another picture drawn over the crop.
    private static func watermark(_ call: FilterCall) throws -> Watermark {
        let arguments = try FilterArguments(call, count: 4...6)
        guard !arguments.texts[0].isEmpty else { throw FilterArguments.failure(call, "names no picture") }
        var watermark = Watermark(
            arguments.texts[0],
            x: try position(arguments, 1, near: "left", far: "right"),
            y: try position(arguments, 2, near: "top", far: "bottom"),
            // As in thumbor, more than 100 percent counts as 100.
            alpha: 1 - min(try arguments.number(3, in: 0...1e9), 100) / 100
        )
        func percent(_ index: Int) throws -> Double? {
            guard arguments.has(index), arguments.texts[index] != "none" else { return nil }
            return try arguments.number(index, in: 0.01...100)
        }
        (watermark.widthPercent, watermark.heightPercent) = (try percent(4), try percent(5))
        return watermark
    }

    /// As in thumbor; imagor also has words for the edges, and shares such as 0.25.
    private static func position(_ arguments: FilterArguments, _ index: Int, near: String, far: String) throws -> Watermark.Position {
        let text = arguments.texts[index]
        switch text {
        case near: return .pixels(0)
        case far: return .far
        case "center": return .center
        case "repeat": return .repeated
        default: break
        }
        let limit = Watermark.longestSide
        if text.hasSuffix("p"), let percent = Double(text.dropLast()), (-1000...1000).contains(percent) { return .percent(percent) }
        if let pixels = Int(text), (-limit...limit).contains(pixels) { return .pixels(pixels) }
        if text.contains("."), let share = ParameterText.number(text), abs(share) < 1 { return .percent(share * 100) }
        throw FilterArguments.failure(
            arguments.call,
            "expects pixels, percent such as 10p, a share such as 0.1, \(near), \(far), center or repeat, not “\(text)”"
        )
    }
}
