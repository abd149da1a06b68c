internal import BoundedCrop
internal import BoundedCropEffects

/// How far effects may go that anybody may ask for.
enum EffectBounds {
    /// Pixels of a blur's radius or sigma.
    static let largestBlur = 150.0
    /// Pixels that a shadow or a reflection may be away.
    private static let furthest = 1000.0

    /// Throws `limitExceeded` for an effect that would take more time or memory than it is worth.
    static func check(_ effect: any ImageEffect) throws {
        switch effect {
        case let blur as GaussianBlur: try check(blur.sigma, "a blur", largestBlur)
        case let shadow as Shadow:
            try check(shadow.blur, "a shadow's blur", largestBlur)
            try check(max(abs(shadow.offset.x), abs(shadow.offset.y)), "a shadow's offset", furthest)
        case let reflection as Reflection: try check(abs(reflection.gap), "a reflection's gap", furthest)
        default: break
        }
    }

    /// The largest that a picture of this size may be after an effect.
    static func size(of size: PixelSize, after effect: any ImageEffect) -> PixelSize {
        switch effect {
        case let shadow as Shadow:
            let (x, y) = (2 * (abs(shadow.offset.x) + shadow.blur + 1), 2 * (abs(shadow.offset.y) + shadow.blur + 1))
            return PixelSize(width: size.width + Int(x), height: size.height + Int(y))
        case let reflection as Reflection:
            // As much room above as below.
            return PixelSize(width: size.width, height: 3 * size.height + 2 * Int(abs(reflection.gap)) + 2)
        case let scale as Scale: return scale.size
        case let scale as CropAndScale: return scale.size
        case let crop as Crop: return PixelSize(width: side(crop.rectangle.width), height: side(crop.rectangle.height))
        default: return size
        }
    }

    /// More than any picture has, where it is.
    private static func side(_ length: Double) -> Int { Int(min(max(length, 0), 1e6)) + 1 }

    private static func check(_ value: Double, _ name: String, _ limit: Double) throws {
        guard value <= limit else { throw BoundedCropError(.limitExceeded, "\(name) of \(value) pixels exceeds the limit of \(limit)") }
    }
}
