internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// One component of transformations: parameters with commas between them, of which the order does not matter.
struct CloudinaryComponent {
    var parameters: [TransformationParameter]
    /// The parameters that cannot be honored.
    var ignored: [String] = []
    /// What lengths in pixels of the result are multiplied by.
    var density = 1.0

    /// Throws `invalidURL` for what the picture would be another one without, and for parameters without a value.
    init(_ text: String) throws {
        parameters = text.split(separator: ",", omittingEmptySubsequences: false).map { TransformationParameter($0, separator: "_") }
        if let parameter = parameters.first(where: { Self.refused[$0.name] != nil || $0.name.hasPrefix("$") }) {
            throw parameter.refusal(Self.refused[parameter.name] ?? "there are no variables")
        }
        for parameter in parameters {
            guard !parameter.value.isEmpty, Self.isName(parameter.name) else {
                throw BoundedCropError(.invalidURL, "“\(parameter.text.prefix(80))” is not a parameter such as w_200")
            }
        }
        // As at Cloudinary, the last one of a name counts. Effects and flags may be repeated.
        var seen: Set<String> = []
        parameters = parameters.reversed().filter { ["e", "fl"].contains($0.name) || seen.insert($0.name).inserted }.reversed()
    }

    /// The step that the component means. Throws `invalidURL`.
    ///
    /// - Parameter file: What it says of the file is added to this.
    mutating func step(_ file: inout TransformationFile) throws -> TransformationStep {
        for parameter in parameters where !Self.honored.contains(parameter.name) { ignored.append(parameter.text) }
        var step = TransformationStep()
        try addGeometry(to: &step)
        try addEffects(to: &step)
        try addLooks(to: &step)
        try read(&file)
        return step
    }

    subscript(name: String) -> TransformationParameter? { parameters.first { $0.name == name } }

    /// Whether a part of a path is a component of transformations, and not the picture or its folder.
    static func isComponent(_ text: String) -> Bool {
        guard let end = text.firstIndex(of: "_") else { return false }
        let name = text[..<end]
        return name.hasPrefix("$") || honored.contains(String(name)) || refused[String(name)] != nil || others.contains(String(name))
    }

    private static func isName(_ text: String) -> Bool {
        let name = text.hasPrefix("$") ? text.dropFirst() : text[...]
        return !name.isEmpty && name.utf8.count <= 32
            && name.utf8.allSatisfy { byte in
                isLetter(byte) || Int.isDigit(byte)
            }
    }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static let honored: Set = [
        "a", "ar", "b", "bo", "c", "co", "cs", "dpr", "e", "f", "fl", "g", "h", "l", "o", "pg", "q", "r", "w", "x", "y", "z",
    ]
    /// Without these, the picture would be another one.
    private static let refused = [
        "if": "there are no conditions", "t": "a named transformation and a layer need a component each",
        "u": "nothing is drawn below the picture",
        "fn": "there are no functions",
    ]
    /// Parameters for other kinds of files, or without an equivalent.
    private static let others: Set = ["ac", "af", "bl", "br", "d", "dl", "dn", "du", "eo", "fps", "ki", "so", "sp", "vc", "vs"]
}

extension CloudinaryComponent {
    /// The qualities of `q_auto` with a level. Cloudinary's depend on the picture; `good`, the default, is the service's own quality.
    static let automaticQualities = ["best": 90, "eco": 65, "low": 45]
    /// Flags for what happens here anyway.
    private static let needless: Set = ["animated", "awebp", "apng", "no_stream", "sanitize"]

    /// `f_`, `q_`, `fl_`, `pg_` and `cs_`. Throws `invalidURL`.
    mutating func read(_ file: inout TransformationFile) throws {
        if let format = self["f"] { readFormat(format, &file.output) }
        if let quality = self["q"] { try readQuality(quality, &file.output) }
        for flags in parameters where flags.name == "fl" {
            for flag in flags.value.split(separator: ".", omittingEmptySubsequences: false) { try readFlag(flag, flags, &file) }
        }
        if let page = self["pg"] {
            if page.value == "1" { file.output.frame = 1 } else { ignored.append(page.text) }
        }
        if let space = self["cs"] {
            if space.value == "srgb" { file.output.convertsToSRGB = true } else { ignored.append(space.text) }
        }
    }

    private mutating func readFormat(_ format: TransformationParameter, _ output: inout RenderRequest.Output) {
        if format.value == "auto" || format.value == "auto:image" { return }
        if let named = ImageFormat(writableNamed: format.value) { output.format = named } else { ignored.append(format.text) }
    }

