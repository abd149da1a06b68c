import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct RedactionCountTests {
    private static func faces(_ rectangles: Rect...) -> FixedFeatureDetector { FixedFeatureDetector(rectangles.map { Feature($0) }) }

    private func covered(_ effects: [any ImageEffect]) throws -> Int? {
        let count = RedactionCount()
        _ = try Pictures.noise(60, 40).applying(effects.counting(in: count), scale: 1)
        return count.covered
    }

    private static let one = Rect(x: 5, y: 5, width: 10, height: 10)
    private static let other = Rect(x: 40, y: 20, width: 10, height: 10)

    @Test func coveredPlacesAreCounted() throws {
        #expect(try covered([.redact(.blur, detector: Self.faces(Self.one, Self.other))]) == 2)
        #expect(try covered([.redact(.blur, features: [Feature(Self.one), Feature(Self.other)])]) == 2)
        #expect(try covered([.redact(.blur, detector: Self.faces())]) == 0)
        #expect(try covered([.blur(radius: 3)]) == nil)
    }

    @Test func whatIsOutsideThePictureIsNotCovered() throws {
        let far = Rect(x: 400, y: 20, width: 10, height: 10)
        #expect(try covered([.redact(.blur, detector: Self.faces(Self.one, far))]) == 1)
        #expect(try covered([.redact(.blur, features: [Feature(far)])]) == 0)
    }

    @Test func severalDetectionsOfOnePlaceCountOnce() throws {
        let nearly = Rect(x: 6, y: 4, width: 10, height: 12)
        #expect(try covered([.redact(.blur, detector: Self.faces(Self.one, nearly, Self.other))]) == 2)
    }

    @Test func ofSeveralRedactionsTheOneThatCoversMostCounts() throws {
        let effects: [any ImageEffect] = [
            .redact(.blur, detector: Self.faces(Self.one, Self.other)), .redact(.pixelate, detector: Self.faces()),
            .redact(.blur, features: [Feature(Self.one)]),
        ]
        #expect(try covered(effects) == 2)
        #expect(try covered(Array(effects.dropFirst())) == 1)
    }

    @Test func scaledEffectsCountToo() throws {
        let count = RedactionCount()
        let effects: [any ImageEffect] = [.redact(.blur, features: [Feature(Self.one)])]
        _ = try Pictures.noise(60, 40).applying(effects.counting(in: count), scale: 2)
        #expect(count.covered == 1)
    }

    @Test func countingChangesNeitherPixelsNorKeys() throws {
        let effects: [any ImageEffect] = [
            .redact(.fill(.black), detector: Self.faces(Self.one)), .redact(.blur, features: [Feature(Self.other)]),
        ]
        let counting = effects.counting(in: RedactionCount())
        #expect(counting.map(\.cacheKey) == effects.map(\.cacheKey))
        #expect(try Pictures.noise(60, 40).applying(counting) == Pictures.noise(60, 40).applying(effects))
        #expect(counting[0] as? Redact == effects[0] as? Redact && counting[1] as? RedactFeatures == effects[1].made as? RedactFeatures)
    }

    @Test func bothDetectorsLookAtHighAccuracyByDefault() {
        let redaction = Redact(.blur)
        #expect(redaction.detector.name == "yunet+haar" && redaction.accuracy == .high && redaction.margin == 0.3)
    }
}
