package import BoundedCrop

extension RenderRequest {
    /// The horizontal position of a crop.
    package enum HorizontalAlignment: String, Hashable, Sendable, Codable, CaseIterable {
        case left, center, right
    }

    /// The vertical position of a crop.
    package enum VerticalAlignment: String, Hashable, Sendable, Codable, CaseIterable {
        case top, middle, bottom
    }

    /// Where a picture is cropped.
    package struct Crop: Hashable, Sendable, SparseCodable {
        /// Whether features are detected that must stay visible. Off by default.
        package var detects = false
        /// Whether the crop is planned as if nothing had been found where none are detected, instead of aligned. Off by default.
        package var isPlanned = false
        /// The horizontal position of the crop if nothing else determines it; nil, the default, for the center.
        package var horizontalAlignment: HorizontalAlignment?
        /// The vertical position of the crop if nothing else determines it; nil, the default, for the middle.
        package var verticalAlignment: VerticalAlignment?
        /// The part of the upright picture that is cropped, whatever is in it; nil, the default, for a crop around what is in the picture.
        /// It is brought to the target's shape as ``CropRequest/rectangle`` says.
        package var rectangle: Region?
        /// The features that count; all by default.
        package var scheme = BoundingScheme.all
        /// The kinds of features that count, with their priorities; nil, the default, for all. Focal regions always count.
        package var kept: KeptKinds?
        /// The padding around each feature; nil, the default, for the surface's, or for none around given places.
        package var padding: Padding?
        /// The share of the crop that the features take, above 0 and at most 1; nil, the default, for the largest crop.
        package var zoom: Double?
        /// Where the crop's size lies between the largest one, 0, and the one that the features fill, 1; nil, the default, for that of the zoom.
        package var tightness: Double?
        /// Where the features are in a crop with room to move; with headroom by default.
        package var placement = CropRequest.Placement.headroom
        /// Whether the crop is turned to its faces. Off by default.
        package var rotatesToFaces = false
        /// The order in which each face gets a picture of its own; nil, the default, for one picture of all. It is for jobs that can make several
        /// pictures: where one is rendered, it is an error.
        package var eachFace: FaceOrder?
        /// The only feature that counts, by its place in the order of sizes, from 1; nil, the default, for all.
        package var rank: Int?
        /// Turns and scales the crop around the eyes of one face; nil, the default, for none. Its fill is `alignmentFill`.
        package var alignment: FaceAlignment?
        /// What shows where an aligned crop reaches beyond the picture; nil, the default, is the alignment's own fill, or an error.
        package var alignmentFill: EdgeFill?
        /// What shows beyond the picture where no crop holds all that must be seen; nil, the default, for a crop of the best part of it.
        package var fill: EdgeFill?
        /// The document that the picture is for; nil, the default, for none. Where a request is read, it gives the alignment and the size unless the
        /// request has its own. What speaks against a photo for it is told.
        package var document: DocumentPhoto?
        /// Whether what speaks against a photo for a document is an error. Off by default.
        package var isStrict = false
        /// The name of the detector; nil, the default, for the surface's.
        package var detector: String?
        /// Which detections count.
        package var limits = DetectionLimits()
        /// How much of what may be a face is hidden by the steps that hide faces.
        package var hides = HidingExtent.likely
        /// Whether the features that a file lists are used before any are detected. Off by default.
        package var usesEmbeddedRegions = false
        /// The detection accuracy; low by default.
        package var accuracy = DetectionAccuracy.low
        /// Where to crop if nothing is found; around what stands out by default.
        package var fallback = CropRequest.Fallback.attention
        /// Whether finding nothing is an error. Off by default.
        package var requiresFeature = false
        /// Features of the upright picture to crop around instead of detecting them.
        package var places: [Feature] = []
        /// The same as regions that may be shares of the picture.
        package var focalRegions: [Region] = []
        /// The point to center the crop on instead of its alignment; nil, the default, for none.
        package var focalPoint: Lengths?
        /// How far the crop is moved from its place: inward from a right or bottom edge that it is aligned to; nil, the default, for not at all.
        package var offset: Lengths?
        /// The size of the crop instead of the largest of its aspect, 0 for all of a side; nil, the default, for none.
        package var window: Lengths?
        /// What the largest crop is divided by, 1...100; 1 by default.
        package var magnification = 1.0

        /// Creates the largest crop in the center.
        package init() {}

        /// Creates what says how features are looked for.
        package init(detector: String?, limits: DetectionLimits = DetectionLimits()) { (self.detector, self.limits) = (detector, limits) }

        /// See `SparseCodable`.
        package static let fields: [SparseField<Crop>] = [
            SparseField("detects", \.detects), SparseField("planned", \.isPlanned),
            SparseField("horizontalAlignment", \.horizontalAlignment),
            SparseField("verticalAlignment", \.verticalAlignment), SparseField("rectangle", \.rectangle), SparseField("scheme", \.scheme),
            SparseField("keep", \.kept),
            SparseField("padding", \.padding), SparseField("zoom", \.zoom, in: 1e-6...1),
            SparseField("tightness", \.tightness, in: 0...1), SparseField("placement", \.placement),
            SparseField("autoRotate", \.rotatesToFaces),
            SparseField("eachFace", \.eachFace), SparseField("rank", \.rank, in: 1...(.max)), SparseField("align", \.alignment),
            SparseField("alignFill", \.alignmentFill), SparseField("document", \.document), SparseField("strict", \.isStrict),
            SparseField("fill", \.fill),
            SparseField("detector", \.detector) { _ = try $0.map { try DetectorExpression($0) } },
            SparseField("limits", \.limits) { try $0.check() },
            SparseField("hide", \.hides), SparseField("embeddedRegions", \.usesEmbeddedRegions),
            SparseField("accuracy", \.accuracy), SparseField("fallback", \.fallback), SparseField("requireFace", \.requiresFeature),
            SparseField("places", \.places) { try $0.forEach { try $0.rectangle.check() } }, SparseField("focalRegions", \.focalRegions),
            SparseField("focalPoint", \.focalPoint), SparseField("offset", \.offset), SparseField("window", \.window),
            SparseField("magnification", \.magnification, in: 1...100),
        ]

        /// Aligns the crop.
        package mutating func align(_ horizontal: HorizontalAlignment?, _ vertical: VerticalAlignment?) {
            (horizontalAlignment, verticalAlignment) = (horizontal, vertical)
        }

        /// How tight the crop is around the features; nil for the largest crop.
        package var cropZoom: CropRequest.Zoom? {
            guard zoom != nil || tightness != nil else { return nil }
            return CropRequest.Zoom(fill: zoom ?? 1, tightness: tightness ?? 1)
        }

        /// Whether the picture may go on beyond its edges, blurred.
        package var softensEdges: Bool {
            func isSoft(_ fill: EdgeFill?) -> Bool { fill == .edge || fill == .blur }
            return isSoft(fill) || alignment != nil && isSoft(alignmentFill ?? alignment?.fill)
        }

        /// Whether the crop is for a document, so that what speaks against it is told.
        package var isForDocument: Bool { document != nil || alignment?.text == FaceAlignment.passport.text }

        /// The shape of a crop for which none is asked: documents and what networks were trained with have a size, all others have the picture's
        /// shape.
        package var ownShape: AskedShape { document.map { .paper($0.size) } ?? .pixels(.exact(ownPixels)) }

        /// That shape at the usual density.
        package var ownPixels: CropRequest.Shape {
            if let document, let shape = try? document.size.shape(at: PaperSize.standardDensity) { return shape.ofCrop }
            return alignment?.template.map { .size($0.size) } ?? .source
        }

        /// Aligns the crop for a document.
        package mutating func take(_ document: DocumentPhoto) { (self.document, alignment) = (document, document.alignment) }

        /// Makes the detector that looks for features, of any kind that there is.
        ///
        /// - Throws: `invalidArgument` for an unknown name, and what is wrong with a file that it names.
        package func makeDetector(unlessNamed standard: String = "yunet") throws -> any FeatureDetector {
            var limits = limits
            limits.hiding = hides
            return try DetectorExpression(detector ?? standard).makeDetector(limits: limits)
        }

        /// Whether places are given, so that nothing is detected.
        package var hasPlaces: Bool { !places.isEmpty || !focalRegions.isEmpty }

        /// Whether the output may show a frame that is turned, or that reaches beyond the picture.
        var hasFrame: Bool { alignment != nil || fill != nil }

        /// Whether features are looked for.
        package var searches: Bool { detects && !hasPlaces && rectangle == nil }

        /// Whether the crop has a plan; others are aligned.
        package var hasPlan: Bool { detects || isPlanned || rectangle != nil }

        /// What there is to say of given places of which a picture of this size does not have all.
        package func warnings(in size: PixelSize) -> [String] {
            guard let rectangle = rectangle?.rect(in: size) else { return FixedFeatureDetector(places(in: size)).notes(in: size) }
            return [rectangle.note("the crop \(rectangle.text)", in: size)].compactMap(\.self)
        }

        /// The given features in a picture of this size.
        package func places(in size: PixelSize) -> [Feature] {
            places + focalRegions.map { Feature($0.rect(in: size), kind: .region) }
        }

        /// How large a crop can be in a picture of this size.
        package func room(in size: PixelSize) -> CropRequest.Room {
            let room: CropRequest.Room = magnification > 1 ? .magnified(magnification) : .whole
            guard let window else { return room }
            func side(_ length: Length, _ side: Int) -> Int {
                let pixels = length.pixels(along: side)
                return pixels == 0 ? side : Int(pixels, within: 1...max(1, side))
            }
            let whole = PixelSize(width: side(window.x, size.width), height: side(window.y, size.height))
            return .pixels(magnification > 1 ? room.size(in: whole) : whole)
        }
    }
}

