internal import BoundedCrop
package import BoundedCropEffects

/// Limits for effects that anyone may request. Their memory is limited by their footprints.
package enum EffectBounds {
    /// The maximum radius or sigma of a blur, in pixels.
    package static let largestBlur = 150.0
    /// The maximum distance of a shadow or a reflection, in pixels.
    private static let furthest = 1000.0
    /// The maximum number of effects in one request.
    package static let mostEffects = 32

    /// Throws `limitExceeded` for an effect that would take too much time or memory, and `invalidArgument` for a blur below 0.
    package static func check(_ effect: any ImageEffect) throws {
        switch effect.made {
        case let blur as GaussianBlur: try check(blur.sigma, "a blur", largestBlur)
        case let shadow as Shadow:
            try check(shadow.blur, "a shadow's blur", largestBlur)
            try check(abs(shadow.offset.x), "a shadow's offset", furthest)
            try check(abs(shadow.offset.y), "a shadow's offset", furthest)
        case let reflection as Reflection: try check(abs(reflection.gap), "a reflection's gap", furthest)
        default: break
        }
    }

    private static func check(_ value: Double, _ name: String, _ limit: Double) throws {
        guard value >= 0 else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not 0 or more pixels") }
        guard value <= limit else { throw BoundedCropError(.limitExceeded, "\(name) of \(value) pixels exceeds the limit of \(limit)") }
    }
}
