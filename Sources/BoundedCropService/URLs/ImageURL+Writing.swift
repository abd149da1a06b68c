internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

extension ImageURL {
    /// A request in thumbor's words, with four decimals.
    ///
    /// - Throws: `invalidArgument` for what it has no words for.
    init(_ request: RenderRequest, _ delivery: Delivery, image: String) throws {
        self.init(image: image)
        earlier = try request.earlier.map { stage in
            var url = ImageURL(image: "")
            try url.write(stage)
            return url
        }
        try write(request.last)
        (isMeta, isDebug) = (request.answer == .plan, request.answer == .overlay)
        try write(request.output)
        write(delivery)
    }

    private mutating func add(_ name: String, _ arguments: String...) {
        filters.append(FilterCall(name: name, argumentText: arguments.joined(separator: ",")))
    }

    private mutating func write(_ stage: RenderRequest.Stage) throws {
        trim = stage.trim
        var cuts = stage.cuts[...]
        if let crop = cuts.first.flatMap(ManualCrop.init) {
            manualCrop = crop
            cuts.removeFirst()
        }
        if let cut = cuts.popFirst() {
            add("region", cut.x.filterText, cut.y.filterText, cut.width.filterText, cut.height.filterText)
        }
        guard cuts.isEmpty else { throw Self.wordless("several cuts in one request") }
        guard stage.crop.rectangle == nil else { throw Self.wordless("a crop that is brought to a shape; cuts are exact") }
        try write(stage.crop)
        write(stage.target)
        for step in stage.steps { filters.append(try FilterCall(step)) }
    }

    private mutating func write(_ target: RenderRequest.Target) {
        if target.dimensions != RenderRequest.Dimensions() { dimensions = target.dimensions }
        fitIn = target.fit
        if target.stretches { add("stretch") }
        if let aspect = target.aspect { add("aspect", aspect.description) }
        if target.scale != 1 { add("scale", ParameterText.text(target.scale)) }
        if target.density != 1 { add("density", ParameterText.text(target.density)) }
        if target.fitsOtherOrientations { add("auto_fit") }
        if target.least != PixelSize(width: 0, height: 0) { add("at_least", String(target.least.width), String(target.least.height)) }
        if let pixels = target.maximumPixels { add("max_pixels", String(pixels)) }
        switch target.upscaling {
        case .crops: break
        case .never: add("no_upscale")
        case .neverAtAspect: add("no_upscale", "aspect")
        case .refused: add("no_upscale", "refuse")
        case .always: add("upscale")
        }
    }

    private mutating func write(_ crop: RenderRequest.Crop) throws {
        if crop.eachFace != nil { throw Self.wordless("a picture for each face") }
        let standard = RenderRequest.Crop()
        isSmart = crop.detects
        (horizontalAlignment, verticalAlignment) = (crop.horizontalAlignment, crop.verticalAlignment)
        if crop.scheme != standard.scheme { add("scheme", crop.scheme.rawValue) }
        if let kept = crop.kept { add("keep", kept.text) }
        if let padding = crop.padding { add("padding", padding.description.replacing("%", with: "p")) }
        if let zoom = crop.zoom { add("zoom", ParameterText.text(zoom)) }
        if let tightness = crop.tightness { add("tightness", ParameterText.text(tightness)) }
        if crop.placement != standard.placement { add("placement", crop.placement.rawValue) }
        if crop.rotatesToFaces { add("auto_rotate") }
        if let rank = crop.rank { add("face", String(rank)) }
        if let alignment = crop.alignment { add("align", alignment.text.replacing("%", with: "p")) }
        if let fill = crop.alignmentFill { add("align_fill", ParameterText.digits(fill)) }
        if let detector = crop.detector { add("detector", detector) }
        if crop.usesEmbeddedRegions { add("embedded_regions") }
        if crop.limits.minimumConfidence != standard.limits.minimumConfidence {
            add("min_confidence", ParameterText.text(crop.limits.minimumConfidence))
        }
        if let least = crop.limits.minimumSize { add("min_face", ParameterText.text(least)) }
        if crop.limits.maximumCount != standard.limits.maximumCount { add("max_faces", String(crop.limits.maximumCount)) }
        if crop.hides != standard.hides { add("hide", crop.hides.rawValue) }
        if crop.accuracy != standard.accuracy { add("accuracy", crop.accuracy.rawValue) }
        if crop.fallback != standard.fallback { add("fallback", crop.fallback.rawValue) }
        if crop.requiresFeature { add("require_face") }
        for region in crop.places.map({ RenderRequest.Region(pixels: $0.rectangle) }) + crop.focalRegions { add("focal", region.focalText) }
        if let point = crop.focalPoint { add("focal_point", point.x.filterText, point.y.filterText) }
        if let offset = crop.offset { add("offset", offset.x.filterText, offset.y.filterText) }
        if let window = crop.window { add("window", window.x.filterText, window.y.filterText) }
        if crop.magnification != 1 { add("magnify", ParameterText.text(crop.magnification)) }
    }

