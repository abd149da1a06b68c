import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ConcurrentBlurTests {
    private static let effects: [[any ImageEffect]] = [
        [.blur(radius: 9, iterations: 3, tint: .orange)], [.gaussianBlur(sigma: 2)],
        [.blur(radius: 5, in: [Rect(x: 3, y: 3, width: 9, height: 9)])],
        [.tint(.purple)], [.redact(.blur, features: [Feature(Rect(x: 20, y: 10, width: 15, height: 15))])],
        [
            .redact(.pixelate, detector: FixedFeatureDetector([Feature(Rect(x: 2, y: 4, width: 15, height: 15))])), .tint(.lime),
            .blur(radius: 2),
        ],
    ]

    @Test func concurrentEffectsGiveTheSameBytesAsSequentialOnes() async throws {
        let picture = try Pictures.noise(50, 40, opaque: false)
        let serial = try Self.effects.map { try picture.applying($0) }
        try await withThrowingTaskGroup(of: (Int, PixelBuffer).self) { group in
            for index in 0..<60 {
                group.addTask { (index % serial.count, try picture.applying(Self.effects[index % serial.count])) }
            }
            for try await (index, result) in group { #expect(result == serial[index]) }
        }
    }
}
