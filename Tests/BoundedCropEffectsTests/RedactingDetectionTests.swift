import BoundedCrop
import BoundedCropEffects
import Synchronization
import Testing

@Suite struct RedactingDetectionTests {
    private struct Broken: Error {}

    private static let face = Feature(Rect(x: 10, y: 8, width: 12, height: 14))

    @Test func hidesDetectedFeatures() throws {
        let picture = try Pictures.noise(40, 30)
        let detector = ClosureFeatureDetector(name: "one") { _, _ in [Self.face] }
        #expect(
            try picture.redacted(.pixelate, detector: detector, margin: 0.2, shape: .rectangle)
                == picture.redacted(.pixelate, features: [Self.face], margin: 0.2, shape: .rectangle)
        )
    }

    /// A crop takes the surer one only.
    @Test func hidesWhatAnotherDetectionIsSurerAbout() throws {
        let picture = try Pictures.noise(40, 30)
        let large = Feature(Rect(x: 4, y: 4, width: 24, height: 20), confidence: 0.6)
        let small = Feature(Rect(x: 10, y: 8, width: 6, height: 6), confidence: 0.9)
        let far = Feature(Rect(x: 32, y: 20, width: 6, height: 6), confidence: 0.5)
        var limits = DetectionLimits()
        limits.maximumCount = 1
        let union = UnionFeatureDetector([FixedFeatureDetector([large, far], name: "a"), FixedFeatureDetector([small])], limits: limits)
        #expect(try union.features(in: picture, accuracy: .high) == [small])
        #expect(
            try picture.redacted(.fill(.black), detector: union, margin: 0, shape: .rectangle)
                == picture.redacted(.fill(.black), features: [large, far], margin: 0, shape: .rectangle)
        )
    }

    @Test func leavesThePictureUnchangedIfNothingIsDetected() throws {
        let picture = try Pictures.noise(40, 30)
        #expect(try picture.redacted(.blur, detector: FixedFeatureDetector([Feature]())) == picture)
    }

    @Test func refusesThePictureIfDetectionFails() throws {
        let picture = try Pictures.noise(40, 30)
        let broken = ClosureFeatureDetector(name: "broken") { _, _ in throw Broken() }
        let effects: [any ImageEffect] = [.blur(radius: 3), .redact(.pixelate, detector: broken), .tint(.red)]
        #expect(throws: Broken.self) { try picture.applying(effects) }
        #expect(throws: Broken.self) { try picture.redacted(.fill(.black), detector: broken) }
        let failing = ClosureFeatureDetector(name: "failing") { _, _ in throw BoundedCropError(.detectionFailed, "it broke") }
        expectRefusal(.redact(.blur, detector: failing), .detectionFailed, of: picture)
        // If one of several detectors fails, the picture is refused even if another one finds something.
        let union = UnionFeatureDetector([FixedFeatureDetector([Self.face]), failing])
        expectRefusal(.redact(.blur, detector: union), .detectionFailed, of: picture)
    }

    @Test func detectsInTheUnchangedPictureWithTheGivenAccuracy() throws {
        let seen = Mutex<[(PixelBuffer?, DetectionAccuracy)]>([])
        let detector = ClosureFeatureDetector(name: "seeing") { picture, accuracy in
            seen.withLock { $0.append((picture as? PixelBuffer, accuracy)) }
            return [Self.face]
        }
        let picture = try Pictures.noise(40, 30)
        _ = try picture.applying([.tint(.gray), .redact(.pixelate, detector: detector)])
        _ = try picture.applying([.redact(.pixelate, detector: detector, accuracy: .low)])
        let calls = seen.withLock { $0 }
        #expect(calls.map(\.1) == [.high, .low])
        #expect(calls.map(\.0) == [picture, picture])
    }

    @Test func cacheKeysIncludeAllParameters() {
        let (one, other) = (FixedFeatureDetector([Self.face]), FixedFeatureDetector([Feature(Rect(x: 1, y: 2, width: 3, height: 4))]))
        let effects: [any ImageEffect] = [
            .redact(.blur), .redact(.pixelate), .redact(.fill(.black)), .redact(.fill(.clear)), .redact(.blur, detector: one),
            .redact(.blur, detector: other), .redact(.blur, accuracy: .low), .redact(.blur, margin: 0), .redact(.blur, shape: .rectangle),
            .redact(.blur, features: [Self.face]), .redact(.blur, features: [Self.face], margin: 0), .redact(.blur, features: []),
            .redact(.blur, features: [Self.face], shape: .rectangle), .redact(.pixelate, features: [Self.face]),
            .redact(.blur, features: [Self.face, Self.face]),
        ]
        #expect(Set(effects.map(\.cacheKey)).count == effects.count)
        #expect(Redact(.blur, detector: one) == Redact(.blur, detector: one))
        #expect(Redact(.blur, detector: one) != Redact(.blur, detector: other))
    }

    @Test func effectsCanBeWrittenAsAList() {
        let effects: [any ImageEffect] = [.blur(radius: 8, iterations: 3), .tint(.red), .redact(.pixelate)]
        #expect(effects.count == 3)
        #expect(effects[0].made as? Blur == Blur(radius: 8, iterations: 3))
    }
}
