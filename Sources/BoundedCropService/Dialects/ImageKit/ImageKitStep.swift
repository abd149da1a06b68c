internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// One step of transformations: parameters with commas between them, of which the order does not matter.
struct ImageKitStep {
    private let parameters: [TransformationParameter]
    /// The picture that is drawn over the result of the step.
    let layer: ImageKitLayer?
    /// The parameters that cannot be honored.
    var ignored: [String] = []

    /// Throws `invalidURL` for what the picture would be another one without, for texts that are no parameters, and for two with the same name.
    init(_ text: String) throws {
        var all = text.split(separator: ",", omittingEmptySubsequences: false).map { TransformationParameter($0, separator: "-") }
        layer = try ImageKitLayer(&all)
        parameters = all
        if let parameter = parameters.first(where: { Self.refused[$0.name] != nil }) {
            throw parameter.refusal(Self.refused[parameter.name] ?? "")
        }
        var seen: Set<String> = []
        for parameter in parameters {
            let isName = !parameter.name.isEmpty && parameter.name.utf8.allSatisfy(CloudinaryComponent.isLetter)
            guard isName, !parameter.value.isEmpty else {
                throw BoundedCropError(.invalidURL, "“\(parameter.text.prefix(80))” is not a parameter such as w-200")
            }
            // Effects may be repeated.
            guard parameter.name == "e" || seen.insert(parameter.name).inserted else {
                throw BoundedCropError(.invalidURL, "“\(parameter.name)” is twice in “\(text.prefix(80))”")
            }
        }
    }

    subscript(name: String) -> TransformationParameter? { parameters.first { $0.name == name } }

    /// The effects: the texts behind `e-`.
    var effects: [TransformationParameter] { parameters.filter { $0.name == "e" } }

    /// The steps that it means: one, or two where a cut comes before a ground. Throws `invalidURL`.
    ///
    /// - Parameter file: What it says of the file is added to this.
    mutating func steps(_ file: inout TransformationFile) throws -> [TransformationStep] {
        for parameter in parameters where !Self.honored.contains(parameter.name) { ignored.append(parameter.text) }
        var steps = try geometry()
        var last = steps.removeLast()
        try addEffects(to: &last)
        try addLooks(to: &last)
        try read(&file)
        if let trim = self["t"] { try addTrim(trim, to: &last, isFirst: steps.isEmpty) }
        return steps + [last]
    }

    private func addTrim(_ trim: TransformationParameter, to step: inout TransformationStep, isFirst: Bool) throws {
        guard trim.value != "false" else { return }
        // With true, ImageKit's example loses less than with 15 and more than with 5.
        let percent = trim.value == "true" ? 10 : try trim.integer(in: 1...99)
        guard isFirst else { throw trim.refusal("with cm-pad_extract it must be a step of its own, before") }
        step.geometry.trim = RenderRequest.Trim(tolerance: CloudinaryComponent.tolerance(percent: percent))
    }

    private static let honored: Set = [
        "w", "h", "ar", "c", "cm", "fo", "x", "y", "xc", "yc", "z", "dpr", "bg", "b", "bl", "r", "rt", "fl", "e", "o", "t", "q", "f",
        "orig", "pr",
        "lo", "cp", "md", "pg",
    ]
    /// Without these, the picture would be another one.
    private static let refused = [
        "n": "a named transformation and a layer need a step each", "if": "there are no conditions", "raw": "there is no raw",
    ]
}

extension ImageKitStep {
    /// `q-`, `f-`, `orig-`, `pr-`, `lo-`, `cp-`, `md-` and `pg-`. Throws `invalidURL`.
    mutating func read(_ file: inout TransformationFile) throws {
        if let quality = self["q"] { file.output.quality = try quality.integer(in: 1...100) }
        if let format = self["f"], format.value != "auto" {
            if let named = ImageFormat(writableNamed: format.value) { file.output.format = named } else { ignored.append(format.text) }
        }
        if try flag("orig") == true { file.delivery.isRaw = true }
        for name in ["pr", "lo"] where try flag(name) == true { ignored.append("\(name)-true") }
        // What is kept is a setting of the service.
        if let isKept = try flag("cp") { if isKept { ignored.append("cp-true") } else { file.output.convertsToSRGB = true } }
        if let isKept = try flag("md") { if isKept { ignored.append("md-true") } else { file.output.metadata = .nothing } }
        if let page = self["pg"] {
            if page.value == "1" { file.output.frame = 1 } else { ignored.append(page.text) }
        }
    }

