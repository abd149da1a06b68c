import TestSupport
import Testing

@testable import BoundedCrop

/// Where faces are hidden, no detection takes the place of another.
@Suite(.timeLimit(.minutes(15))) struct HiddenPlacesTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))
    private static let face = Feature(Rect(x: 100, y: 20, width: 60, height: 80), confidence: 0.6)
    /// Inside the face, and surer.
    private static let alarm = Feature(Rect(x: 110, y: 40, width: 20, height: 20), confidence: 0.9)

    private func found(_ detector: any FeatureDetector) throws -> [Feature] { try detector.features(in: Self.picture, accuracy: .high) }

    private func union(_ change: (inout DetectionLimits) -> Void = { _ in }) -> UnionFeatureDetector {
        var limits = DetectionLimits()
        change(&limits)
        let members = [FixedFeatureDetector([Self.face], name: "a"), FixedFeatureDetector([Self.alarm], name: "b")]
        return UnionFeatureDetector(members, limits: limits)
    }

    @Test func aSurerDetectionInsideAFaceDoesNotReplaceIt() throws {
        #expect(try found(union()) == [Self.alarm])
        #expect(try found(union().forHiding) == [Self.alarm, Self.face])
        #expect(try found(union { $0.maximumCount = 1 }.forHiding) == [Self.alarm, Self.face])
        #expect(try found(UnionFeatureDetector([union(), union()]).forHiding) == [Self.alarm, Self.face])
    }

    /// The members have judged the confidence, and some of them hide what they are hardly sure of.
    @Test func theSizeStillCountsInAUnionButNotTheConfidence() throws {
        #expect(try found(union { $0.minimumConfidence = 0.7 }.forHiding) == [Self.alarm, Self.face])
        // A fifth of 300 pixels.
        #expect(try found(union { $0.minimumSize = 0.2 }.forHiding) == [Self.face])
    }

    @Test func nothingInAProgramsAnswerIsLeftOut() throws {
        let boxes = [Self.face, Self.alarm].map { feature in
            let box = feature.rectangle
            return #"{"x":\#(box.x),"y":\#(box.y),"width":\#(box.width),"height":\#(box.height),"confidence":\#(feature.confidence)}"#
        }
        let answer = #"echo '{"features": [\#(boxes.joined(separator: ","))]}'"#
        let detectors: [any FeatureDetector] = [
            CommandDetector(shell: WorkerLine.forEachPicture(answer)), OneShotCommandDetector(shell: "cat >/dev/null; " + answer),
        ]
        for detector in detectors {
            #expect(try found(detector) == [Self.alarm], "\(detector.name)")
            #expect(try found(detector.forHiding) == [Self.alarm, Self.face], "\(detector.name)")
        }
    }

    @Test(arguments: DetectionAccuracy.allCases) func theMaximumDoesNotCount(accuracy: DetectionAccuracy) throws {
        let picture = try Fixture.source("composites/three_in_row.jpg")
        var limits = DetectionLimits()
        limits.maximumCount = 1
        let detectors: [(any FeatureDetector, any FeatureDetector)] = [
            (YuNetDetector(), YuNetDetector(limits: limits)), (HaarCascadeDetector(), HaarCascadeDetector(limits: limits)),
        ]
        for (detector, limited) in detectors {
            let kept = try detector.features(in: picture, accuracy: accuracy)
            let hidden = try limited.forHiding.features(in: picture, accuracy: accuracy)
            #expect(kept.count == 3 && Set(hidden.map(\.rectangle)).isSuperset(of: kept.map(\.rectangle)), "\(detector.name)")
            #expect(hidden.map(\.confidence) == hidden.map(\.confidence).sorted(by: >), "\(detector.name)")
        }
    }

    /// Finds something only for hiding.
    private struct Doubtful: FeatureDetector {
        let name = "doubtful"
        var isHiding = false
        var cacheKey: String { isHiding ? "doubtful+" : "doubtful" }
        var forHiding: any FeatureDetector { Doubtful(isHiding: true) }

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { isHiding ? [HiddenPlacesTests.alarm] : [] }
    }

    @Test func aChainDoesNotEndWithWhatIsNotConfirmed() throws {
        let face = CountingDetector([Self.face])
        let chain = ChainedFeatureDetector([Doubtful(), face, CountingDetector([Self.alarm])])
        #expect(try found(chain) == [Self.face])
        #expect(try found(chain.forHiding) == [Self.alarm, Self.face] && found(chain.forHiding.forHiding) == [Self.alarm, Self.face])
        #expect(face.count.total == 3)
    }

    @Test func whatACropKeepsIsHidden() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<300 {
            let members = (0..<3).map { number in
                let features = (0..<5).map { _ in
                    let box = Rect(
                        x: .random(in: 0...200, using: &generator),
                        y: .random(in: 0...100, using: &generator),
                        width: .random(in: 5...90, using: &generator),
                        height: .random(in: 5...90, using: &generator)
                    )
                    return Feature(box, confidence: .random(in: 0.2...1, using: &generator))
                }
                return FixedFeatureDetector(features, name: "\(number)")
            }
            var limits = DetectionLimits()
            limits.maximumCount = .random(in: 1...6, using: &generator)
            let union = UnionFeatureDetector([members[0], members[1]], limits: limits)
            let chain = ChainedFeatureDetector([Doubtful(), union, members[2]])
            for detector in [union, chain, UnionFeatureDetector([chain, members[2]], limits: limits)] as [any FeatureDetector] {
                #expect(try Set(found(detector.forHiding)).isSuperset(of: found(detector)), "\(members)")
            }
        }
    }

    /// In the frame between two others, which is wider, only the false alarm is seen.
    @Test func inAnAnimationPlacesInsideOthersAreExpectedToo() throws {
        let members = [[Self.face], [Self.alarm]].map { features in
            ClosureFeatureDetector(name: "\(features.count)") { picture, _ in
                picture.size == Self.picture.size || features == [Self.alarm] ? features : []
            }
        }
        let detector = FrameDetector(UnionFeatureDetector(members))
        let frames = [Self.picture, PixelBuffer(size: PixelSize(width: 301, height: 150), filledWith: (9, 9, 9, 255)), Self.picture]
        for (number, frame) in frames.enumerated() {
            detector.begin(number, at: Double(number) / 10..<Double(number + 1) / 10)
            _ = try detector.features(in: frame, accuracy: .high)
        }
        detector.endLooking()
        for (number, frame) in frames.enumerated() {
            detector.begin(number, at: 0..<0)
            #expect(try detector.features(in: frame, accuracy: .high) == [Self.alarm, Self.face])
        }
    }
}
