/// The crop to make of a picture.
public struct CropRequest: Hashable, Sendable {
    /// The shape of the output.
    public enum Shape: Hashable, Sendable {
        /// Exactly this many pixels. The crop has the same aspect and is scaled to this size.
        case size(PixelSize)
        /// The largest crop of this shape, at the picture's own resolution.
        case aspect(AspectRatio)
        /// The picture's own shape.
        case source
    }

    /// A tighter crop than the largest possible one. It depends on the faces alone and not on the output's size: a small face may be enlarged
    /// to reach that, unless `allowsUpscaling` is off.
    public struct Zoom: Hashable, Sendable {
        /// The fraction of the crop's width or height, whichever is tighter, that the bounding rectangle fills: above 0, at most 1.
        public var fill: Double
        /// Where the crop's size lies between the largest crop, 0, and the one that the rectangle fills as stated, 1.
        public var tightness: Double

        /// Creates a zoom. The values are checked when a crop is planned, which throws `invalidArgument` if one is out of range.
        public init(fill: Double, tightness: Double = 1) {
            self.fill = fill
            self.tightness = tightness
        }
    }

    /// The part of the picture's size that a crop can take.
    package enum Room: Hashable, Sendable {
        /// The picture's size: crops are as large as their shape allows.
        case whole
        /// At most this many pixels, and at most the picture's: crops of the shape `source` have exactly that size, others are the largest
        /// of their shape inside it.
        case pixels(PixelSize)
        /// The picture's size, divided by a factor of 1...100.
        case magnified(Double)
    }

    /// What to do if nothing is found in a picture.
    public enum Fallback: String, Hashable, Sendable, Codable, CaseIterable {
        /// Crop around what is likely to be the subject, or around the center if nothing stands out.
        case attention
        /// Crop around the center.
        case center
    }

    /// Where the faces are in a crop that is larger than it must be.
    public enum Placement: String, Hashable, Sendable, Codable, CaseIterable {
        /// In the center.
        case center
        /// On the nearer third lines. A face that is turned aside has more room in front of it.
        case thirds
        /// With the eyes at a third from the top, or up to a quarter where that shows more of shoulders and hands, and in the middle between
        /// left and right, or a little beside it where that leaves no half person at an edge. Other features are in the center.
        case headroom
    }

    /// The shape of the output. The sides of a size are 1...65535; for others planning throws `invalidArgument`.
    public var shape: Shape
    /// The part of the upright picture to crop, in its pixels, whatever is in it; nil, the default, for a crop that is planned.
    ///
    /// Nothing is detected, and no padding is added. With the shape `source`, the crop is exactly this rectangle, to the nearest pixels.
    /// Otherwise it is the smallest rectangle of the shape that holds it, around its center as far as the picture's edges allow; if none fits
    /// into the picture, the largest one of the shape. It is the same at all sizes of one aspect. Parts beyond the picture are left out, and
    /// planning throws `invalidArgument` if nothing is inside, or for a side that is not above 0. Excludes a zoom, a room, a rank, an
    /// alignment, a turn to the faces and a required face.
    public var rectangle: Rect?
    /// Which of the features the crop must contain; all by default.
    public var scheme = BoundingScheme.all
    /// The kinds of features that the crop considers, each with a priority that takes the place of its features' own; nil, the default, for
    /// all with the priorities that they have. Features of other kinds are as if they had not been found.
    public var kept: KeptKinds?
    /// The padding around each feature.
    public var padding = Padding.standard
    /// The accuracy of the detection; low, the fast one, by default.
    public var accuracy = DetectionAccuracy.low
    /// Whether to detect features. If not, the crop is an aspect fill from the center.
    public var detectsFeatures = true
    /// Nil, the default, uses the largest crop of the shape. A zoom only applies if the crop can contain the whole bounding rectangle.
    public var zoom: Zoom?
    /// How large the crop can be; as large as the picture by default. A zoom makes it smaller, never larger.
    package var room = Room.whole
    /// Only the feature with this place in the order of sizes counts, 1 for the largest, as if no other had been found; nil, the default, for
    /// all. Where there are fewer features, all count.
    package var rank: Int?
    /// Where the faces are in a crop with room to move; with headroom by default. It changes no size, and the crop contains all that the
    /// centered one does.
    public var placement = Placement.headroom
    /// Whether the output is turned upright if all faces that it shows agree on a quarter turn. The shape is that of the output. Off by
    /// default; no effect with an alignment, and none where no landmarks say how faces are turned.
    public var rotatesToFaces = false
    /// Turns and scales the crop around the eyes of one face; nil by default. The face is the one with the greatest weight, or by the scheme
    /// the largest or smallest. Without a face whose eyes are known, planning throws `noFeatureFound`. Excludes a zoom; the padding and the
    /// placement have no effect.
    public var alignment: FaceAlignment?
    /// What the output shows beyond the picture where no crop of the shape holds all that it must: it then shows all of the bounding rectangle.
    /// Nil, the default, crops to the best part of it. No effect with an alignment, a limited room, and for an output that is turned.
    public var fill: EdgeFill?
    /// Where to crop if nothing is found; around what stands out by default.
    public var fallback = Fallback.attention
    /// Whether finding nothing is an error.
    public var requiresFeature = false
    /// Whether to enlarge a crop that is smaller than the requested size. If not, the crop keeps its own resolution.
    public var allowsUpscaling = true