extension RenderRequest.Stage {
    /// The stage as a request for crops of the picture's own shape.
    ///
    /// - Parameter padding: The padding around what is detected, unless the stage has one. Given places have none of themselves.
    package func cropRequest(padding: Padding = .standard) -> CropRequest {
        var request = CropRequest(.source)
        request.scheme = crop.scheme
        // Given places are always kept.
        request.kept = crop.hasPlaces ? nil : crop.kept
        request.padding = crop.padding ?? (crop.hasPlaces ? .zero : padding)
        request.accuracy = crop.accuracy
        request.detectsFeatures = crop.detects
        request.zoom = crop.cropZoom
        request.rank = crop.rank
        request.placement = crop.placement
        request.rotatesToFaces = crop.rotatesToFaces
        request.alignment = crop.alignment
        if let fill = crop.alignmentFill { request.alignment?.fill = fill }
        request.fill = crop.fill
        request.fallback = crop.fallback
        request.requiresFeature = crop.requiresFeature
        request.allowsUpscaling = target.enlargesCrops
        return request
    }
}

extension RenderRequest.Stage {
    /// The crop of the given rectangle, in coordinates of what trimming and cutting leave of a picture; nil if none is given.
    ///
    /// - Throws: `invalidArgument` if nothing of it is there, and for what makes no sense with it.
    func givenPlan(in region: PixelRect, of picture: PixelSize) throws -> CropPlan? {
        guard let rectangle = crop.rectangle?.rect(in: picture) else { return nil }
        var request = cropRequest()
        request.shape = target.shape(in: region.size)
        request.room = crop.room(in: region.size)
        request.rectangle = rectangle.moved(x: -Double(region.x), y: -Double(region.y))
        return try CropPlanner.plan(features: [], size: region.size, request: request)
    }
}

extension DetectionLimits {
    /// Throws `invalidArgument` for limits out of range.
    fileprivate func check() throws {
        guard (0...1).contains(minimumConfidence), (0...1).contains(minimumSize ?? 0), maximumCount >= 1 else {
            throw BoundedCropError(.invalidArgument, "shares are from 0 to 1, and a count is 1 or more")
        }
    }
}

extension Rect {
    /// Throws `invalidArgument` for sides below 0.
    fileprivate func check() throws {
        guard width >= 0, height >= 0 else { throw BoundedCropError(.invalidArgument, "a side is 0 or more") }
    }
}