    private func flag(_ name: String) throws -> Bool? {
        guard let parameter = self[name] else { return nil }
        switch parameter.value {
        case "true": return true
        case "false": return false
        default: throw parameter.failure("true or false")
        }
    }
}

extension ImageKitStep {
    /// The share of the crop that the face takes with `z-1`. ImageKit does not state it; this was chosen, not measured.
    static let defaultZoom = 0.6

    static let places: [String: TransformationAnchor] = [
        "center": .center,
        "top": .aligned(nil, .top), "bottom": .aligned(nil, .bottom), "left": .aligned(.left, nil), "right": .aligned(.right, nil),
        "top_left": .aligned(.left, .top), "top_right": .aligned(.right, .top), "bottom_left": .aligned(.left, .bottom),
        "bottom_right": .aligned(.right, .bottom),
    ]
    static let crops: [String: TransformationGeometry.Mode] = [
        "maintain_ratio": .fill(isLimited: false), "maintain_ratio_no_enlarge": .fill(isLimited: true), "force": .stretch,
        "at_max": .fit(enlarges: false), "at_max_enlarge": .fit(enlarges: true), "at_least": .cover,
    ]
    static let cropModes: [String: TransformationGeometry.Mode] = [
        "pad_resize": .pad(enlarges: true), "pad_resize_no_enlarge": .pad(enlarges: false), "extract": .window, "pad_extract": .window,
    ]

    /// `w-`, `h-`, `ar-`, `c-`, `cm-`, `fo-`, `x-`, `y-`, `xc-`, `yc-`, `z-`, `dpr-`, and `bg-` of a ground: a step, after another for
    /// `cm-pad_extract`. Throws `invalidURL`.
    mutating func geometry() throws -> [TransformationStep] {
        var geometry = TransformationGeometry()
        (geometry.width, geometry.height) = (try side("w"), try side("h"))
        geometry.mode = try mode()
        if let aspect = self["ar"], geometry.width == nil || geometry.height == nil {
            guard geometry.hasSides else { throw aspect.failure("together with w or h") }
            geometry.aspect = try self.aspect(aspect)
        }
        geometry.scale = try scale()
        if !geometry.hasSides, geometry.scale != nil {
            geometry.scale = nil
            ignored += [self["dpr"]].compactMap { $0?.text }
        }
        var step = TransformationStep()
        if geometry.mode == .window, let region = try region(geometry) {
            step.geometry.cuts = [region]
            if let scale = geometry.scale { step.geometry.target.scale = scale }
        } else {
            try addFocus(to: &geometry)
            if case .pad = geometry.mode { geometry.ground = try ground() }
            try geometry.apply(to: &step)
        }
        guard self["cm"]?.value == "pad_extract" else { return [step] }
        return [step, try padded(geometry)]
    }

    /// The ground under an extracted part that may be smaller than the sides.
    private mutating func padded(_ geometry: TransformationGeometry) throws -> TransformationStep {
        let sides = try geometry.sides()
        guard sides.width?.pixels != nil, sides.height?.pixels != nil, geometry.scale == nil else {
            throw TransformationGeometry.failure("cm-pad_extract needs a width and a height in pixels, and no dpr")
        }
        var padded = TransformationGeometry()
        (padded.width, padded.height, padded.mode) = (sides.width, sides.height, .pad(enlarges: false))
        padded.ground = try ground()
        var step = TransformationStep()
        try padded.apply(to: &step)
        return step
    }

    private mutating func mode() throws -> TransformationGeometry.Mode {
        var mode = TransformationGeometry.Mode.fill(isLimited: false)
        if let crop = self["c"] {
            guard let named = Self.crops[crop.value] else {
                throw crop.failure("one of \(Self.crops.keys.sorted().joined(separator: ", "))")
            }
            mode = named
        }
        if let crop = self["cm"], crop.value != "resize" {
            guard self["c"] == nil else { throw crop.refusal("c and cm cannot be combined") }
            guard let named = Self.cropModes[crop.value] else {
                let names = "one of \(Self.cropModes.keys.sorted().joined(separator: ", "))"
                throw crop.value == "pad_extract_no_shrink" ? crop.refusal("use \(names)") : crop.failure(names)
            }
            mode = named
        }
        return mode
    }

