internal import BoundedCrop
internal import BoundedCropEffects

struct EffectFootprint {
    var resultSize: PixelSize
    var workingBytes = 0
}
extension ImageEffect {
    func footprint(on size: PixelSize) -> EffectFootprint {
        let result = EffectBounds.size(of: size, after: self)
        return EffectFootprint(resultSize: result, workingBytes: result.area.multipliedSaturated(by: 8))
    }
}
extension FeatureDetector {
    func lookingSide(accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 1024 : 2048 }
    func lookingBytes(accuracy: DetectionAccuracy) -> Int { 0 }
}
