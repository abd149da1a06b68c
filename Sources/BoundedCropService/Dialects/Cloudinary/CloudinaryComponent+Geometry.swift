internal import BoundedCrop

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
            step.addCrop("region", region)
            if let scale = try scale(), scale != 1 { step.addCrop("scale", ParameterText.text(scale)) }
            return
        }
        try addAnchor(to: &geometry, mode)
        try addZoom(to: &geometry, mode)
        if mode.pads { try addGround(to: &geometry) }
        geometry.scale = try scale()
        if !geometry.hasSides, let dpr = self["dpr"], geometry.scale != nil {
            geometry.scale = nil
            ignored.append(dpr.text)
        }
        try geometry.apply(to: &step)
    }

    /// Whether `x_` and `y_` are those of a shadow.
    var hasShadow: Bool { parameters.contains { $0.name == "e" && $0.value.prefix { $0 != ":" } == "shadow" } }

    private mutating func addAnchor(to geometry: inout TransformationGeometry, _ mode: CloudinaryMode) throws {
        if self["g"]?.value == "xy_center", mode.crops {
            geometry.anchor = .point(x: try coordinate("x", least: 0), y: try coordinate("y", least: 0))
            return
        }
        let gravity = try gravity()
        if mode.crops {
            geometry.anchor = gravity ?? (mode == .auto ? .faces(onlyLargest: false, fallsBackToCenter: false) : .center)
        } else if mode.pads, let gravity {
            if gravity.isFaces { ignored += [self["g"]].compactMap { $0?.text } } else { geometry.anchor = gravity }
        }
        guard self["x"] != nil || self["y"] != nil, !hasShadow else { return }
        // As at Cloudinary, coordinates do not move a crop that holds faces.
        if mode == .crop, geometry.anchor.isFaces { return }
        if mode == .crop || mode.pads {
            let offset = (x: try coordinate("x", least: -65_535), y: try coordinate("y", least: -65_535))
            // A picture is placed on its ground by pixels only.
            guard mode == .crop || !offset.x.hasSuffix("p") && !offset.y.hasSuffix("p") else { return ignoreCoordinates() }
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
    private func region(_ geometry: TransformationGeometry) throws -> String? {
        guard self["x"] != nil || self["y"] != nil, self["g"] == nil, !hasShadow else { return nil }
        let sides = try geometry.sides()
        let corner = [try coordinate("x", least: 0), try coordinate("y", least: 0)]
        return (corner + [sides.width?.text ?? "100p", sides.height?.text ?? "100p"]).joined(separator: ",")
    }
}