    private mutating func readQuality(_ quality: TransformationParameter, _ output: inout RenderRequest.Output) throws {
        let parts = quality.value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts[0] != "auto" else {
            let level = parts.count > 1 ? parts[1] : "good"
            if let number = Self.automaticQualities[level] {
                output.quality = number
            } else if level != "good" || parts.count > 2 {
                ignored.append(quality.text)
            }
            return
        }
        guard parts[0] != "jpegmini" else { return ignored.append(quality.text) }
        output.quality = try quality.integer(parts[0], in: 1...100)
        // What follows is the chroma subsampling.
        if parts.count > 1 { ignored.append(quality.text) }
    }

    private mutating func readFlag(_ flag: Substring, _ flags: TransformationParameter, _ file: inout TransformationFile) throws {
        let name = flag.prefix { $0 != ":" }
        let value = flag.dropFirst(name.count + 1)
        switch name {
        case "": throw flags.failure("flags with points between them")
        case "layer_apply": throw flags.refusal("no layer begins before it")
        case "attachment":
            file.delivery.isAttachment = true
            guard !value.isEmpty else { return }
            guard value.utf8.allSatisfy(Self.isFileName) else { throw flags.failure("a name of letters, digits, “-” and “_”") }
            file.delivery.fileName = String(value)
        case "strip_profile": file.output.convertsToSRGB = true
        case "keep_attribution": file.output.metadata = .rights
        case "force_strip": (file.output.metadata, file.output.convertsToSRGB) = (.nothing, true)
        default: if !Self.needless.contains(String(name)) { ignored.append("fl_\(flag)") }
        }
    }

    static func isFileName(_ byte: UInt8) -> Bool {
        isLetter(byte) || Int.isDigit(byte) || "-_".utf8.contains(byte)
    }
}

extension CloudinaryComponent {
    /// The share of the crop that the faces take with `z_1`. Cloudinary does not state it; this was chosen, not measured.
    static let defaultZoom = 0.6

    /// `c_`, `w_`, `h_`, `ar_`, `g_`, `x_`, `y_`, `z_` and `dpr_`. Throws `invalidURL`.
    mutating func addGeometry(to step: inout TransformationStep) throws {
        let mode = try CloudinaryMode(self["c"])
        var geometry = TransformationGeometry()
        (geometry.width, geometry.height, geometry.aspect) = (try side("w"), try side("h"), try aspect())
        geometry.mode = mode.geometry
        if mode == .crop, let region = try region(geometry) {
            step.geometry.cuts = [region]
            if let scale = try scale() { (step.geometry.target.scale, density) = (scale, scale) }
            return
        }
        geometry.scale = try scale()
        density = geometry.scale ?? density
        try addAnchor(to: &geometry, mode)
        try addZoom(to: &geometry, mode)
        if mode.pads || mode.padsWhereNeeded { try addGround(to: &geometry) }
        geometry.fillsBeyondEdges = mode.padsWhereNeeded
        if !geometry.hasSides, let dpr = self["dpr"], geometry.scale != nil {
            (geometry.scale, density) = (nil, 1)
            ignored.append(dpr.text)
        }
        try geometry.apply(to: &step)
    }

    /// Whether `x_` and `y_` are those of a shadow.
    var hasShadow: Bool { parameters.contains { $0.name == "e" && $0.value.prefix { $0 != ":" } == "shadow" } }

    private mutating func addAnchor(to geometry: inout TransformationGeometry, _ mode: CloudinaryMode) throws {
        if self["g"]?.value == "xy_center", mode.crops {
            geometry.anchor = .point(RenderRequest.Lengths(x: try coordinate("x", least: 0), y: try coordinate("y", least: 0)))
            return
        }
        let gravity = try gravity()
        if mode.crops {
            let isAutomatic = mode == .auto || mode.padsWhereNeeded
            geometry.anchor = gravity ?? (isAutomatic ? .faces(onlyLargest: false, fallsBackToCenter: false) : .center)
        } else if mode.pads, let gravity {
            if gravity.isFaces { ignored += [self["g"]].compactMap { $0?.text } } else { geometry.anchor = gravity }
        }
        guard self["x"] != nil || self["y"] != nil, !hasShadow else { return }
        // As at Cloudinary, coordinates do not move a crop that holds faces.
        if mode == .crop, geometry.anchor.isFaces { return }
        if mode == .crop || mode.pads {
            // A window has the picture's own pixels.
            let factor = mode == .crop ? 1 : density
            let offset = RenderRequest.Lengths(
                x: try coordinate("x", least: -65_535, times: factor),
                y: try coordinate("y", least: -65_535, times: factor)
            )
            // A picture is placed on its ground by pixels only.
            if mode != .crop, offset.hasShare { return ignoreCoordinates() }
            geometry.offset = offset
        } else {
            ignoreCoordinates()
        }
    }

