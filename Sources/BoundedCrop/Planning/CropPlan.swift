/// Where a picture will be cropped, and why: everything that is decided before pixels are processed.
public struct CropPlan: Hashable, Sendable, Codable {
    /// A feature and whether the crop contains all of it.
    public struct PlannedFeature: Hashable, Sendable, Codable {
        /// The feature. Its rectangle has no padding and is clipped to the picture.
        public var feature: Feature
        /// Whether the crop contains the feature as far as it lies inside the picture, without its padding.
        public var kept: Bool
        /// By how much the feature is turned, in degrees clockwise, as `Feature.roll`; nil if that is unknown.
        package var roll: Double?

        init(feature: Feature, kept: Bool, roll: Double? = nil) {
            self.feature = feature
            self.kept = kept
            self.roll = roll ?? feature.roll
        }
    }

    /// The reason for the position of the crop.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// The crop contains the whole bounding rectangle.
        case bounds
        /// No crop of this shape contains the whole bounding rectangle. The crop contains the faces with the largest total weight or, if a
        /// detector computed the rectangle in its own way, the rectangle's center.
        case bestFaces
        /// No crop of this shape contains the whole face. The crop contains the eyes and the mouth, then the chin, and then as much of
        /// forehead and hair as fits.
        case closeUp
        /// The crop is turned and scaled around the eyes of one face; see `aligned`.
        case aligned
        /// No crop of this shape contains the whole bounding rectangle, and a fill was asked for: the output shows all of it, and the fill
        /// where it reaches beyond the picture; see `aligned`.
        case filled
        /// Nothing was found, but something is likely; the crop is planned around that.
        case likely
        /// Nothing was found; the crop contains what stands out most.
        case attention
        /// The crop is centered on the mean of the features' centers, weighted by their areas, and may cut features. Only the service uses
        /// this, for compatibility with thumbor.
        case centroid
        /// The crop is the rectangle that the request gives, which is in `bounds`, brought to the shape by the smallest change.
        case given
        /// Nothing was found, or detection is off; the crop is centered.
        case center
    }

    /// The upright picture's size.
    public var size: PixelSize
    /// The requested aspect, in the picture's own coordinates: with an output that is turned by a quarter, width and height are swapped. The
    /// crop matches it as closely as whole pixels allow, unless it is aligned.
    public var aspect: AspectRatio
    /// Which of the features the crop was to contain.
    package var scheme: BoundingScheme
    /// Every feature found that lies at least partly inside the picture, in the detector's order. If the request named kinds to keep, only
    /// those of these kinds, with the priorities of their kinds.
    public var features: [PlannedFeature]
    /// The bounding rectangle of the scheme's features with their padding, or the rectangle that was given; nil if there are none.
    public var bounds: Rect?
    /// The crop, in pixels of the upright picture. For an aligned crop, the part of the picture that its frame touches.
    public var crop: PixelRect
    /// What determined the position of the crop.
    public var reason: Reason
    /// The fallback used because nothing was found; nil if something was found, or if detection is off.
    package var fallback: CropRequest.Fallback?
    /// The turn that would set the faces upright: those that the crop keeps and whose roll is known are all within 30 degrees of it. Nil if
    /// there are none, or if they differ.
    package var turn: QuarterTurn?
    /// The turn of the output, if it is turned to its faces; nil if not.
    package var outputTurn: QuarterTurn?
    /// Where the features were placed, if the request asked for something else than the center: the center still if nothing could move. Nil
    /// if the center was asked for, or the crop holds no feature whole.
    package var placement: CropRequest.Placement?
    /// The frame that the output shows, if it is aligned or filled; nil for a rectangle of the picture.
    package var aligned: AlignedFrame?
    /// The kinds of features that were considered, with their priorities; nil for all, or if detection is off.
    package var kept: KeptKinds?
}

extension CropPlan {
    /// This plan, checked and updated, in case it has been edited: which features are kept is determined from the crop, and the aspect is
    /// the crop's own if it no longer matches the requested one. The crop of an aligned plan follows from its frame.
    ///
    /// Throws `invalidArgument` when the plan is not for a picture of this size, the crop is empty or extends outside it, or the crop would
    /// be distorted at the output size.
    package func checked(for picture: PixelSize, scaledTo output: PixelSize) throws -> CropPlan {
        guard size == picture else {
            throw BoundedCropError(.invalidArgument, "the plan is for a picture of \(size), not for one of \(picture)")
        }
        guard crop.width > 0, crop.height > 0, size.bounds.contains(crop.rect) else {
            throw BoundedCropError(.invalidArgument, "the plan's crop, \(crop), does not lie inside the picture of \(size)")
        }
        if let aligned { return try checked(aligned, scaledTo: output) }
        // Both sizes are rounded to whole pixels.
        let longest = max(crop.width, crop.height, output.width, output.height)
        let upright = (outputTurn ?? .zero).turned(output)
        guard crop.size.hasShape(upright.width, upright.height, tolerance: longest) else {
            throw BoundedCropError(
                .invalidArgument,
                "the plan's crop of \(crop.size) would be distorted at \(output): use a size of the crop's own shape"
            )
        }
        var plan = self
        if !crop.size.hasShape(aspect.width, aspect.height, tolerance: max(aspect.width, aspect.height)) {
            plan.aspect = AspectRatio(crop.size)
        }
        for index in features.indices { plan.features[index].kept = holds(features[index].feature) }
        return plan
    }

