internal import BoundedCrop
internal import BoundedCropRendering

/// What imgproxy keeps when it cuts parts of a picture off.
struct ImgproxyGravity: Hashable, Sendable {
    /// The kind of gravity.
    enum Kind: Hashable, Sendable {
        /// An edge, a corner or the center; nil is the middle along an axis.
        case place(RenderRequest.HorizontalAlignment?, RenderRequest.VerticalAlignment?)
        /// A point, as shares of the sides.
        case point
        /// Faces, or what stands out.
        case smart
        /// Objects of these classes with weights; all objects if there are none.
        case objects([Weight])
    }

    /// A class of objects and its weight.
    struct Weight: Hashable, Sendable {
        let name: String
        let weight: Double
    }

    var kind = Kind.place(nil, nil)
    /// The offsets, or the coordinates of a point.
    var x = 0.0
    var y = 0.0

    /// The names of edges and corners.
    static let places: [(name: String, horizontal: RenderRequest.HorizontalAlignment?, vertical: RenderRequest.VerticalAlignment?)] = [
        ("ce", nil, nil), ("no", nil, .top), ("so", nil, .bottom), ("ea", .right, nil), ("we", .left, nil),
        ("noea", .right, .top), ("nowe", .left, .top), ("soea", .right, .bottom), ("sowe", .left, .bottom),
    ]

    /// The center.
    init() {}

    /// Parses all arguments of an option. Throws `invalidURL`.
    init(_ option: ImgproxyOption) throws {
        let name = option.arguments[0]
        switch name {
        case "sm":
            try option.check(count: 1...1)
            kind = .smart
        case "fp":
            try option.check(count: 3...3)
            kind = .point
            (x, y) = (try option.number(1, in: 0...1), try option.number(2, in: 0...1))
        case "obj", "objw":
            kind = .objects(try Self.weights(option, isWeighted: name == "objw"))
        default:
            guard let place = Self.places.first(where: { $0.name == name }) else {
                let names = Self.places.map(\.name).joined(separator: ", ")
                throw option.failure("needs a gravity: \(names), sm, fp:X:Y, obj:CLASS or objw:CLASS:WEIGHT")
            }
            try option.check(count: 1...3)
            kind = .place(place.horizontal, place.vertical)
            x = option.has(1) ? try option.number(1, in: -1e6...1e6) : 0
            y = option.has(2) ? try option.number(2, in: -1e6...1e6) : 0
        }
    }

    private static func weights(_ option: ImgproxyOption, isWeighted: Bool) throws -> [Weight] {
        let texts = option.arguments.dropFirst().filter { !$0.isEmpty }
        guard !isWeighted || texts.count % 2 == 0 && !texts.isEmpty else { throw option.failure("needs a weight for each class") }
        var weights: [Weight] = []
        for index in stride(from: 0, to: texts.count, by: isWeighted ? 2 : 1) {
            let name = texts[index]
            guard isName(name) else { throw option.failure("has a class that is not a name: “\(name)”") }
            let weight = isWeighted ? ParameterText.number(texts[index + 1], allowsExponents: true) : 1
            guard let weight, (0...1000).contains(weight) else { throw option.failure("needs weights from 0 to 1000") }
            weights.removeAll { $0.name == name }
            weights.append(Weight(name: name, weight: weight))
        }
        guard weights.count <= 64 else { throw option.failure("has \(weights.count) classes, more than the limit of 64") }
        guard weights.isEmpty || weights.contains(where: { $0.weight > 0 }) else {
            throw option.failure("leaves no class: give one a weight")
        }
        return weights
    }

    /// Whether a class can be written in a filter.
    private static func isName(_ text: String) -> Bool {
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x80 || Int.isDigit(byte) || "-_ .".utf8.contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        return isPlain && !ends.contains { $0?.properties.isWhitespace ?? true }
    }

    /// Whether features are looked for.
    var isSmart: Bool {
        switch kind {
        case .smart, .objects: true
        case .place, .point: false
        }
    }

    /// Whether classes have other weights than `all`, which the service has no word for.
    var losesWeights: Bool {
        guard case .objects(let weights) = kind, let all = weights.first(where: { $0.name == "all" }) else { return false }
        return weights.contains { $0.weight != all.weight }
    }

    /// Whether an offset is in pixels of the output.
    var hasPixels: Bool {
        guard case .place = kind else { return false }
        return abs(x) >= 1 || abs(y) >= 1
    }

    /// The gravity of the same place in the mirrored picture.
    func mirrored(horizontally: Bool, vertically: Bool) -> ImgproxyGravity {
        var other = self
        switch kind {
        case .place(let horizontal, let vertical):
            let across = horizontally ? horizontal.map { $0 == .left ? .right : .left } : horizontal
            let down = vertically ? vertical.map { $0 == .top ? .bottom : .top } : vertical
            other.kind = .place(across, down)
            if horizontally, horizontal == nil { other.x = -x }
            if vertically, vertical == nil { other.y = -y }
        case .point:
            if horizontally { other.x = 1 - x }
            if vertically { other.y = 1 - y }
        case .smart, .objects: break
        }
        return other
    }
}

extension RenderRequest.Crop {
    /// Places the crop by imgproxy's gravity.
    ///
    /// - Parameters:
    ///   - density: What offsets in pixels are multiplied by.
    ///   - inPixels: Whether the picture has the pixels that are counted. imgproxy adds one to the free room before it halves it, and
    ///     rounds to even.
    mutating func place(_ gravity: ImgproxyGravity, density: Double = 1, inPixels: Bool = false) throws {
        switch gravity.kind {
        case .place(let horizontal, let vertical):
            align(horizontal, vertical)
            func length(_ offset: Double, isCentered: Bool) -> RenderRequest.Length {
                if offset != 0, abs(offset) < 1 { return .share(offset) }
                return .pixels(min(max((offset * density).rounded(), -1e6), 1e6) + (isCentered && inPixels ? 0.5 : 0))
            }
            let lengths = RenderRequest.Lengths(
                x: length(gravity.x, isCentered: horizontal == nil),
                y: length(gravity.y, isCentered: vertical == nil)
            )
            if lengths != RenderRequest.Lengths(x: .pixels(0), y: .pixels(0)) { offset = lengths }
        case .point: focalPoint = RenderRequest.Lengths(x: .share(gravity.x), y: .share(gravity.y))
        case .smart: detects = true
        case .objects(let weights):
            detects = true
            // All faces are what a smart crop looks for anyway.
            let isPlain = weights.isEmpty || weights.allSatisfy { $0.name == "all" || $0.name == "face" && $0.weight == 1 }
            guard !isPlain, !weights.contains(where: { $0.name == "all" }) else { return }
            kept = try KeptKinds(Dictionary(weights.map { (Feature.Kind(rawValue: $0.name), $0.weight) }) { _, last in last })
        }
    }
}