    private mutating func ignoreCoordinates() { ignored += [self["x"], self["y"]].compactMap { $0?.text } }

    private mutating func addZoom(to geometry: inout TransformationGeometry, _ mode: CloudinaryMode) throws {
        let zoom = self["z"]
        let factor = try zoom?.number(in: 0.01...100) ?? 1
        guard geometry.anchor.isFaces, mode == .thumb || mode == .crop else {
            if factor != 1 { ignored += [zoom].compactMap { $0?.text } }
            return
        }
        // Without sides the crop would have the aspect of the faces: a square comes nearest.
        if mode == .thumb || !geometry.hasSides { geometry.aspect = geometry.aspect ?? .square }
        switch (geometry.width, geometry.height) {
        case (nil, nil): geometry.zoom = min(1, Self.defaultZoom * factor)
        case (.share?, _), (_, .share?):
            if mode == .thumb { throw TransformationGeometry.failure("c_thumb needs sides in pixels") }
            if factor != 1 { ignored += [zoom].compactMap { $0?.text } }
        default:
            if mode == .thumb {
                geometry.zoom = min(1, Self.defaultZoom * factor)
            } else if factor != 1, geometry.width == nil || geometry.height == nil {
                ignored += [zoom].compactMap { $0?.text }
            }
        }
    }

    /// The rectangle of `c_crop` with coordinates and without a gravity.
    private func region(_ geometry: TransformationGeometry) throws -> RenderRequest.Region? {
        guard self["x"] != nil || self["y"] != nil, self["g"] == nil, !hasShadow else { return nil }
        let sides = try geometry.sides()
        return RenderRequest.Region(
            x: try coordinate("x", least: 0),
            y: try coordinate("y", least: 0),
            width: sides.width?.length ?? .share(1),
            height: sides.height?.length ?? .share(1)
        )
    }
}

extension CloudinaryComponent {
    static let compass: [String: TransformationAnchor] = [
        "center": .center,
        "north": .aligned(nil, .top), "south": .aligned(nil, .bottom), "west": .aligned(.left, nil), "east": .aligned(.right, nil),
        "north_west": .aligned(.left, .top), "north_east": .aligned(.right, .top), "south_west": .aligned(.left, .bottom),
        "south_east": .aligned(.right, .bottom),
    ]

    /// What `g_` keeps; nil if it is missing. Gravities that are not available count as the center. Throws `invalidURL`.
    mutating func gravity() throws -> TransformationAnchor? {
        guard let parameter = self["g"] else { return nil }
        if let side = Self.compass[parameter.value] { return side }
        let parts = parameter.value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let arePlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { Int.isDigit($0) || "_.".utf8.contains($0) || Self.isLetter($0) }
        }
        guard arePlain else { throw parameter.failure("face, faces, auto, xy_center, center, or a direction such as north_west") }
        switch parts[0] {
        case "face", "faces", "adv_face", "adv_faces": return faces(parts, parameter)
        case "auto": return automatic(parts, parameter)
        case "custom" where ["face", "faces", "adv_face", "adv_faces"].contains(parts.dropFirst().first):
            // There are no stored coordinates, so that this is what comes after them.
            return faces(Array(parts.dropFirst()), parameter)
        default:
            ignored.append(parameter.text)
            return .center
        }
    }

    /// `g_face`, the largest face, or `g_faces`, all of them, and what is kept without any.
    private mutating func faces(_ parts: [String], _ parameter: TransformationParameter) -> TransformationAnchor {
        if parts.count > 2 || parts.count == 2 && !["center", "auto"].contains(parts[1]) { ignored.append(parameter.text) }
        return .faces(onlyLargest: parts[0].hasSuffix("face"), fallsBackToCenter: parts.count < 2 || parts[1] != "auto")
    }

    /// `g_auto`: faces, then what stands out.
    private mutating func automatic(_ parts: [String], _ parameter: TransformationParameter) -> TransformationAnchor {
        let known: Set = ["subject", "classic", "face", "faces", "adv_face", "adv_faces"]
        if !parts.dropFirst().allSatisfy(known.contains) { ignored.append(parameter.text) }
        let onlyLargest = parts.contains("face") || parts.contains("adv_face")
        return .faces(onlyLargest: onlyLargest, fallsBackToCenter: false)
    }
}

