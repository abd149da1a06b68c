import Benchmark
import BoundedCrop
import BoundedCropEffects
import Measuring
import Pictures

/// Each effect on 12 megapixels of opaque noise.
let benchmarks: @Sendable () -> Void = {
    lazy var picture = Result { try noise(size: PixelSize(width: 4000, height: 3000), seed: 1) }
    measure("blur, radius 40, 3 iterations", memory: true) { _ = try picture.get().applying([.blur(radius: 40, iterations: 3)]) }
    measure("gaussian blur, sigma 20", memory: true) { _ = try picture.get().applying([.gaussianBlur(sigma: 20)]) }
    measure("shadow, offset 10 and 10, blur 20", memory: true) {
        _ = try picture.get().applying([.shadow(offset: Point(x: 10, y: 10), blur: 20)])
    }
    measure("reflection, scale 0.4, gap 4, alpha 0.6", memory: true) {
        _ = try picture.get().applying([.reflection(scale: 0.4, gap: 4, alpha: 0.6)])
    }
    measure("corner radius 100", memory: true) { _ = try picture.get().applying([.cornerRadius(100)]) }
    measure("tint", memory: true) { _ = try picture.get().applying([.tint(Color(red: 0.2, green: 0.4, blue: 0.8))]) }
}
