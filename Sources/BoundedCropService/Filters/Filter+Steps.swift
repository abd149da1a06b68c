internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering
internal import CLibrary

extension Filter {
    /// The steps with a form of their own.
    static let steps: [Filter] = [
        // Written as `gaussian_blur`.
        Filter(step: "blur") { .effect(GaussianBlur(sigma: try sigma($0))) },
        Filter("round_corner", RenderStep.corners, read: corners, write: text),
        Filter("background_color", RenderStep.background, read: { try FilterArguments($0).color(0) }, write: ParameterText.digits),
        Filter("fill", RenderStep.fill, read: fill, write: fillText),
        Filter("extend", RenderStep.fill, read: extend, write: extendText),
        Filter("proportion", RenderStep.proportion, read: { try FilterArguments($0).number(0, in: 0.0001...1) }, write: number),
        Filter("watermark", RenderStep.watermark, read: watermark, write: text),
        effect("redact", read: redaction),
        Filter(step: "redact_oval", read: redaction),
        Filter("mask", RenderStep.mask, read: { try FilterArguments($0).texts[0] }, write: text(picture:)),
    ]

    /// The steps that are written as in the effects' own language, but for the number of digits.
    static let effects = Set(EffectForm.ofPixels.map(\.name)).filter { name in !steps.contains { $0.name == name } }.sorted().map { name in
        effect(name) { try effect($0, $0.arguments) }
    }

    private static func effect(_ name: String, read: @escaping @Sendable (FilterCall) throws -> RenderStep) -> Filter {
        Filter(step: name.replacing("-", with: "_"), read: read) { step in
            step.call.flatMap { $0.name == name ? $0.shortest.arguments.map(\.filterText).joined(separator: ",") : nil }
        }
    }

    /// A step as it is read again from what it is written as: an effect with as many digits, a watermark with as much of its URL escaped.
    static func written(_ step: RenderStep) -> RenderStep {
        if case .watermark(var mark) = step, let picture = try? text(picture: mark.picture) {
            mark.picture = picture
            return .watermark(mark)
        }
        guard !step.detects, let name = step.call?.name, let filter = effects.first(where: { $0.name == name.replacing("-", with: "_") }),
            let text = try? filter.writeStep(step)
        else { return step }
        let call = FilterCall(filter.name, text)
        return (try? effect(call, call.arguments)) ?? step
    }

    /// The step of a call in the effects' own language. Throws `invalidFilter`.
    private static func effect(_ call: FilterCall, _ arguments: [String]) throws -> RenderStep {
        do {
            let step = RenderStep.effect(try EffectExpression.effect(named: call.name.replacing("_", with: "-"), arguments))
            try step.check()
            return step
        } catch let error as BoundedCropError {
            let reason = (error.underlying as? BoundedCropError ?? error).message
            throw BoundedCropError(.invalidFilter, "the filter \(call) cannot be applied: \(reason)", underlying: error)
        }
    }

