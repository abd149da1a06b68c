internal import BoundedCrop

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
            step.addCrop("region", region)
            if let scale = geometry.scale { step.addCrop("scale", ParameterText.text(scale)) }
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
            geometry.anchor = .point(x: try coordinate("xc"), y: try coordinate("yc"))
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
    private func region(_ geometry: TransformationGeometry) throws -> String? {
        guard self["x"] != nil || self["y"] != nil else { return nil }
        let sides = try geometry.sides()
        return [try coordinate("x"), try coordinate("y"), sides.width?.text ?? "100p", sides.height?.text ?? "100p"].joined(separator: ",")
    }

    private func coordinate(_ name: String) throws -> String { String(try self[name]?.integer(in: 0...65_535) ?? 0) }
}
