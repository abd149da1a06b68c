/// Everything that determines a crop: the picture, the detector, the aspect ratio and the other settings that affect the crop, but not the
/// output's size.
package struct CropCacheKey: Hashable, Sendable, CustomStringConvertible {
    /// The caller's name for the picture.
    package let name: String
    /// The accuracy of the detection.
    package let accuracy: DetectionAccuracy
    /// Which features the crop must contain.
    package let scheme: BoundingScheme
    /// Which kinds of features are considered, with their priorities; nil for all.
    package let kept: KeptKinds?
    /// Nil for the picture's own shape.
    package let aspect: AspectRatio?
    /// The padding around each feature.
    package let padding: Padding
    /// The detector's `cacheKey`, including model and parameters.
    package let detector: String
    /// Whether features are detected at all.
    package let detectsFeatures: Bool
    /// Where to crop if nothing is found.
    package let fallback: CropRequest.Fallback
    /// Whether finding nothing is an error.
    package let requiresFeature: Bool
    /// The rectangle to crop; nil for a crop that is planned.
    package let rectangle: Rect?
    /// How much tighter the crop is than the largest possible one; nil for the largest.
    package let zoom: CropRequest.Zoom?
    /// How large the crop can be.
    package let room: CropRequest.Room
    /// The only feature that counts, by its place in the order of sizes; nil for all.
    package let rank: Int?
    /// Where the faces are in a crop with room to move.
    package let placement: CropRequest.Placement
    /// Whether the output is turned to its faces.
    package let rotatesToFaces: Bool
    /// How the crop is turned and scaled around a face; nil if it is not.
    package let alignment: FaceAlignment?
    package let fill: EdgeFill?
    /// A size that has no aspect, because it is impossible; nil otherwise.
    private let impossibleSize: PixelSize?

    /// Creates the key of a request for a picture. Requests for two sizes of one shape have the same key.
    ///
    /// A request for an impossible size also has a key, derived from that size alone; the cropper rejects the request.
    /// - Parameter name: Identifies the picture; must change when the picture does.
    package init(name: String, request: CropRequest, detector: any FeatureDetector) {
        self.name = name
        self.detector = detector.cacheKey
        accuracy = request.accuracy
        (scheme, kept) = (request.scheme, request.kept)
        padding = request.padding
        detectsFeatures = request.detectsFeatures
        fallback = request.fallback
        requiresFeature = request.requiresFeature
        (zoom, room, rank, rectangle) = (request.zoom, request.room, request.rank, request.rectangle)
        (placement, rotatesToFaces, alignment, fill) = (request.placement, request.rotatesToFaces, request.alignment, request.fill)
        switch request.shape {
        case .size(let size) where size.width < 1 || size.height < 1:
            (aspect, impossibleSize) = (nil, size)
        case .size(let size):
            (aspect, impossibleSize) = (AspectRatio(size), nil)
        case .aspect(let ratio):
            (aspect, impossibleSize) = (ratio, nil)
        case .source:
            (aspect, impossibleSize) = (nil, nil)
        }
    }

    /// The key as text, for disk and logs: equal keys have the same text, different keys different texts.
    package var description: String {
        let zoomText = zoom.map { "\($0.fill)x\($0.tightness)" } ?? "none"
        let parts = [
            name, accuracy.rawValue, scheme.rawValue, aspectText, paddingText, detector,
            String(detectsFeatures), fallback.rawValue, String(requiresFeature), zoomText,
            placement.rawValue, String(rotatesToFaces), alignment?.cacheText ?? "none", kept?.text ?? "", fill?.description ?? "",
            room.cacheText, rank.map { String($0) } ?? "", rectangleText,
        ]
        return parts.map(Self.escaped).joined(separator: "|")
    }

    private var aspectText: String {
        aspect?.description ?? impossibleSize.map { "impossible \($0)" } ?? "source"
    }

    /// The rectangle with all digits.
    private var rectangleText: String {
        rectangle.map { "\($0.x + 0),\($0.y + 0),\($0.width),\($0.height)" } ?? ""
    }

    /// The padding with all digits; its own description is rounded.
    private var paddingText: String {
        [padding.top, padding.right, padding.bottom, padding.left]
            .map { length in
                // Adding 0 turns -0 into 0, so that equal values have the same text.
                switch length {
                case .pixels(let value): "\(value + 0)px"
                case .fraction(let value): "\(value + 0)"
                }
            }
            .joined(separator: ",")
    }

    /// Escapes separators in a text.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if "\\|,;()".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
