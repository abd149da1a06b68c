internal import BoundedCrop
internal import BoundedCropRendering

/// A picture as a layer: one component with `l_`, or all from there to the one with `fl_layer_apply`.
struct CloudinaryLayer {
    private let parameters: [String: TransformationParameter]
    private let layer: TransformationParameter
    /// Whether shares are those of the picture's sides.
    private let isRelative: Bool

    /// Nil for components that do not begin with a layer; otherwise its components are removed. Throws `invalidURL`.
    init?(_ components: inout ArraySlice<CloudinaryComponent>) throws {
        guard let layer = components.first?["l"] else { return nil }
        self.layer = layer
        // Without an end, the layer is one component.
        let end = components.firstIndex(where: \.appliesLayer).flatMap { end in
            components[..<end].dropFirst().contains { $0["l"] != nil } ? nil : end
        }
        let own = components[...(end ?? components.startIndex)]
        components = components[own.endIndex...]
        var found: [String: TransformationParameter] = [:]
        for (index, component) in zip(own.indices, own) {
            for parameter in component.parameters {
                let isPlace = ["g", "x", "y"].contains(parameter.name)
                guard Self.honored.contains(parameter.name), !isPlace || index == own.startIndex || index == end else {
                    throw parameter.refusal("a layer is a picture with a place, a size and an opacity")
                }
                guard parameter.name == "fl" || found.updateValue(parameter, forKey: parameter.name) == nil else {
                    throw parameter.refusal("“\(parameter.name)” is twice in a layer")
                }
            }
        }
        parameters = found
        isRelative = try own.flatMap(\.parameters).filter { $0.name == "fl" }.reduce(false) { try Self.isRelative($1) || $0 }
    }

    private static let honored: Set = ["l", "g", "x", "y", "w", "h", "c", "o", "fl"]

    private static func isRelative(_ flags: TransformationParameter) throws -> Bool {
        let names = flags.value.split(separator: ".", omittingEmptySubsequences: false)
        guard names.allSatisfy({ $0 == "layer_apply" || $0 == "relative" }) else {
            throw flags.refusal("a layer has no other flags than layer_apply and relative")
        }
        return names.contains("relative")
    }

    /// The layer on a picture with these sides. Throws `invalidURL`.
    ///
    /// - Parameter density: What lengths in pixels are multiplied by.
    func step(on sides: (width: Int?, height: Int?), density: Double) throws -> TransformationStep {
        var made = TransformationLayer(try picture())
        if let gravity = parameters["g"] {
            guard case .aligned(let horizontal, let vertical)? = CloudinaryComponent.compass[gravity.value] else {
                throw gravity.refusal("a layer is in the center, or in a direction such as north_west")
            }
            (made.horizontal, made.vertical) = (horizontal, vertical)
        }
        made.x = try distance("x", isCentered: made.horizontal == nil, density)
        made.y = try distance("y", isCentered: made.vertical == nil, density)
        if let opacity = parameters["o"] { made.opacity = Double(try opacity.integer(in: 0...100)) / 100 }
        (made.widthPercent, made.heightPercent) = (try percent("w", of: sides.width, density), try percent("h", of: sides.height, density))
        let mode = parameters["c"]
        let keepsAspect = mode?.value == "fit" || mode?.value == "scale" && (made.widthPercent == nil || made.heightPercent == nil)
        if let mode, !keepsAspect { throw mode.refusal("a layer keeps its aspect: use c_fit") }
        guard mode != nil || made.widthPercent == nil || made.heightPercent == nil else {
            throw layer.refusal("a layer keeps its aspect: use c_fit, or one side")
        }
        return made.step
    }

    /// `l_logo.png`, `l_FOLDER:logo.png` or `l_fetch:BASE64`. Throws `invalidURL`.
    private func picture() throws -> String {
        let parts = layer.value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw layer.failure("a picture, such as logo.png or folder:logo.png") }
        guard !["text", "subtitles", "video", "lut", "audio"].contains(parts[0]) else {
            throw layer.refusal("only a picture can be a layer")
        }
        guard parts[0] == "fetch" else { return parts.joined(separator: "/") }
        guard parts.count == 2, let url = URLSafeBase64.string(parts[1]), !url.hasControlCharacters, TransformationSource.isURL(url) else {
            throw layer.failure("fetch: and a URL in URL-safe base64")
        }
        return url
    }

    private func distance(_ name: String, isCentered: Bool, _ density: Double) throws -> TransformationLayer.Distance {
        guard let parameter = parameters[name] else { return .pixels(0) }
        let number = try parameter.number(in: -65_535...65_535)
        guard number >= 0 else { throw parameter.refusal("a layer does not begin outside the picture") }
        guard number == 0 || !isCentered else { throw parameter.refusal("a layer has a distance from an edge, not from the center") }
        return parameter.value.contains(".") && number <= 1 ? .share(number) : .pixels(Int(number * density, within: 0...65_535))
    }

    private func percent(_ name: String, of side: Int?, _ density: Double) throws -> Double? {
        guard let parameter = parameters[name] else { return nil }
        guard ParameterText.number(parameter.value) != nil else {
            throw parameter.refusal("automatic sides and expressions are not available")
        }
        let number = try parameter.number(in: 0.0001...65_535)
        guard parameter.value.contains("."), number <= 1 else {
            let pixels = Int(Double(try parameter.integer(in: 1...65_535)) * density, within: 1...655_350)
            return try TransformationLayer.percent(pixels, of: side, parameter)
        }
        guard isRelative else { throw parameter.refusal("a layer's share is one of the picture: add fl_relative") }
        return try TransformationLayer.percent(number, parameter)
    }
}

extension CloudinaryComponent {
    fileprivate var appliesLayer: Bool {
        parameters.contains { $0.name == "fl" && $0.value.split(separator: ".").contains("layer_apply") }
    }
}
