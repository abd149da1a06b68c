internal import BoundedCrop

/// What is known of a picture before it is looked at, and who hears of what is found otherwise.
package struct Looking: Sendable {
    let known: Finds?
    let onFound: @Sendable (Finds) -> Void

    package init(known: Finds? = nil, onFound: @escaping @Sendable (Finds) -> Void = { _ in }) {
        (self.known, self.onFound) = (known, onFound)
    }

    /// A detector that only looks at the picture if it is not known.
    func detector(_ detector: any FeatureDetector) -> any FeatureDetector {
        RecallingDetector(detector: detector, looking: self)
    }

    /// The animation, which is only looked at if it is not known.
    func followed(_ follow: () throws -> FollowedAnimation) rethrows -> FollowedAnimation {
        if case .animation(let followed)? = known { return followed.animation }
        let animation = try follow()
        onFound(.animation(Finds.Followed(animation)))
        return animation
    }
}

/// Another detector, with what is known of the one picture that it is used for.
private struct RecallingDetector: FeatureDetector {
    let detector: any FeatureDetector
    let looking: Looking

    var name: String { detector.name }
    var cacheKey: String { detector.cacheKey }
    var forHiding: any FeatureDetector { detector.forHiding }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detection(in: picture, accuracy: accuracy).features
    }

    func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        if case .picture(let found)? = looking.known { return found }
        let found = try detector.detection(in: picture, accuracy: accuracy)
        looking.onFound(.picture(found))
        return found
    }

    func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        detector.boundingRectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }
}
