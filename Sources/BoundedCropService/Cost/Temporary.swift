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
extension ImageSource {
    func decodingBytes(covering crops: [(rectangle: PixelRect, size: PixelSize)]) -> Int {
        crops.reduce(0) { $0 + $1.rectangle.size.area.multipliedSaturated(by: 4) }
    }
    func overviewBytes(longSide: Int) -> Int { size.fitted(longSide: longSide * 2).area * 4 }
}
extension EncodingOptions {
    func workingBytes(for size: PixelSize) -> Int { size.area * 8 }
}
extension FeatureDetector {
    func lookingSide(accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 1024 : 2048 }
    func lookingBytes(accuracy: DetectionAccuracy) -> Int { 0 }
}