    /// This plan with features that it did not consider.
    package func noting(_ others: [Feature]) -> CropPlan {
        var plan = self
        plan.features += others.map { PlannedFeature(feature: $0, kept: holds($0)) }
        return plan
    }

    /// JSON has rectangles to a hundredth of a pixel.
    private func holds(_ feature: Feature) -> Bool { Padding(.pixels(0.01)).applied(to: crop.rect).contains(feature.rectangle) }

    private func checked(_ frame: AlignedFrame, scaledTo output: PixelSize) throws -> CropPlan {
        var plan = self
        plan.crop = try frame.rectangle(in: size)
        // JSON has frames to a hundredth of a pixel and a thousandth of a degree.
        guard frame.fill != nil || frame.overhang(beyond: size) <= 1 else {
            throw BoundedCropError(
                .invalidArgument,
                "the plan's aligned frame reaches \(frame.overhangText(beyond: size)) beyond the picture of \(size), and has no fill"
            )
        }
        let (width, height) = (Double(output.width), Double(output.height))
        guard abs(frame.width * height - frame.height * width) <= max(frame.width, frame.height, width, height) else {
            let shape = "\(Decimals.text(frame.width))x\(Decimals.text(frame.height))"
            throw BoundedCropError(
                .invalidArgument,
                "the plan's aligned frame of \(shape) would be distorted at \(output): use a size of the frame's own shape"
            )
        }
        for index in features.indices { plan.features[index].kept = frame.contains(features[index].feature.rectangle) }
        return plan
    }
}

extension PixelSize {
    /// Whether the cross products of the sides differ by at most the tolerance. A tolerance of the ratio's longer side allows one pixel of
    /// this size.
    package func hasShape(_ otherWidth: Int, _ otherHeight: Int, tolerance: Int) -> Bool {
        abs(Double(width) * Double(otherHeight) - Double(height) * Double(otherWidth)) <= Double(tolerance)
    }
}

extension CropPlan {
    /// The size of an output with as many pixels as the crop has; that of the largest crop of the shape for one that is filled, as large as
    /// it would be without a fill.
    package var naturalSize: PixelSize {
        if reason == .filled { return CropWindow.largest(aspect, in: size) }
        return aligned?.naturalSize ?? (outputTurn ?? .zero).turned(crop.size)
    }

    /// The aspect of the output.
    package var outputAspect: AspectRatio {
        outputTurn?.swapsSides == true ? AspectRatio(aspect.height, aspect.width) : aspect
    }

    /// The part of the picture that the output shows upright; nil if the output is turned, so that other places than the crop's corners are
    /// at its corners.
    package var uprightCrop: PixelRect? { aligned == nil && (outputTurn ?? .zero) == .zero ? crop : nil }

    /// Whether the output shows all of a rectangle.
    func shows(_ rectangle: Rect) -> Bool { aligned?.contains(rectangle) ?? crop.rect.contains(rectangle) }

    /// The features as far as the output shows them, in its pixels. The landmarks of those at its edge may be outside.
    package func features(inOutputOf size: PixelSize) -> [Feature] {
        features.compactMap { planned in
            var feature = planned.feature
            feature.landmarks = feature.landmarks?.map { place(of: $0, in: size) }
            feature.rectangle = aligned.map { $0.place(of: feature.rectangle, in: size) } ?? place(of: feature.rectangle, in: size)
            feature.rectangle = feature.rectangle.intersection(size.bounds)
            return feature.rectangle.isEmpty ? nil : feature
        }
    }

    private func place(of point: Point, in size: PixelSize) -> Point {
        if let aligned {
            let share = aligned.share(point)
            return Point(x: share.x * Double(size.width), y: share.y * Double(size.height))
        }
        let natural = naturalSize
        let inCrop = Rect(x: point.x - Double(crop.x), y: point.y - Double(crop.y), width: 0, height: 0)
        let turned = (outputTurn ?? .zero).turned(inCrop, in: crop.size)
        return Point(
            x: turned.x * Double(size.width) / Double(natural.width),
            y: turned.y * Double(size.height) / Double(natural.height)
        )
    }

    private func place(of rectangle: Rect, in size: PixelSize) -> Rect {
        let shown = rectangle.intersection(crop.rect).moved(x: -Double(crop.x), y: -Double(crop.y))
        let natural = naturalSize
        return (outputTurn ?? .zero).turned(shown, in: crop.size)
            .scaled(x: Double(size.width) / Double(natural.width), y: Double(size.height) / Double(natural.height))
    }
}

extension AlignedFrame {
    /// The place of a rectangle in an output of this size. It keeps its center and its size, so it still marks what it marked: an upright
    /// rectangle around a turned one would be larger. If the output is turned by more than half a quarter, the sides are swapped.
    fileprivate func place(of rectangle: Rect, in size: PixelSize) -> Rect {
        let center = share(Point(x: rectangle.midX, y: rectangle.midY))
        let isLying = abs(across.y) > abs(across.x)
        let (width, height) = isLying ? (rectangle.height, rectangle.width) : (rectangle.width, rectangle.height)
        let (horizontal, vertical) = (Double(size.width) / self.width, Double(size.height) / self.height)
        return Rect(
            x: center.x * Double(size.width) - width * horizontal / 2,
            y: center.y * Double(size.height) - height * vertical / 2,
            width: width * horizontal,
            height: height * vertical
        )
    }
}