    /// `redact([STYLE[,MARGIN]])`, and imagor's `redact([MODE[,STRENGTH]])` and `redact_oval`. How strongly faces are hidden does not depend on
    /// imagor's strength: a number above any sensible margin is one, and the margin is then the usual one.
    @Sendable private static func redaction(_ call: FilterCall) throws -> RenderStep {
        let arguments = try FilterArguments(call, count: 0...2)
        let largestMargin = 3.0
        var texts = arguments.has(0) ? arguments.texts : ["blur"] + arguments.texts.dropFirst()
        if arguments.has(1) {
            if try arguments.number(1, in: 0...1000) > largestMargin { texts.removeLast() }
        } else {
            texts = [texts[0]]
        }
        return try effect(FilterCall("redact", texts.joined(separator: ",")), texts)
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
    @Sendable private static func corners(_ call: FilterCall) throws -> RenderStep.Corners {
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
        let levels = try (1...3).map { Double(try arguments.integer($0, in: 0...255)) / 255 }
        let isTransparent = arguments.has(4) ? try arguments.flag(4) : false
        if !isTransparent { corners.outside = Color(red: levels[0], green: levels[1], blue: levels[2]) }
        return corners
    }

    @Sendable private static func text(_ corners: RenderStep.Corners) -> String {
        let radii = [corners.radius, corners.verticalRadius].compactMap(\.self).map { ParameterText.text($0) }
        let levels = corners.outside.map { [$0.red, $0.green, $0.blue].map { "," + String(Int($0 * 255, within: 0...255)) } } ?? []
        return radii.joined(separator: "|") + levels.joined()
    }

    /// `fill(GROUND[,SHOWS_THROUGH[,LEFT,TOP,RIGHT,BOTTOM]])`, as in thumbor, with imagor's padding.
    @Sendable private static func fill(_ call: FilterCall) throws -> BoxFill {
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

    @Sendable private static func fillText(_ fill: BoxFill) -> String? {
        guard !fill.showsThrough || fill.margins != BoxFill.Margins() else { return nil }
        let margins = [fill.margins.left, fill.margins.top, fill.margins.right, fill.margins.bottom]
        let texts = margins == [0, 0, 0, 0] ? [] : margins.map(String.init)
        let flag = fill.showsThrough || !texts.isEmpty ? [String(fill.showsThrough)] : []
        return ([text(fill.ground)] + flag + texts).joined(separator: ",")
    }

    /// `extend(GROUND[,left|center|right,top|middle|bottom[,X,Y]])`: X and Y are pixels from the edge, or to the right and down from the
    /// center.
    @Sendable private static func extend(_ call: FilterCall) throws -> BoxFill {
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

    /// The argument for what `fill` has no words for.
    @Sendable private static func extendText(_ fill: BoxFill) -> String? {
        guard fillText(fill) == nil else { return nil }
        let (x, y) = (fill.x.text(["left", "center", "right"]), fill.y.text(["top", "middle", "bottom"]))
        let place = [x.word, y.word] == ["center", "middle"] && x.offset == 0 && y.offset == 0 ? [] : [x.word, y.word]
        let offset = x.offset == 0 && y.offset == 0 ? [] : [String(x.offset), String(y.offset)]
        return ([text(fill.ground)] + place + offset).joined(separator: ",")
    }

    private static func ground(_ arguments: FilterArguments) throws -> Fill.Ground {
        switch arguments.texts[0] {
        case "auto": .average
        case "blur": .blur
        case "none": .color(.clear)
        default: .color(try arguments.color(0))
        }
    }

    private static func text(_ ground: Fill.Ground) -> String {
        switch ground {
        case .average: "auto"
        case .blur: "blur"
        case .color(let color): color == .clear ? "transparent" : ParameterText.digits(color)
        }
    }

    /// `watermark(PICTURE,X,Y,TRANSPARENCY[,WIDTH[,HEIGHT]])`: another picture drawn over the crop.
    @Sendable private static func watermark(_ call: FilterCall) throws -> Watermark {
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

    @Sendable private static func text(_ mark: Watermark) throws -> String {
        let picture = try text(picture: mark.picture)
        let texts = [picture, mark.x.text(far: "right"), mark.y.text(far: "bottom"), ParameterText.text((1 - mark.alpha) * 100)]
        let sides = [mark.widthPercent, mark.heightPercent].map { $0.map { ParameterText.text($0) } ?? "none" }
        let given = sides[1] == "none" ? (sides[0] == "none" ? [] : [sides[0]]) : sides
        return (texts + given).joined(separator: ",")
    }

    /// A picture's name or URL as an argument. Commas and brackets are escaped in a URL, where they mean the same.
    ///
    /// - Throws: `invalidArgument` for another name with any of these, and for one with spaces around it.
    @Sendable private static func text(picture: String) throws -> String {
        let special = ",()[]".unicodeScalars
        let isPlain = picture == picture.trimmingSpaces() && !picture.isEmpty && !picture.hasControlCharacters
        guard isPlain, ImageURL.scheme(of: picture) != nil || !picture.unicodeScalars.contains(where: special.contains) else {
            throw wordless("a picture with the name “\(picture)”")
        }
        return picture.unicodeScalars.map { special.contains($0) ? PercentEncoding.encoded(String($0), keeping: "") : String($0) }.joined()
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

extension EffectArgument {
    /// With four decimals at most, and colors without `#`.
    fileprivate var filterText: String {
        switch self {
        case .number(let number): number.filterText
        case .numbers(let numbers): numbers.map(\.filterText).joined(separator: ";")
        case .color(let color):
            if color.description.hasPrefix("#") {
                String(color.description.dropFirst())
            } else {
                "color(srgb \(color.red.filterText) \(color.green.filterText) \(color.blue.filterText) / \(color.alpha.filterText))"
            }
        case .word(let word): word
        }
    }
}

extension Double {
    /// A number without a point, such as `1e+20`, keeps its exponent.
    fileprivate var filterText: String { "\(self)".contains(".") ? ParameterText.text(self) : "\(self)" }
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
