import BoundedCrop
import TestSupport

/// Finds the same square in every picture, reports each call, and waits for pictures of given shades until they are released.
struct HeldDetector: FeatureDetector {
    let name = "held"
    let calls = Counter()
    let started = Events(of: Shade?.self)
    private let gates: [Shade: Gate]

    init(holding shades: Set<Shade> = []) {
        gates = Dictionary(uniqueKeysWithValues: shades.map { ($0, Gate()) })
    }

    func release(_ shade: Shade) { gates[shade]?.open() }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        calls.enter()
        defer { calls.leave() }
        let shade = try picture.pixels(longSide: 8).shade
        started.post(shade)
        shade.flatMap { gates[$0] }?.pass()
        return [Feature(Rect(x: 2, y: 2, width: 4, height: 4))]
    }

    func cropper(cache: CropCache? = CropCache(trimsUnderMemoryPressure: false)) -> BoundedCropper {
        BoundedCropper(detector: self, cache: cache, workers: WorkerPool(threadCount: 2))
    }
}
