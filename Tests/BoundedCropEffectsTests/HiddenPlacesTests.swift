import BoundedCrop
import BoundedCropEffects
import Synchronization
import TestSupport
import Testing

/// What is found in the whole picture stays hidden, whatever other effects do to it.
@Suite struct HiddenPlacesTests {
    private static let picture = try? Pictures.noise(60, 40)
    private static let face = Rect(x: 20, y: 10, width: 12, height: 16)

    private static func redact(_ detector: any FeatureDetector) -> Redact {
        .redact(.fill(Color(red: 1, green: 0, blue: 1)), detector: detector, margin: 0, shape: .rectangle)
    }

    private static func isCovered(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
        let start = (y * pixels.width + x) * 4
        return pixels.bytes[start] == 255 && pixels.bytes[start + 1] == 0 && pixels.bytes[start + 2] == 255
    }

    /// Finds the face only in the whole picture, as a detector does of whose face a crop leaves a part.
    private static let onlyInWhole = ClosureFeatureDetector(name: "whole") { picture, _ in
        picture.size == PixelSize(width: 60, height: 40) ? [Feature(face)] : []
    }

    @Test(arguments: [
        ([], 1), ([Rect(x: 20, y: 10, width: 12, height: 8)], 0), ([Rect(x: 20, y: 10, width: 12, height: 7)], 1),
        ([Rect(x: 0, y: 0, width: 60, height: 40)], 0), ([Rect(x: 40, y: 10, width: 12, height: 16)], 1),
    ])
    func `an audit finds what is not covered by half`(covers: [Rect], count: Int) throws {
        let file = try ImageSource(bytes: Pictures.noise(60, 40).blocking.encoded(as: .png()))
        #expect(try RedactionAudit(of: file, besides: { _ in covers }, detector: Self.onlyInWhole).findings.count == count)
    }

    /// Effects before the redaction, and places of their results that show the face or do not.
    private static let moves: [(effect: any ImageEffect, covered: (Int, Int), free: (Int, Int))] = [
        (.crop(to: Rect(x: 26, y: 12, width: 30, height: 20)), (0, 0), (8, 0)),
        (.flip(.horizontal), (60 - 21, 11), (21, 11)),
        (.rotate(degrees: 90), (18, 33), (5, 5)),
        (Contrast(50), (21, 11), (19, 9)),
        (Scale(to: PixelSize(width: 120, height: 80)), (43, 23), (35, 15)),
    ]

    @Test(arguments: moves.indices) func hidesWhatIsFoundBeforeTheEffectsThatComeFirst(index: Int) throws {
        let (effect, covered, free) = Self.moves[index]
        let picture = try #require(Self.picture)
        let count = RedactionCount()
        let made = try picture.applying([effect, Self.redact(Self.onlyInWhole)].counting(in: count))
        let flat = effect is Contrast ? try picture.applying([Self.redact(Self.onlyInWhole), effect]) : made
        #expect(effect is Contrast ? made == flat : Self.isCovered(made, covered.0, covered.1))
        #expect(!Self.isCovered(made, free.0, free.1))
        #expect(count.covered == 1 && count.places.map(\.rectangle) == [Self.face] && count.places[0].frames.isEmpty)
    }

    @Test func aFaceThatTheCropCutsIsHiddenAndOneOutsideIsNotCounted() throws {
        let picture = try #require(Self.picture)
        let cropper = BlockingCropper(detector: FixedFeatureDetector([Rect(x: 26, y: 0, width: 30, height: 40)]))
        let plan = try cropper.plan(picture, for: CropRequest(.size(PixelSize(width: 30, height: 40))))
        #expect(plan.crop.x > 20 && plan.crop.x < 32)
        let count = RedactionCount()
        let crop = try cropper.render(plan, of: picture, applying: [Self.redact(Self.onlyInWhole)].counting(in: count))
        #expect(Self.isCovered(crop.pixels, 0, 12) && !Self.isCovered(crop.pixels, 32 - plan.crop.x, 12) && count.covered == 1)
        let outside = RedactionCount()
        let far = FixedFeatureDetector([Rect(x: 0, y: 0, width: 5, height: 5)])
        let plain = try cropper.render(plan, of: picture, applying: [Self.redact(far)].counting(in: outside))
        #expect(outside.covered == 0 && outside.places.isEmpty)
        #expect(try plain.pixels == cropper.render(plan, of: picture).pixels)
    }

    @Test func aCropAroundFacesStillFindsThemIfItIsTheFirstOfTheOtherEffects() throws {
        let picture = try #require(Self.picture)
        let seeing = ClosureFeatureDetector(name: "seeing") { picture, _ in
            (picture as? PixelBuffer) == Self.picture ? [Feature(Self.face)] : []
        }
        let crop = BoundedCropping(CropRequest(.size(PixelSize(width: 12, height: 16))), detector: seeing)
        for effects in [[crop, Self.redact(seeing)], [Self.redact(seeing), crop]] as [[any ImageEffect]] {
            let made = try picture.applying(effects)
            #expect(made.size == PixelSize(width: 12, height: 16) && Self.isCovered(made, 6, 8))
        }
    }

    @Test func equalRedactionsLookOnce() throws {
        let looks = Mutex(0)
        let detector = ClosureFeatureDetector(name: "counting") { _, _ in
            looks.withLock { $0 += 1 }
            return [Feature(Self.face)]
        }
        _ = try Pictures.noise(60, 40).applying([Self.redact(detector), .redact(.blur, detector: detector), .flip(.vertical)])
        #expect(looks.withLock { $0 } == 1)
    }

    @Test func framesAreNamedInWhichAPlaceWasCovered() throws {
        let source = try Fixture.source("animations/to_and_fro.gif")
        let detector = ClosureFeatureDetector(name: "dark") { _, _ in [Feature(Rect(x: 3, y: 4, width: 20, height: 30))] }
        let count = RedactionCount()
        _ = try source.applying([Self.redact(detector)].counting(in: count), toFramesAs: .gif())
        let frames = Array(0..<(try source.animationInfo().frameCount))
        #expect(count.places.map(\.rectangle) == [Rect(x: 3, y: 4, width: 20, height: 30)] && count.places.first?.frames == frames)
    }
}
