internal import BoundedCrop
internal import BoundedCropRendering

/// A picture as a layer: the parameters of a step from `l-image` to `l-end`.
struct ImageKitLayer {
    private var parameters: [String: TransformationParameter] = [:]
    private let layer: TransformationParameter

    /// Nil for parameters without a layer; otherwise they are removed. Throws `invalidURL`.
    init?(_ all: inout [TransformationParameter]) throws {
        guard let start = all.firstIndex(where: { $0.name == "l" }) else { return nil }
        layer = all[start]
        guard layer.value == "image" else { throw layer.refusal("only a picture can be a layer, l-image") }
        guard let end = all[start...].dropFirst().firstIndex(where: { $0.name == "l" }), all[end].value == "end" else {
            throw layer.refusal("a layer ends in the same step, by l-end, and holds no other layers")
        }
        for parameter in all[(start + 1)..<end] {
            guard Self.honored.contains(parameter.name) else {
                throw parameter.refusal("a layer is a picture with a place, a size and an opacity")
            }
            guard !parameter.value.isEmpty, parameters.updateValue(parameter, forKey: parameter.name) == nil else {
                throw parameter.refusal("a layer has each parameter once, with a value")
            }
        }
        all.removeSubrange(start...end)
        if let other = all.first(where: { $0.name == "l" }) { throw other.refusal("a step has one layer") }
    }

    private static let honored: Set = ["i", "ie", "w", "h", "c", "o", "lx", "ly", "lfo"]

    /// The layer on a picture with these sides. Throws `invalidURL`.
    func step(on sides: (width: Int?, height: Int?)) throws -> TransformationStep {
        var made = TransformationLayer(try picture())
        if let focus = parameters["lfo"] {
            guard case .aligned(let horizontal, let vertical)? = ImageKitStep.places[focus.value] else {
                throw focus.failure("center, top, left, bottom, right, or a corner such as top_left")
            }
            guard parameters["lx"] == nil, parameters["ly"] == nil else { throw focus.refusal("lfo cannot be combined with lx and ly") }
            (made.horizontal, made.vertical) = (horizontal, vertical)
        } else if parameters["lx"] != nil || parameters["ly"] != nil {
            let (x, y) = (try distance("lx"), try distance("ly"))
            (made.x, made.horizontal) = (x.distance, x.isFar ? .right : .left)
            (made.y, made.vertical) = (y.distance, y.isFar ? .bottom : .top)
        }
        if let opacity = parameters["o"] { made.opacity = Double(try opacity.integer(in: 0...100)) / 100 }
        made.widthPercent = try percent("w", of: sides.width, share: "bw_mul_")
        made.heightPercent = try percent("h", of: sides.height, share: "bh_mul_")
        let fits = parameters["c"].map { $0.value == "at_max_enlarge" } ?? (made.widthPercent == nil || made.heightPercent == nil)
        guard fits else { throw (parameters["c"] ?? layer).refusal("a layer keeps its aspect: use c-at_max_enlarge, or one side") }
        return made.step
    }

    /// `i-logo.png`, `i-FOLDER@@logo.png` or `ie-BASE64`. Throws `invalidURL`.
    private func picture() throws -> String {
        switch (parameters["i"], parameters["ie"]) {
        case (let plain?, nil):
            let name = plain.value.replacing("@@", with: "/")
            return TransformationSource.isURL(name) ? name : String(name.drop { $0 == "/" })
        case (nil, let encoded?):
            guard let name = URLSafeBase64.string(encoded.value), !name.isEmpty, !name.hasControlCharacters else {
                throw encoded.failure("a name in URL-safe base64")
            }
            return TransformationSource.isURL(name) ? name : String(name.drop { $0 == "/" })
        default: throw layer.refusal("a layer names one picture: i-logo.png")
        }
    }

    /// `10`, or `N10` from the far edge; also as a share of the side, such as `bw_mul_0.9`. The near edge by default.
    private func distance(_ name: String) throws -> (distance: TransformationLayer.Distance, isFar: Bool) {
        guard let parameter = parameters[name] else { return (.pixels(0), false) }
        let factor = name == "lx" ? "bw_mul_" : "bh_mul_"
        if parameter.value.hasPrefix(factor) {
            return (.share(try parameter.number(parameter.value.dropFirst(factor.count), in: 0...1)), false)
        }
        let isFar = parameter.value.hasPrefix("N")
        let digits = parameter.value.dropFirst(isFar ? 1 : 0)
        guard ParameterText.number(String(digits)) != nil else { throw parameter.refusal("other expressions are not available") }
        return (.pixels(try parameter.integer(digits, in: 0...65_535)), isFar)
    }

    private func percent(_ name: String, of side: Int?, share: String) throws -> Double? {
        guard let parameter = parameters[name] else { return nil }
        if parameter.value.hasPrefix(share) {
            return try TransformationLayer.percent(try parameter.number(parameter.value.dropFirst(share.count), in: 0...1), parameter)
        }
        guard ParameterText.number(parameter.value) != nil, !parameter.value.contains(".") else {
            throw parameter.refusal("a layer has sides in pixels, or \(share)SHARE of the picture")
        }
        return try TransformationLayer.percent(try parameter.integer(in: 1...65_535), of: side, parameter)
    }
}