extension CloudinaryComponent {
    /// `r_`, `bo_`, `o_`, `a_` and `b_`, in this order. Throws `invalidURL`.
    mutating func addLooks(to step: inout TransformationStep) throws {
        if let radius = self["r"] { try addCorners(radius, to: &step) }
        if let border = self["bo"] { try addBorder(border, to: &step) }
        if let opacity = self["o"] {
            let percent = try opacity.integer(in: 0...100)
            if percent < 100 { step.pixels.append(.effect(.alpha(Double(percent) / 100))) }
        }
        if let angle = self["a"] { try addTurns(angle, to: &step) }
        if let background = self["b"], step.ground == nil, step.geometry.crop.fill == nil { try addBackground(background, to: &step) }
    }

    /// The ground of a padded picture: a color, the average or a blurred copy; white by default.
    mutating func addGround(to geometry: inout TransformationGeometry) throws {
        guard let background = self["b"] else { return }
        let name = background.value.prefix { $0 != ":" }
        switch name {
        case "auto", "blurred":
            geometry.ground = name == "auto" ? .average : .blur
            if name != background.value { ignored.append(background.text) }
        case "transparent": geometry.ground = .color(.clear)
        case "gen_fill": ignored.append(background.text)
        default: geometry.ground = .color(try background.color(Self.color(background.value)))
        }
    }

    /// A color as it stands in parameters: `red`, `rgb:ff0000` or `rgb:f008`.
    static func color(_ text: some StringProtocol) -> String { String(text.hasPrefix("rgb:") ? text.dropFirst(4)[...] : text[...]) }

    private mutating func addBackground(_ background: TransformationParameter, to step: inout TransformationStep) throws {
        let name = background.value.prefix { $0 != ":" }
        if ["auto", "blurred", "gen_fill"].contains(name) {
            ignored.append(background.text)
        } else if name != "transparent" {
            step.pixels.append(.background(try background.color(Self.color(background.value))))
        }
    }

    private func addCorners(_ radius: TransformationParameter, to step: inout TransformationStep) throws {
        guard radius.value != "max" else { return step.pixels.append(.corners(.ellipse)) }
        var radii = try radius.value.split(separator: ":", omittingEmptySubsequences: false).map {
            min(try radius.number($0, in: 0...65_535) * density, 65_535)
        }
        if radii.count == 2 { radii += radii }
        if radii.count == 3 { radii.append(radii[1]) }
        guard let corners = CornerRadii(clockwise: radii) else {
            throw radius.failure("max, or one to four radii with colons between them")
        }
        if radii.contains(where: { $0 != 0 }) { step.pixels.append(.effect(.cornerRadii(corners))) }
    }

    private mutating func addBorder(_ border: TransformationParameter, to step: inout TransformationStep) throws {
        let parts = border.value.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasSuffix("px"), parts[1] == "solid" else {
            throw border.failure("a width, a style and a color, such as 4px_solid_black")
        }
        let width = Int(Double(try border.integer(parts[0].dropLast(2), in: 0...1000)) * density, within: 0...10_000)
        let color = try border.color(Self.color(parts[2]))
        // A border that follows rounded corners is another shape.
        guard self["r"] == nil else { return ignored.append(border.text) }
        if width > 0 { step.pixels.append(.effect(.border(top: width, right: width, bottom: width, left: width, color: color))) }
    }

    private mutating func addTurns(_ angle: TransformationParameter, to step: inout TransformationStep) throws {
        for part in angle.value.split(separator: ".", omittingEmptySubsequences: false) {
            switch part {
            case "hflip": step.pixels.append(.effect(.flip(.horizontal)))
            case "vflip": step.pixels.append(.effect(.flip(.vertical)))
            case "exif": break
            case "ignore", "auto_right", "auto_left": ignored.append("a_\(part)")
            default:
                let degrees = (try angle.integer(part, in: -3600...3600) % 360 + 360) % 360
                if degrees != 0 { step.pixels.append(.effect(.turn(degrees: Double(degrees)))) }
            }
        }
    }
}

extension RenderRequest.Lengths {
    fileprivate var hasShare: Bool {
        for case .share in [x, y] { return true }
        return false
    }
}
