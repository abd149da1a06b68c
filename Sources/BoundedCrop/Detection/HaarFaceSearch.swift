/// Searches for faces with the built-in cascades.
///
/// `frontalface_alt2` proposes faces, with a low minimum number of neighbors, so that few are missed. `frontalface_alt` then checks each
/// proposal, at that place alone and at its best scale: two cascades that were trained separately rarely make the same error.
struct HaarFaceSearch: HaarSearch {
    private static let proposer = HaarCascadeModel(builtIn: "frontalface_alt2")
    private static let confirmer = HaarCascadeModel(builtIn: "frontalface_alt")
    /// It only detects heads that look to the left.
    private static let profile = HaarCascadeModel(builtIn: "profileface")

    func detections(in picture: any Picture, accuracy: DetectionAccuracy, smallest: Double) throws -> [Feature] {
        let plane = try picture.luma(longSide: accuracy == .low ? 480 : 960)
        let proposals = try Self.proposer.detect(in: plane, settings(neighbors: accuracy == .low ? 2 : 3, smallest, plane))
        var found = try proposals.map { proposal in
            // Stage sums of this cascade are near 55 for what is barely a face and near 57 for a clear one.
            let certainty = logistic(proposal.weight, middle: 55.5, width: 0.5)
            let isConfirmed = try confirms(proposal.rectangle, in: plane)
            let face = Self.face(inSquare: proposal.rectangle)
            return Feature(picture.rectangle(face, in: plane.size), confidence: (isConfirmed ? 1 + certainty : certainty) / 2)
        }
        if accuracy == .high { found += try profiles(in: picture, smallest: smallest) }
        return found
    }

    /// These cascades return squares; a face is narrower and extends further up and down. The fractions are medians over labeled photos.
    private static func face(inSquare square: Rect) -> Rect {
        Rect(
            x: square.x + 0.07 * square.width,
            y: square.y - 0.05 * square.height,
            width: 0.86 * square.width,
            height: 1.11 * square.height
        )
    }

    private func settings(neighbors: Int, _ smallest: Double, _ plane: LumaPlane) -> HaarCascadeModel.Settings {
        // The cascades were trained on windows of 20 pixels and cannot find anything smaller.
        .init(minimumNeighbors: neighbors, smallestSide: .smallest(smallest, of: plane.size))
    }

    /// Searches a place again, with a margin around it, scaled so that the face would be 96 pixels wide.
    private func confirms(_ rectangle: Rect, in plane: LumaPlane) throws -> Bool {
        let side = 96.0
        let room = 0.4
        let window = Padding(.fraction(room)).applied(to: rectangle).intersection(plane.size.bounds)
        let scale = side / rectangle.width
        let size = PixelSize(
            width: Int(window.width * scale, within: 24...960),
            height: Int(window.height * scale, within: 24...960)
        )
        let settings = HaarCascadeModel.Settings(minimumNeighbors: 2, smallestSide: 57)
        return try !Self.confirmer.detect(in: plane.resampled(window, to: size), settings).isEmpty
    }

    /// Profiles: only those above a minimum size, where this cascade is reliable.
    private func profiles(in picture: any Picture, smallest: Double) throws -> [Feature] {
        let plane = try picture.luma(longSide: 480)
        let settings = settings(neighbors: 6, max(smallest, 0.05), plane)
        let toLeft = try Self.profile.detect(in: plane, settings)
        let toRight = try Self.profile.detect(in: plane.oriented(.upMirrored), settings).map { detection in
            let box = detection.rectangle
            let mirrored = Rect(x: Double(plane.width) - box.maxX, y: box.y, width: box.width, height: box.height)
            return (rectangle: mirrored, weight: detection.weight)
        }
        return (toLeft + toRight).map { detection in
            Feature(picture.rectangle(detection.rectangle, in: plane.size), confidence: logistic(detection.weight, middle: 0, width: 2))
        }
    }
}

/// Searches with one custom cascade.
struct SingleCascadeSearch: HaarSearch {
    let model: HaarCascadeModel
    let kind: Feature.Kind

    func detections(in picture: any Picture, accuracy: DetectionAccuracy, smallest: Double) throws -> [Feature] {
        let plane = try picture.luma(longSide: accuracy == .low ? 480 : 960)
        var settings = HaarCascadeModel.Settings()
        settings.smallestSide = .smallest(smallest, of: plane.size)
        return try model.detect(in: plane, settings).map { detection in
            // The scale of weights differs between cascades. Three agreeing hits alone already give at least 0.5.
            let certainty = logistic(detection.weight, middle: 0, width: 2)
            return Feature(picture.rectangle(detection.rectangle, in: plane.size), confidence: (1 + certainty) / 2, kind: kind)
        }
    }
}