    private mutating func write(_ output: RenderRequest.Output) throws {
        if let format = output.format { add("format", format.rawValue) }
        if let quality = output.quality { add("quality", String(quality)) }
        if let bytes = output.maximumBytes { add("max_bytes", String(bytes)) }
        if let frame = output.frame {
            guard frame == 1 else { throw Self.wordless("frame \(frame) of an animation") }
            add("still")
        }
        switch output.metadata {
        case .everything: break
        case .rights: add("strip_exif", "except_rights")
        case .nothing: add("strip_exif")
        }
        if output.convertsToSRGB { add("strip_icc") }
        if output.hasPlaceholder { add("placeholder") }
    }

    private mutating func write(_ delivery: Delivery) {
        if let age = delivery.maximumAge { add("max_age", String(age)) }
        if let expiry = delivery.expiry { add("expires", String(expiry)) }
        if let name = delivery.fileName { add("filename", name) }
        if delivery.isAttachment { add("attachment") }
        if delivery.isRaw { add("raw") }
    }

    fileprivate static func wordless(_ what: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "thumbor has no words for \(what)")
    }
}

extension ImageURL.ManualCrop {
    /// A rectangle in whole pixels; nil for another one, and for an empty one.
    fileprivate init?(_ region: RenderRequest.Region) {
        guard case (.pixels(let x), .pixels(let y)) = (region.x, region.y),
            case (.pixels(let width), .pixels(let height)) = (region.width, region.height)
        else { return nil }
        let edges = [x, y, x + width, y + height].map { Int(exactly: $0) ?? -1 }
        guard edges.allSatisfy({ (0...1_000_000_000).contains($0) }), edges[0] < edges[2], edges[1] < edges[3] else { return nil }
        self.init(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
    }
}

extension RenderRequest.Length {
    /// As filters read it: pixels, or percent with `p`.
    fileprivate var filterText: String {
        switch self {
        case .pixels(let pixels): ParameterText.text(pixels)
        case .share(let share): ParameterText.percent(share)
        }
    }
}

extension RenderRequest.Region {
    /// The argument of `focal`.
    fileprivate var focalText: String {
        if let crop = ImageURL.ManualCrop(self) { return "\(crop.left)x\(crop.top):\(crop.right)x\(crop.bottom)" }
        guard case (.share(let x), .share(let y), .share(let width), .share(let height)) = (x, y, width, height) else {
            // A point: the only other form.
            return [x, y].map(\.pointText).joined(separator: ",")
        }
        func text(_ share: Double) -> String { RenderRequest.Length.share(share).pointText }
        return "\(text(x))x\(text(y)):\(text(x + width))x\(text(y + height))"
    }
}

extension RenderRequest.Length {
    /// As imagor has coordinates: a share has a point.
    fileprivate var pointText: String {
        switch self {
        case .pixels(let pixels): return ParameterText.text(pixels)
        case .share(let share):
            let text = ParameterText.text(share)
            return text.contains(".") ? text : text + ".0"
        }
    }
}

extension FilterCall {
    /// A step as a filter.
    ///
    /// - Throws: `invalidArgument` for an effect that no filter has, and for a picture that no filter can name.
    fileprivate init(_ step: RenderStep) throws {
        switch step {
        case .effect(let effect): try self.init(effectText: step.call?.description ?? effect.cacheKey)
        case .corners(let corners):
            let radii = [corners.radius, corners.verticalRadius].compactMap(\.self).map { ParameterText.text($0) }
            let levels = corners.outside.map { [$0.red, $0.green, $0.blue].map { "," + String(Int($0 * 255, within: 0...255)) } } ?? []
            self.init("round_corner", radii.joined(separator: "|") + levels.joined())
        case .background(let color): self.init("background_color", ParameterText.digits(color))
        case .proportion(let share): self.init("proportion", ParameterText.text(share))
        case .fill(let fill): self.init(fill)
        case .watermark(let mark):
            let picture = try Self.argument(picture: mark.picture)
            let texts = [picture, mark.x.text(far: "right"), mark.y.text(far: "bottom"), ParameterText.text((1 - mark.alpha) * 100)]
            let sides = [mark.widthPercent, mark.heightPercent].map { $0.map { ParameterText.text($0) } ?? "none" }
            let given = sides[1] == "none" ? (sides[0] == "none" ? [] : [sides[0]]) : sides
            self.init(name: "watermark", argumentText: (texts + given).joined(separator: ","))
        case .mask(let picture): self.init("mask", try Self.argument(picture: picture))
        }
    }

