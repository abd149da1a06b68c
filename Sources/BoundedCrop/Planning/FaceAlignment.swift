/// Turns and scales a crop so that the eyes of one face are level, at a stated place of the output, or so that eyes, nose and mouth are close to
/// the points of a template: for avatars, pictures on documents, and collections of faces that are compared.
///
/// Only geometry is decided here. Pose, light, expression and background of a picture for a document stay what they are.
public struct FaceAlignment: Hashable, Sendable, Codable {
    /// How large the face is in the output.
    public enum Scale: Hashable, Sendable, Codable {
        /// The distance between the centers of the eyes, as a share of the output's width: 0.01...1.
        case eyeDistance(Double)
        /// The height of the head from the crown to the chin, as a share of the output's height: 0.05...5. Landmarks do not say it; it is
        /// taken as `FaceAlignment.headsPerEyeDistance` times the distance of the eyes.
        case headHeight(Double)
    }

    /// The height of the eyes, as a share of the output's height from the top: 0...1.
    package var eyeLine: Double
    /// The size of the face.
    package var scale: Scale
    /// The point between the eyes, as a share of the output's width from the left: 0...1; in the middle by default.
    package var horizontal: Double
    /// What shows where the output reaches beyond the picture. Nil, the default, makes that an error.
    package var fill: EdgeFill?
    /// The points that all five landmarks are brought to, as closely as a turn and a scale can; nil, the default, aligns by the eyes alone. With
    /// a template, the other numbers have no effect.
    package var template: FaceTemplate?

    /// Creates an alignment by the eyes. All numbers are checked when a crop is planned, which throws `invalidArgument` if one is out of range.
    public init(eyeLine: Double, scale: Scale, horizontal: Double = 0.5, fill: EdgeFill? = nil) {
        self.eyeLine = eyeLine
        self.scale = scale
        self.horizontal = horizontal
        self.fill = fill
    }

    /// For pictures on documents, with an aspect of 35:45: the head from the crown to the chin takes 75% of the height, in the middle of the
    /// 70% to 80% of ICAO's guidelines for photographs (Doc 9303), with the eyes at 45% from the top. Beyond the picture's edges, its edges
    /// go on. See `docs/cropping.md`.
    public static let passport = FaceAlignment(eyeLine: 0.45, scale: .headHeight(0.75), fill: .edge)

    /// For avatars, square or round: the head takes 60% of the height, with the eyes at 45% from the top.
    public static let avatar = FaceAlignment(eyeLine: 0.45, scale: .headHeight(0.6))

    /// For networks that recognize faces: eyes, nose and mouth at the points of ArcFace, in an output of 112x112 pixels. It is black beyond the
    /// picture's edges, as in the pictures that such networks were trained with.
    public static let arcFace = FaceAlignment(template: .arcFace)

    /// Creates an alignment to the points of a template; black beyond the picture's edges by default. The eye line and the distance of the eyes
    /// are then the template's, for information.
    package init(template: FaceTemplate, fill: EdgeFill? = .color(.black)) {
        self.init(eyeLine: 0.46, scale: .eyeDistance(0.31), fill: fill)
        self.template = template
    }

    /// The height of an adult's head, from the crown to the chin and without hair, in distances of the eyes: about 227 mm to 63 mm. The mean
    /// distance is that of N. A. Dodgson, "Variation and extrema of human interpupillary distance", SPIE 5291, 2004; the height is an
    /// estimate. Children's heads are taller in proportion to their eyes' distance.
    package static let headsPerEyeDistance = 3.6

    func check() throws {
        try Self.check(eyeLine, in: 0...1, "the eye line of an alignment")
        try Self.check(horizontal, in: 0...1, "the horizontal place of an alignment")
        switch scale {
        case .eyeDistance(let share): try Self.check(share, in: 0.01...1, "the distance of the eyes in an alignment")
        case .headHeight(let share): try Self.check(share, in: 0.05...5, "the height of the head in an alignment")
        }
    }

    private static func check(_ share: Double, in range: ClosedRange<Double>, _ name: String) throws {
        guard !range.contains(share) else { return }
        throw BoundedCropError(.invalidArgument, "\(name) is a share from \(range.lowerBound) to \(range.upperBound), not \(share)")
    }
}

extension FaceAlignment {
    /// Creates an alignment from text: `passport`, `avatar`, `arcface`, or shares of the output such as `45%,30%`: the height of the eyes from the top,
    /// the distance between them, and optionally the horizontal place of the point between them. A share is a percentage or a number: `0.45`.
    ///
    /// Nil for anything else, and for numbers out of range. The fill is not part of the text: it is the edge with `passport`, black
    /// with `arcface`, and nil otherwise.
    package init?(_ text: String) {
        switch text {
        case "passport": self = .passport
        case "avatar": self = .avatar
        case FaceTemplate.arcFace.rawValue: self = .arcFace
        default:
            let shares = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.share($0) ?? .nan }
            guard shares.count == 2 || shares.count == 3 else { return nil }
            self.init(eyeLine: shares[0], scale: .eyeDistance(shares[1]), horizontal: shares.count == 3 ? shares[2] : 0.5)
            guard (try? check()) != nil else { return nil }
        }
    }

    /// The text that is read as this alignment, but for decimals; a head's height other than those with names is that of its eyes' distance
    /// in an output as wide as high.
    package var text: String {
        if let template { return template.rawValue }
        for (name, preset) in [("passport", Self.passport), ("avatar", .avatar)] where with(fill: preset.fill) == preset { return name }
        let distance =
            switch scale {
            case .eyeDistance(let share): share
            case .headHeight(let share): share / Self.headsPerEyeDistance
            }
        return [eyeLine, distance, horizontal].map { Decimals.text($0 * 100) + "%" }.joined(separator: ",")
    }

    private func with(fill: EdgeFill?) -> FaceAlignment {
        var alignment = self
        alignment.fill = fill
        return alignment
    }

    private static func share(_ text: Substring) -> Double? {
        guard text.hasSuffix("%") else { return Decimals.number(text) }
        return Decimals.number(text.dropLast()).map { $0 / 100 }
    }

    /// All values as text: equal alignments have the same, different ones different texts.
    var cacheText: String {
        let size =
            switch scale {
            case .eyeDistance(let share): "eyes \(share + 0)"
            case .headHeight(let share): "head \(share + 0)"
            }
        return "\(eyeLine + 0) \(size) \(horizontal + 0) \(fill?.description ?? "none") \(template?.rawValue ?? "")"
    }
}

extension FaceAlignment.Scale {
    private enum CodingKeys: String, CodingKey {
        case eyeDistance, headHeight
    }

    /// Encodes an object with one member, such as `{"headHeight":0.75}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .eyeDistance(let share): try container.encode(share, forKey: .eyeDistance)
        case .headHeight(let share): try container.encode(share, forKey: .headHeight)
        }
    }

    /// Decodes such an object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
            try container.decodeIfPresent(Double.self, forKey: .eyeDistance).map { .eyeDistance($0) }
            ?? .headHeight(container.decode(Double.self, forKey: .headHeight))
    }
}