    /// The turn of the output that is being planned; the other values are for the picture's own coordinates then.
    var outputTurn: QuarterTurn?

    /// Creates a request for a shape, with defaults for everything else.
    public init(_ shape: Shape) {
        self.shape = shape
    }

    /// Creates a request for exactly this many pixels.
    public init(width: Int, height: Int) {
        self.init(.size(PixelSize(width: width, height: height)))
    }

    /// What was looked for, for errors.
    var noFeature: String { kept.map { "nothing of the kinds \($0.text)" } ?? "no face" }

    func check() throws {
        if case .size(let size) = shape, !(1...65_535).contains(size.width) || !(1...65_535).contains(size.height) {
            throw BoundedCropError(.invalidArgument, "the size \(size) is not possible: sides are 1...65535 pixels")
        }
        if case .aspect(let aspect) = shape, max(aspect.width, aspect.height) > AspectRatio.longestSide {
            throw BoundedCropError(.invalidArgument, "the aspect \(aspect) is not possible: sides are at most \(AspectRatio.longestSide)")
        }
        if let zoom, !(zoom.fill > 0 && zoom.fill <= 1) {
            throw BoundedCropError(.invalidArgument, "the zoom must be above 0 and at most 1, not \(zoom.fill)")
        }
        if let zoom, !(0...1).contains(zoom.tightness) {
            throw BoundedCropError(.invalidArgument, "the zoom's tightness must be from 0 to 1, not \(zoom.tightness)")
        }
        if let rank, rank < 1 { throw BoundedCropError(.invalidArgument, "the rank must be 1 or above, not \(rank)") }
        try room.check()
        try checkRectangle()
        if let alignment { try check(alignment) }
        guard padding.isUsable else {
            throw BoundedCropError(.invalidArgument, "the padding \(padding) is not possible: lengths are 0 or above")
        }
    }

    private func check(_ alignment: FaceAlignment) throws {
        try alignment.check()
        let others = [
            (zoom != nil, "a zoom"), (room != .whole, "a limited room"), (!detectsFeatures, "a crop without detection"),
        ]
        guard let other = others.first(where: \.0) else { return }
        throw BoundedCropError(.invalidArgument, "an alignment and \(other.1) cannot be used together")
    }

    /// The aspect of the crop in a picture, or its room in the picture, of this size.
    package func aspect(for picture: PixelSize) -> AspectRatio {
        switch shape {
        case .size(let size): AspectRatio(size)
        case .aspect(let aspect): aspect
        case .source: AspectRatio(picture)
        }
    }

    /// The size of the output for a plan.
    package func outputSize(for plan: CropPlan) -> PixelSize { outputSize(forCropOf: plan.naturalSize) }

    /// The size of the output for as many pixels as the crop has.
    package func outputSize(forCropOf natural: PixelSize) -> PixelSize {
        guard case .size(let size) = shape else { return natural }
        let enlarges = natural.width < size.width || natural.height < size.height
        return enlarges && !allowsUpscaling ? natural : size
    }
}

extension CropRequest.Room {
    /// Throws `invalidArgument`.
    func check() throws {
        switch self {
        case .whole: break
        case .pixels(let size):
            guard size.width > 0, size.height > 0 else {
                throw BoundedCropError(.invalidArgument, "a room of \(size) is not possible: sides are 1 pixel or more")
            }
        case .magnified(let factor):
            guard (1...100).contains(factor) else {
                throw BoundedCropError(.invalidArgument, "a magnification of \(factor) is not possible: it is 1 to 100")
            }
        }
    }

    /// The size in a picture.
    package func size(in picture: PixelSize) -> PixelSize {
        switch self {
        case .whole: picture
        case .pixels(let size): PixelSize(width: min(size.width, picture.width), height: min(size.height, picture.height))
        case .magnified(let factor):
            PixelSize(
                width: Int(Double(picture.width) / factor, within: 1...picture.width),
                height: Int(Double(picture.height) / factor, within: 1...picture.height)
            )
        }
    }

    /// The room in the coordinates of a picture whose output is turned.
    func turned(by turn: QuarterTurn) -> Self {
        if case .pixels(let size) = self { .pixels(turn.turned(size)) } else { self }
    }

    /// Different for all rooms.
    var cacheText: String {
        switch self {
        case .whole: ""
        case .pixels(let size): size.description
        case .magnified(let factor): "\(factor)"
        }
    }
}