    /// A picture's name or URL as an argument. Commas and brackets are escaped in a URL, where they mean the same.
    ///
    /// - Throws: `invalidArgument` for another name with any of these, and for one with spaces around it.
    private static func argument(picture: String) throws -> String {
        let special = ",()[]".unicodeScalars
        let isPlain = picture == picture.trimmingSpaces() && !picture.isEmpty && !picture.hasControlCharacters
        guard isPlain, ImageURL.scheme(of: picture) != nil || !picture.unicodeScalars.contains(where: special.contains) else {
            throw ImageURL.wordless("a picture with the name “\(picture)”")
        }
        return picture.unicodeScalars.map { special.contains($0) ? PercentEncoding.encoded(String($0), keeping: "") : String($0) }.joined()
    }

    /// A call in the effects' own language.
    private init(effectText text: String) throws {
        let name = String(text.prefix { $0 != "(" })
        guard FilterReading.readers[name.replacing("-", with: "_")] != nil, text.hasSuffix(")") else {
            throw ImageURL.wordless("the effect “\(text)”")
        }
        var (arguments, word) = ("", "")
        for character in text.dropFirst(name.count + 1) {
            guard ",;()[] ".contains(character) else {
                if character != "#" { word.append(character) }
                continue
            }
            arguments += (word.contains(".") ? Double(word).map { ParameterText.text($0) } : nil) ?? word
            arguments.append(character)
            word = ""
        }
        self.init(name: name.replacing("-", with: "_"), argumentText: String(arguments.dropLast()))
        // Without a last argument that is the usual one.
        let fewer = Array(self.arguments.dropLast())
        guard let shorter = try? EffectExpression.effect(named: name, fewer), RenderStep.effect(shorter).call?.description == text else {
            return
        }
        self.init(name: self.name, argumentText: fewer.joined(separator: ","))
    }

    private init(_ fill: BoxFill) {
        let ground =
            switch fill.ground {
            case .average: "auto"
            case .blur: "blur"
            case .color(let color): color == .clear ? "transparent" : ParameterText.digits(color)
            }
        guard fill.showsThrough, fill.margins == BoxFill.Margins() else {
            let margins = [fill.margins.left, fill.margins.top, fill.margins.right, fill.margins.bottom]
            let texts = margins == [0, 0, 0, 0] ? [] : margins.map(String.init)
            let flag = fill.showsThrough || !texts.isEmpty ? [String(fill.showsThrough)] : []
            self.init(name: "fill", argumentText: ([ground] + flag + texts).joined(separator: ","))
            return
        }
        let (x, y) = (fill.x.text(["left", "center", "right"]), fill.y.text(["top", "middle", "bottom"]))
        let place = [x.word, y.word] == ["center", "middle"] && x.offset == 0 && y.offset == 0 ? [] : [x.word, y.word]
        let offset = x.offset == 0 && y.offset == 0 ? [] : [String(x.offset), String(y.offset)]
        self.init(name: "extend", argumentText: ([ground] + place + offset).joined(separator: ","))
    }
}

extension Overlay.Position {
    /// The words for the start, the center and the end, and the distance from there.
    fileprivate func text(_ words: [String]) -> (word: String, offset: Int) {
        switch self {
        case .fromStart(let offset): (words[0], offset)
        case .fromCenter(let offset): (words[1], offset)
        case .fromEnd(let offset): (words[2], offset)
        case .repeated: (words[1], 0)
        }
    }
}

extension Watermark.Position {
    fileprivate func text(far: String) -> String {
        switch self {
        case .pixels(let pixels): String(pixels)
        case .percent(let percent): ParameterText.text(percent) + "p"
        case .far: far
        case .center: "center"
        case .repeated: "repeat"
        }
    }
}
