/// Plans the crop of an alignment: a frame around one face, so that its eyes are level at a stated place.
enum FaceFraming {
    /// The frame for the face of the request's scheme among those with landmarks: the one with the greatest weight, or by scheme the
    /// largest or smallest.
    ///
    /// Throws `noFeatureFound` without such a face, `invalidArgument` if the frame reaches beyond the picture and has no fill.
    static func frame(
        of features: [Feature],
        _ alignment: FaceAlignment,
        _ request: CropRequest,
        aspect: AspectRatio,
        in picture: PixelSize
    ) throws -> AlignedFrame {
        let faces = features.filter { frame(around: $0, alignment, aspect) != nil }
        let face = request.scheme == .all ? faces.max { $0.weight < $1.weight } : request.scheme.features(of: faces).first
        guard let frame = face.flatMap({ frame(around: $0, alignment, aspect) }) else {
            throw BoundedCropError(.noFeatureFound, missing(features.count, request, in: picture))
        }
        _ = try frame.rectangle(in: picture)
        guard frame.overhang(beyond: picture) <= AlignedFrame.slack || alignment.fill != nil else {
            throw BoundedCropError(
                .invalidArgument,
                """
                the aligned crop would reach \(frame.overhangText(beyond: picture)) beyond the picture of \(picture): fill them with the \
                picture’s edges or with a color, or show less around the face
                """
            )
        }
        return frame
    }

    /// The frame around one face; nil if its landmarks are not known, or too close to say anything about its direction.
    private static func frame(around face: Feature, _ alignment: FaceAlignment, _ aspect: AspectRatio) -> AlignedFrame? {
        guard let landmarks = face.landmarks else { return nil }
        if let template = alignment.template {
            var frame = template.frame(around: landmarks, aspect: aspect)
            frame?.fill = alignment.fill
            return frame
        }
        guard let eyes = landmarks.eyeLine, eyes.distance >= 1, let angle = face.roll else { return nil }
        return frame(around: eyes, angle: angle, alignment, aspect)
    }

    private static func frame(around eyes: EyeLine, angle: Double, _ alignment: FaceAlignment, _ aspect: AspectRatio) -> AlignedFrame {
        let width =
            switch alignment.scale {
            case .eyeDistance(let share): eyes.distance / share
            case .headHeight(let share): FaceAlignment.headsPerEyeDistance * eyes.distance / share * aspect.value
            }
        let height = width / aspect.value
        // From the eyes to the center, along and across the line through them.
        let (along, below) = ((0.5 - alignment.horizontal) * width, (0.5 - alignment.eyeLine) * height)
        let (x, y) = (eyes.direction.x, eyes.direction.y)
        let center = Point(x: eyes.middle.x + along * x - below * y, y: eyes.middle.y + along * y + below * x)
        return AlignedFrame(center: center, width: width, height: height, angle: angle, fill: alignment.fill)
    }

    private static func missing(_ count: Int, _ request: CropRequest, in picture: PixelSize) -> String {
        guard count > 0 else { return "\(request.noFeature) was found in the picture of \(picture), and an alignment needs one" }
        return """
            an alignment needs a face whose eyes are known, but of the \(count) found in the picture of \(picture) none has them: use a \
            detector with landmarks, such as yunet
            """
    }
}
