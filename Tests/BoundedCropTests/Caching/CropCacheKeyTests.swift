import BoundedCrop
import Testing

@Suite struct CropCacheKeyTests {
    private static let names = [
        "", "a", "|", "||", "\\", "\\|", "a|low", "a\\", "a\\|low", "a|", "|a", "low", "a,b", "a;b", "(a)", "a\nb", "a\0b", "é", "日本",
        "a b",
    ]

    private static var requests: [CropRequest] {
        func changed(_ change: (inout CropRequest) -> Void) -> CropRequest {
            var request = CropRequest(width: 30, height: 20)
            change(&request)
            return request
        }
        return [
            changed { _ in },
            changed { $0.shape = .source },
            changed { $0.shape = .aspect(AspectRatio(2, 3)) },
            changed { $0.scheme = .largest },
            changed { $0.scheme = .smallest },
            changed { $0.accuracy = .high },
            changed { $0.padding = .zero },
            changed { $0.padding = Padding(.fraction(0)) },
            changed { $0.padding = Padding(.pixels(0.2)) },
            changed { $0.padding = Padding(.fraction(0.2)) },
            changed { $0.padding = Padding(.fraction(0.20000001)) },
            changed { $0.padding = Padding(.fraction(0.20000002)) },
            changed { $0.padding.left = .pixels(1) },
            changed { $0.padding.right = .pixels(1) },
            changed { $0.detectsFeatures = false },
            changed { $0.fallback = .center },
            changed { $0.requiresFeature = true },
            changed { $0.kept = try? KeptKinds("face") },
            changed { $0.kept = try? KeptKinds("face:2") },
            changed { $0.kept = try? KeptKinds("face,none") },
            changed { $0.kept = try? KeptKinds("none") },
            changed { $0.placement = .thirds },
            changed { $0.placement = .center },
            changed { $0.rotatesToFaces = true },
            changed { $0.alignment = .passport },
            changed { $0.alignment = .avatar },
            changed { $0.alignment = .arcFace },
            changed { $0.alignment = FaceAlignment(eyeLine: 0.46, scale: .eyeDistance(0.31), fill: .color(.black)) },
            changed { $0.alignment = FaceAlignment(eyeLine: 0.45, scale: .eyeDistance(0.75)) },
            changed { $0.alignment = FaceAlignment(eyeLine: 0.45, scale: .headHeight(0.75), horizontal: 0.4) },
            changed { $0.alignment = FaceAlignment(eyeLine: 0.45, scale: .headHeight(0.75), fill: .color(.white)) },
            changed { $0.alignment = FaceAlignment(eyeLine: 0.45, scale: .headHeight(0.75), fill: .color(.clear)) },
            changed { $0.alignment = FaceAlignment(eyeLine: 0.45, scale: .headHeight(0.75), fill: .blur) },
            changed { $0.zoom = .init(fill: 0.5) },
            changed { $0.zoom = .init(fill: 0.5, tightness: 0.5) },
            changed { $0.zoom = .init(fill: 0.500000001) },
        ]
    }

    private static var keys: [CropCacheKey] {
        let detectors = (names + ["standard"]).map { FixedFeatureDetector([Feature](), name: $0) }
        let byName = names.map { CropCacheKey(name: $0, request: CropRequest(width: 3, height: 2), detector: detectors[0]) }
        let byDetector = detectors.map { CropCacheKey(name: "a", request: CropRequest(width: 3, height: 2), detector: $0) }
        let byRequest = requests.map { CropCacheKey(name: "a", request: $0, detector: detectors[0]) }
        return byName + byDetector + byRequest
    }

    /// Compared byte by byte, as file names are.
    @Test func textsAreEqualExactlyIfKeysAre() {
        for one in Self.keys {
            for other in Self.keys {
                #expect((Array(one.description.utf8) == Array(other.description.utf8)) == (one == other), "\(one) and \(other)")
            }
        }
    }

    @Test func everySettingThatMovesTheCropChangesTheKey() {
        let keys = Self.requests.map { CropCacheKey(name: "a", request: $0, detector: FixedFeatureDetector([Feature]())) }
        #expect(Set(keys).count == keys.count)
    }

