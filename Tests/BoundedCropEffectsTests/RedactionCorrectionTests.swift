import BoundedCrop
import BoundedCropEffects
import Testing

/// What people hide and show of what redactions find.
@Suite struct RedactionCorrectionTests {
    private static let face = Rect(x: 20, y: 10, width: 12, height: 16)

    @Test(arguments: [
        // The middle of the face is at 26,18.
        (Rect(x: 20, y: 10, width: 12, height: 16), true), (Rect(x: 26, y: 18, width: 12, height: 16), true),
        (Rect(x: 26.1, y: 10, width: 12, height: 16), false), (Rect(x: 20, y: 18.1, width: 12, height: 16), false),
        (Rect(x: 14, y: 2, width: 24, height: 32), true), (Rect(x: 14, y: 2, width: 24.1, height: 32.1), false),
        (Rect(x: 23, y: 14, width: 6, height: 8), true), (Rect(x: 23, y: 14, width: 5.9, height: 8), false),
        (Rect(x: 0, y: 0, width: 60, height: 40), false),
    ])
    func `what is shown is a place with its middle inside, and of a similar size`(shown: Rect, isShown: Bool) {
        #expect(RedactionCorrection(show: [.init(shown)]).shows(Self.face) == isShown)
    }

    @Test func `a place for a time is hidden in a picture, and shown in none`() {
        let correction = RedactionCorrection(hide: [.init(Self.face, from: 1, to: 2)], show: [.init(Self.face, from: 1, to: 2)])
        #expect(correction.hidden() == [Self.face] && !correction.shows(Self.face))
        for (time, isThere) in [(0.9, false), (1, true), (2, true), (2.1, false)] {
            #expect(correction.hidden(at: time).isEmpty != isThere && correction.shows(Self.face, at: time) == isThere)
        }
        let open = RedactionCorrection(hide: [.init(Self.face, from: 1)], show: [.init(Self.face, to: 1)])
        #expect(open.hidden(at: 0.5).isEmpty && open.hidden(at: 1e6) == [Self.face])
        #expect(open.shows(Self.face, at: 0.5) && !open.shows(Self.face, at: 1.5))
    }

    @Test func `what is hidden stays hidden, and what is shown takes only its own find away`() throws {
        let picture = try Pictures.noise(60, 40)
        let small = Feature(Rect(x: 25, y: 17, width: 3, height: 3)), region = Feature(Self.face, kind: .region)
        let detector = FixedFeatureDetector([Feature(Self.face), small, region], name: "faces")
        let hidden = Rect(x: 21, y: 11, width: 11, height: 15)
        let correction = RedactionCorrection(hide: [.init(hidden)], show: [.init(Self.face)])
        let corrected = correction.correcting(detector)
        let found = try corrected.forHiding.features(in: picture, accuracy: .high)
        #expect(found.map(\.rectangle) == [small.rectangle, region.rectangle, hidden])
        #expect(corrected.cacheKey != detector.cacheKey && corrected.cacheKey != RedactionCorrection().correcting(detector).cacheKey)
        #expect(corrected.cacheKey != RedactionCorrection(hide: correction.show, show: correction.hide).correcting(detector).cacheKey)
        #expect(
            try picture.redacted(.fill(.black), detector: corrected, margin: 0, shape: .rectangle)
                == picture.redacted(.fill(.black), features: found, margin: 0, shape: .rectangle)
        )
    }

    @Test func `several corrections add up, each place once`() {
        let (one, other) = (RedactionCorrection.Place(Self.face), RedactionCorrection.Place(Self.face, from: 1))
        let sum = RedactionCorrection(hide: [one]).adding(RedactionCorrection(hide: [one, other], show: [one]))
        #expect(sum == RedactionCorrection(hide: [one, other], show: [one]))
        let scaled = RedactionCorrection(hide: [other]).scaled(x: 2, y: 0.5)
        #expect(scaled.hide == [.init(Rect(x: 40, y: 5, width: 24, height: 8), from: 1)])
    }

    @Test func `an audit does not name a face that somebody shows`() throws {
        let file = try ImageSource(bytes: Pictures.noise(60, 40).blocking.encoded(as: .png()))
        let detector = FixedFeatureDetector([Self.face])
        let correction = RedactionCorrection(show: [.init(Self.face)])
        #expect(try RedactionAudit(of: file, detector: detector).findings.count == 1)
        #expect(try RedactionAudit(of: file, shown: { correction.shows($0) }, detector: detector).findings.isEmpty)
    }
}
