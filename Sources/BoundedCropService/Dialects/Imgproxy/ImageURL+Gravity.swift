internal import BoundedCrop

extension ImageURL {
    /// Places the crop by imgproxy's gravity.
    ///
    /// - Parameter density: What offsets in pixels are multiplied by.
    mutating func place(_ gravity: ImgproxyGravity, density: Double = 1) {
        switch gravity.kind {
        case .place(let horizontal, let vertical):
            (horizontalAlignment, verticalAlignment) = (horizontal, vertical)
            guard gravity.x != 0 || gravity.y != 0 else { return }
            let offsets = [gravity.x, gravity.y].map { offset in
                if offset == 0 { return "0" }
                guard abs(offset) >= 1 else { return ParameterText.percent(offset) }
                return ParameterText.text(min(max((offset * density).rounded(), -1e6), 1e6))
            }
            add("offset", offsets.joined(separator: ","))
        case .point:
            add("focal_point", "\(ParameterText.percent(gravity.x)),\(ParameterText.percent(gravity.y))")
        case .smart:
            isSmart = true
        case .objects(let weights):
            isSmart = true
            // All faces are what a smart crop looks for anyway.
            let isPlain = weights.isEmpty || weights.allSatisfy { $0.name == "all" || $0.name == "face" && $0.weight == 1 }
            guard !isPlain, !weights.contains(where: { $0.name == "all" }) else { return }
            let kinds = weights.map { $0.weight == 1 ? $0.name : "\($0.name):\(ParameterText.text($0.weight))" }
            add("keep", kinds.joined(separator: ","))
        }
    }

    private mutating func add(_ name: String, _ text: String) {
        filters.append(FilterCall(name: name, argumentText: text))
    }
}

extension ImageURL {
    /// The gravity in imgproxy's words; nil for the center. Throws `invalidArgument` if it has no words for it.
    func gravity(mirroredHorizontally across: Bool = false, vertically down: Bool = false) throws -> String? {
        let calls = Dictionary(filters.map { ($0.name, $0) }) { $1 }
        if let keep = calls["keep"] {
            guard isSmart, let kinds = try? KeptKinds(keep.argumentText) else {
                throw BoundedCropError(.invalidArgument, "imgproxy has no word for \(keep)")
            }
            let weights = kinds.priorities.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, weight in
                "\(ImgproxySource.segment(kind.rawValue)):\(ParameterText.text(weight))"
            }
            return (["objw"] + weights).joined(separator: ":")
        }
        // With `fallback(center)`, only the objects' own option looks for them.
        if isSmart { return calls["zoom"] != nil && calls["fallback"] != nil ? nil : "sm" }
        var gravity = ImgproxyGravity()
        if let point = calls["focal_point"] {
            gravity.kind = .point
            (gravity.x, gravity.y) = try Self.shares(point)
        } else {
            gravity.kind = .place(horizontalAlignment, verticalAlignment)
            if let offset = calls["offset"] { (gravity.x, gravity.y) = try Self.shares(offset) }
        }
        gravity = gravity.mirrored(horizontally: across, vertically: down)
        let numbers = [gravity.x, gravity.y].map { ParameterText.text($0, decimals: 6) }
        guard case .place(let horizontal, let vertical) = gravity.kind else { return (["fp"] + numbers).joined(separator: ":") }
        let name = ImgproxyGravity.places.first { $0.horizontal == horizontal && $0.vertical == vertical }?.name ?? "ce"
        if gravity.x == 0, gravity.y == 0 { return name == "ce" ? nil : name }
        return ([name] + numbers).joined(separator: ":")
    }

    private static func shares(_ call: FilterCall) throws -> (Double, Double) {
        let numbers = try call.arguments.map { try ImgproxyWriter.share($0, of: call) }.compactMap {
            ParameterText.number($0, allowsExponents: true)
        }
        guard numbers.count == 2 else { throw BoundedCropError(.invalidArgument, "imgproxy has no word for \(call)") }
        return (numbers[0], numbers[1])
    }
}