    @Test(arguments: [
        (CropRequest(width: 30, height: 20), CropRequest(width: 300, height: 200)),
        (CropRequest(width: 30, height: 20), CropRequest(.aspect(AspectRatio(3, 2)))),
    ])
    func theSizeIsNotPartOfTheKey(one: CropRequest, other: CropRequest) {
        let detector = FixedFeatureDetector([Feature]())
        for zoom in [nil, CropRequest.Zoom(fill: 0.5)] {
            var requests = [one, other]
            for index in requests.indices { requests[index].zoom = zoom }
            #expect(Set(requests.map { CropCacheKey(name: "a", request: $0, detector: detector) }).count == 1)
        }
    }

    @Test func allowingUpscalingIsNotPartOfTheKey() {
        var request = CropRequest(width: 30, height: 20)
        let key = CropCacheKey(name: "a", request: request, detector: FixedFeatureDetector([Feature]()))
        request.allowsUpscaling = false
        #expect(CropCacheKey(name: "a", request: request, detector: FixedFeatureDetector([Feature]())) == key)
    }

    @Test func positiveAndNegativeZeroHaveTheSameText() {
        let keys = [0.0, -0.0].map { zero in
            var request = CropRequest(width: 30, height: 20)
            request.padding = Padding(.pixels(zero))
            return CropCacheKey(name: "a", request: request, detector: FixedFeatureDetector([Feature]()))
        }
        #expect(keys[0] == keys[1])
        #expect(keys[0].description == keys[1].description)
    }

    @Test func fixedFeaturesArePartOfTheKey() {
        let rectangles = [
            [], [Rect(x: 1, y: 2, width: 3, height: 4)], [Rect(x: 12, y: 3, width: 4, height: 5)],
            [Rect(x: 1, y: 2, width: 3, height: 4.5)],
            [Rect(x: 1, y: 2, width: 3, height: 4), Rect(x: 1, y: 2, width: 3, height: 4)],
        ]
        var keys = rectangles.map { FixedFeatureDetector($0).cacheKey }
        keys += ["a", "a;b", "a,b", "a)"].map { FixedFeatureDetector([Feature(rectangles[1][0], kind: .init(rawValue: $0))]).cacheKey }
        keys.append(FixedFeatureDetector([Feature(rectangles[1][0], confidence: 0.5)]).cacheKey)
        keys += [2, 0.5].map { FixedFeatureDetector([Feature(rectangles[1][0], priority: $0)]).cacheKey }
        #expect(Set(keys).count == keys.count)
    }

    /// They decide about turns, alignments and places.
    @Test func landmarksOfFixedFeaturesArePartOfTheKey() {
        let face = Feature.face(eyes: Point(x: 9, y: 9), distance: 10)
        var (bare, keys) = (face, [FixedFeatureDetector([face]).cacheKey])
        bare.landmarks = nil
        keys.append(FixedFeatureDetector([bare]).cacheKey)
        for part in [\Landmarks.rightEye, \.leftEye, \.noseTip, \.rightMouthCorner, \.leftMouthCorner] {
            var (right, low) = (face, face)
            right.landmarks?[keyPath: part].x += 1
            low.landmarks?[keyPath: part].y += 1
            keys += [right, low].map { FixedFeatureDetector([$0]).cacheKey }
        }
        #expect(Set(keys).count == keys.count)
    }

    /// Whether a size is valid is for the cropper to check.
    @Test func invalidSizesHaveKeysToo() {
        let sizes = [(0, 9), (9, 0), (0, 0), (-1, 9), (Int.min, Int.min), (Int.max, 0), (1, 1), (65_536, 9)]
        let keys = sizes.map { width, height in
            CropCacheKey(name: "a", request: CropRequest(width: width, height: height), detector: FixedFeatureDetector([Feature]()))
        }
        #expect(Set(keys).count == keys.count)
        #expect(Set(keys.map(\.description)).count == keys.count)
        #expect(keys[0].aspect == nil)
    }
}