    private mutating func addFocus(to geometry: inout TransformationGeometry) throws {
        let zoom = self["z"]
        let factor = try zoom?.number(in: 0.01...100) ?? 1
        if let focus = self["fo"] { geometry.anchor = try anchor(focus, geometry.mode) }
        if geometry.mode == .window, self["xc"] != nil || self["yc"] != nil {
            geometry.anchor = .point(RenderRequest.Lengths(x: try coordinate("xc"), y: try coordinate("yc")))
        } else {
            ignored += ["x", "y", "xc", "yc"].compactMap { self[$0]?.text }
        }
        guard self["fo"]?.value == "face", case .fill = geometry.mode else {
            if factor != 1 { ignored += [zoom].compactMap { $0?.text } }
            return
        }
        if case .fill(true) = geometry.mode { throw TransformationGeometry.failure("fo-face needs c-maintain_ratio") }
        geometry.zoom = min(1, Self.defaultZoom * factor)
    }

    private mutating func anchor(_ focus: TransformationParameter, _ mode: TransformationGeometry.Mode) throws -> TransformationAnchor {
        var pads = false
        if case .pad = mode { pads = true }
        if let place = Self.places[focus.value] { return place }
        switch focus.value {
        case "face" where !pads: return .faces(onlyLargest: true, fallsBackToCenter: true)
        case "auto" where !pads: return .faces(onlyLargest: false, fallsBackToCenter: false)
        default:
            guard focus.value.utf8.allSatisfy({ CloudinaryComponent.isLetter($0) || "_-".utf8.contains($0) }) else {
                throw focus.failure("face, auto, center, top, left, bottom, right, or a corner such as top_left")
            }
            ignored.append(focus.text)
            return .center
        }
    }

    /// The rectangle of an extraction from a corner.
    private func region(_ geometry: TransformationGeometry) throws -> RenderRequest.Region? {
        guard self["x"] != nil || self["y"] != nil else { return nil }
        let sides = try geometry.sides()
        return RenderRequest.Region(
            x: try coordinate("x"),
            y: try coordinate("y"),
            width: sides.width?.length ?? .share(1),
            height: sides.height?.length ?? .share(1)
        )
    }

    private func coordinate(_ name: String) throws -> RenderRequest.Length {
        .pixels(Double(try self[name]?.integer(in: 0...65_535) ?? 0))
    }
}

extension ImageKitStep {
    /// The amount of `e-sharpen` without a number, and what divides the number. ImageKit states neither.
    static let sharpening = 10.0

    /// `e-` and `bl-`. Throws `invalidURL`.
    mutating func addEffects(to step: inout TransformationStep) throws {
        for effect in effects {
            let parts = effect.value.split(separator: "-", omittingEmptySubsequences: false)
            switch parts[0] {
            case "grayscale" where parts.count == 1: step.pixels.append(.effect(.grayscale))
            case "sharpen" where parts.count <= 2:
                let number = parts.count == 2 ? try effect.number(parts[1], in: 0...1000) : Self.sharpening
                step.pixels.append(.effect(.sharpen(amount: number / Self.sharpening, radius: 1)))
            case "usm":
                guard parts.count == 5 else { throw effect.failure("usm-RADIUS-SIGMA-AMOUNT-THRESHOLD") }
                let numbers = try parts.dropFirst().map { try effect.number($0, in: 0...100) }
                step.pixels.append(.effect(.sharpen(amount: numbers[2], radius: numbers[1])))
                // Every edge is sharpened, however faint.
                if numbers[3] > 0 { ignored.append(effect.text) }
            case "colorize": try addColorize(effect, to: &step)
            case "shadow": try addShadow(effect, to: &step)
            default: ignored.append(effect.text)
            }
        }
        if let blur = self["bl"] {
            step.pixels.append(.effect(GaussianBlur(sigma: Filter.sigma(radius: try blur.integer(in: 1...100)))))
        }
    }

