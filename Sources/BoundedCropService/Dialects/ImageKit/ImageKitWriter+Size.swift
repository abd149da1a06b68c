internal import BoundedCrop

extension ImageKitWriter {
    /// The step that sizes the picture; nil if nothing does. Throws `invalidArgument`.
    static func size(_ geometry: TransformationGeometry) throws -> String? {
        guard geometry.hasSides else {
            guard geometry.anchor == .center, geometry.mode == .fill(isLimited: false) else {
                throw TransformationGeometry.noWord("a mode or an alignment without sides")
            }
            return try geometry.scale.map { "w-\(try text(.share($0)))" }
        }
        guard geometry.aspect == nil else { throw TransformationGeometry.noWord("aspect() without a width or a height in pixels") }
        var parameters: [String] = []
        if let width = geometry.width { parameters.append("w-\(try text(width))") }
        if let height = geometry.height { parameters.append("h-\(try text(height))") }
        parameters += mode(geometry)
        parameters += try focus(geometry)
        if let scale = geometry.scale {
            guard (0.1...5).contains(scale) else { throw TransformationGeometry.noWord("scale(\(ParameterText.text(scale)))") }
            parameters.append("dpr-\(ParameterText.text(scale))")
        }
        if case .pad = geometry.mode, geometry.ground != "000000" { parameters.append("bg-\(try ground(geometry.ground))") }
        return parameters.joined(separator: ",")
    }

    private static func mode(_ geometry: TransformationGeometry) -> [String] {
        if geometry.mode == .fill(isLimited: false) { return [] }
        if geometry.mode == .window { return ["cm-extract"] }
        let crop = ImageKitStep.crops.first { $0.value == geometry.mode }.map { "c-\($0.key)" }
        let cropMode = ImageKitStep.cropModes.first { $0.value == geometry.mode }.map { "cm-\($0.key)" }
        return [crop, cropMode].compactMap(\.self)
    }

    private static func focus(_ geometry: TransformationGeometry) throws -> [String] {
        guard geometry.offset == nil else { throw TransformationGeometry.noWord("offset()") }
        switch geometry.anchor {
        case .aligned:
            guard geometry.anchor != .center, let name = ImageKitStep.places.first(where: { $0.value == geometry.anchor })?.key else {
                return []
            }
            return ["fo-\(name)"]
        case .faces(onlyLargest: false, fallsBackToCenter: false):
            guard geometry.zoom == nil else { throw TransformationGeometry.noWord("zoom() for all faces") }
            return ["fo-auto"]
        case .faces(onlyLargest: true, fallsBackToCenter: true):
            guard geometry.mode == .fill(isLimited: false) else { return ["fo-face"] }
            // ImageKit always crops closely around a face.
            guard let zoom = geometry.zoom else { throw TransformationGeometry.noWord("a face without zoom()") }
            let factor = ParameterText.text(zoom / ImageKitStep.defaultZoom)
            return ["fo-face"] + (factor == "1" ? [] : ["z-\(factor)"])
        case .faces: throw TransformationGeometry.noWord("these faces with this fallback")
        case .point(let x, let y):
            guard geometry.mode == .window, let x = Int(digits: x[...]), let y = Int(digits: y[...]) else {
                throw TransformationGeometry.noWord("focal_point(\(x),\(y))")
            }
            return ["xc-\(x)", "yc-\(y)"]
        }
    }

    private static func ground(_ text: String) throws -> String {
        switch text {
        case "blur": "blurred"
        case "auto": "dominant"
        default: try color(text)
        }
    }

    /// A color of a filter; an opacity is written as percent. Throws `invalidArgument`.
    static func color(_ text: String) throws -> String {
        guard let digits = TransformationColor.digits(text) else { throw TransformationGeometry.noWord("the color \(text)") }
        guard digits.utf8.count == 8, let opacity = Int(digits.suffix(2), radix: 16) else { return digits.uppercased() }
        let percent = Int(Double(opacity) / 2.55, within: 0...99)
        return digits.prefix(6).uppercased() + (percent < 10 ? "0" : "") + String(percent)
    }
}
