internal import BoundedCrop

extension CloudinaryWriter {
    /// The component that sizes the picture; nil if nothing does.
    ///
    /// - Throws: `invalidArgument`.
    static func size(_ geometry: TransformationGeometry) throws -> String? {
        var parameters: [String] = []
        var scale = geometry.scale
        if !geometry.hasSides {
            guard geometry.anchor == .center, geometry.mode == .fill(isLimited: false) else {
                throw TransformationGeometry.noWord("a mode or an alignment without sides")
            }
            guard let factor = scale else { return nil }
            parameters.append("w_\(decimal(min(1, factor)))")
            scale = factor > 1 ? factor : nil
        }
        let mode = try mode(geometry)
        parameters.append("c_\(mode)")
        if let width = geometry.width { parameters.append("w_\(text(width))") }
        if let height = geometry.height { parameters.append("h_\(text(height))") }
        if let aspect = geometry.aspect { parameters.append("ar_\(aspect.text)") }
        if let zoom = geometry.zoom { parameters.append("z_\(ParameterText.text(zoom / CloudinaryComponent.defaultZoom))") }
        if let scale { parameters.append("dpr_\(decimal(scale))") }
        if case .pad = geometry.mode { parameters += try ground(geometry) }
        parameters += try gravity(geometry)
        return parameters.sorted().joined(separator: ",")
    }

    private static func mode(_ geometry: TransformationGeometry) throws -> String {
        let isFixed = geometry.width != nil && geometry.height != nil
        switch geometry.mode {
        case .stretch: return "scale"
        case .fill(let isLimited):
            guard geometry.zoom == nil else {
                guard !isLimited else { throw TransformationGeometry.noWord("zoom() with no_upscale()") }
                return isFixed ? "thumb" : "crop"
            }
            return isLimited ? "lfill" : isFixed || geometry.aspect != nil ? "fill" : "scale"
        case .fit(let enlarges): return enlarges ? "fit" : "limit"
        case .pad(let enlarges): return enlarges ? "pad" : "lpad"
        case .window:
            guard geometry.zoom == nil else { throw TransformationGeometry.noWord("zoom() with window()") }
            return "crop"
        case .cover: throw TransformationGeometry.noWord("full-fit-in")
        }
    }

    private static func ground(_ geometry: TransformationGeometry) throws -> [String] {
        switch geometry.ground {
        case "ffffff": return []
        case "auto", "transparent": return ["b_\(geometry.ground)"]
        case "blur": return ["b_blurred"]
        default: return ["b_\(try color(geometry.ground))"]
        }
    }

    /// A color of a filter.
    static func color(_ text: String) throws -> String {
        guard let digits = TransformationColor.digits(text) else { throw TransformationGeometry.noWord("the color \(text)") }
        return "rgb:\(digits)"
    }

    private static func gravity(_ geometry: TransformationGeometry) throws -> [String] {
        var parameters: [String] = []
        switch geometry.anchor {
        case .center:
            // Without a gravity, coordinates would be those of the corner.
            if geometry.offset != nil { parameters.append("g_center") }
        case .aligned:
            guard let name = CloudinaryComponent.compass.first(where: { $0.value == geometry.anchor })?.key else { break }
            parameters.append("g_\(name)")
        case .faces(let onlyLargest, let fallsBackToCenter):
            parameters.append(fallsBackToCenter ? onlyLargest ? "g_face" : "g_faces" : onlyLargest ? "g_face:auto" : "g_auto")
        case .point(let x, let y):
            let call = FilterCall(name: "focal_point", argumentText: "\(x),\(y)")
            return ["g_xy_center", "x_\(try coordinate(x, call))", "y_\(try coordinate(y, call))"]
        }
        if let offset = geometry.offset {
            let call = FilterCall(name: "offset", argumentText: "\(offset.x),\(offset.y)")
            parameters += ["x_\(try coordinate(offset.x, call))", "y_\(try coordinate(offset.y, call))"]
        }
        return parameters
    }
}