    /// The fields of an effect such as `colorize-co-red_in-50`, by name.
    private func fields(_ effect: TransformationParameter) throws -> [String: String] {
        let text = effect.value.split(separator: "-", maxSplits: 1).dropFirst().first ?? ""
        var fields: [String: String] = [:]
        for field in text.split(separator: "_") {
            let pair = field.split(separator: "-", maxSplits: 1)
            guard pair.count == 2, fields.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
                throw effect.failure("an effect with fields such as shadow-bl-15_st-40")
            }
        }
        return fields
    }

    private func addColorize(_ effect: TransformationParameter, to step: inout TransformationStep) throws {
        let fields = try fields(effect)
        let level = Double(try fields["in"].map { try effect.integer($0, in: 0...100) } ?? 100)
        let color = try color(fields["co"] ?? "808080", of: effect)
        step.pixels.append(.effect(.colorize(red: level, green: level, blue: level, towards: color)))
    }

    /// A shadow, of which the offsets are percent of the picture's sides: only with both of these.
    private mutating func addShadow(_ effect: TransformationParameter, to step: inout TransformationStep) throws {
        let fields = try fields(effect)
        func percent(_ name: String) throws -> Double {
            guard let text = fields[name] else { return 2 }
            let number = try effect.number(text.drop { $0 == "N" }, in: 0...100)
            return text.hasPrefix("N") ? -number : number
        }
        let blur = try fields["bl"].map { try effect.integer($0, in: 0...15) } ?? 10
        let strength = try fields["st"].map { try effect.integer($0, in: 0...100) } ?? 30
        let (x, y) = (try percent("x"), try percent("y"))
        let sides = step.geometry.target.dimensions
        guard case .pixels(let width) = sides.width, case .pixels(let height) = sides.height else { return ignored.append(effect.text) }
        let scale = step.geometry.target.scale
        func offset(_ percent: Double, _ side: Int) -> Double { min(max((percent * Double(side) * scale / 100).rounded(), -1000), 1000) }
        step.pixels.append(
            .effect(
                .shadow(
                    TransformationColor.color(.black, opacity: strength),
                    offset: Point(x: offset(x, width), y: offset(y, height)),
                    blur: Double(blur)
                )
            )
        )
    }

    /// `r-`, `b-`, `o-`, `rt-`, `fl-` and `bg-`, in this order. Throws `invalidURL`.
    mutating func addLooks(to step: inout TransformationStep) throws {
        if let radius = self["r"] { try addCorners(radius, to: &step) }
        if let border = self["b"] { try addBorder(border, to: &step) }
        if let opacity = self["o"] {
            let percent = try opacity.integer(in: 0...100)
            if percent < 100 { step.pixels.append(.effect(.alpha(Double(percent) / 100))) }
        }
        if let rotation = self["rt"], rotation.value != "auto" {
            let degrees = try rotation.integer(rotation.value.drop { $0 == "N" }, in: 0...3600) % 360
            let clockwise = rotation.value.hasPrefix("N") ? (360 - degrees) % 360 : degrees
            if clockwise != 0 { step.pixels.append(.effect(.turn(degrees: Double(clockwise)))) }
        }
        if let flip = self["fl"] {
            for side in flip.value.split(separator: "_", omittingEmptySubsequences: false) {
                guard side == "h" || side == "v" else { throw flip.failure("h, v or h_v") }
                step.pixels.append(.effect(.flip(side == "h" ? .horizontal : .vertical)))
            }
        }
        if let background = self["bg"], step.ground == nil { try addBackground(background, to: &step) }
    }

    private mutating func addBackground(_ background: TransformationParameter, to step: inout TransformationStep) throws {
        let name = background.value.prefix { $0 != "_" && $0 != "-" }
        if ["blurred", "dominant", "genfill", "gradient"].contains(name) { return ignored.append(background.text) }
        step.pixels.append(.background(try color(background.value, of: background)))
    }

    private func addCorners(_ radius: TransformationParameter, to step: inout TransformationStep) throws {
        guard radius.value != "max" else { return step.pixels.append(.corners(.ellipse)) }
        let radii = try radius.value.split(separator: "_", omittingEmptySubsequences: false).map { try radius.number($0, in: 0...65_535) }
        guard let corners = CornerRadii(clockwise: radii) else { throw radius.failure("max, a radius, or four with “_” between them") }
        if radii.contains(where: { $0 != 0 }) { step.pixels.append(.effect(.cornerRadii(corners))) }
    }

    private mutating func addBorder(_ border: TransformationParameter, to step: inout TransformationStep) throws {
        let parts = border.value.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard parts.count == 2 else { throw border.failure("a width and a color, such as 5_FF0000") }
        let width = try border.integer(parts[0], in: 0...1000)
        let color = try color(parts[1], of: border)
        // A border that follows rounded corners is another shape.
        guard self["r"] == nil else { return ignored.append(border.text) }
        if width > 0 { step.pixels.append(.effect(.border(top: width, right: width, bottom: width, left: width, color: color))) }
    }
}
