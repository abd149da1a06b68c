import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCrop`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    /// Reads fixtures in place of the files that the articles name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func ImageSource(contentsOfFile path: String) throws -> BoundedCrop.ImageSource {
        try Fixture.source("photos/obama.jpg")
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func HaarCascadeDetector(contentsOfFile path: String, kind: Feature.Kind) throws -> BoundedCrop.HaarCascadeDetector {
        try BoundedCrop.HaarCascadeDetector(contentsOfFile: Fixture.package.appendingPathComponent("Models/\(path)").path, kind: kind)
    }

    private static func size(_ bytes: [UInt8]) throws -> PixelSize { try BoundedCrop.ImageSource(bytes: bytes).size }

    // MARK: Landing page

    @Test func theLandingPageCropsAPhoto() async throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let crop = try await cropper.crop(photo, to: CropRequest(width: 300, height: 300))
        let jpeg = try await crop.pixels.encoded(as: .jpeg(quality: 80))

        #expect(try Self.size(jpeg) == PixelSize(width: 300, height: 300))
    }

    // MARK: Making thumbnails

    @Test func aThumbnailIsCreated() async throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let thumbnail = try await cropper.crop(photo, to: CropRequest(width: 300, height: 300))
        let jpeg = try await thumbnail.pixels.encoded(as: .jpeg(quality: 80))

        #expect(try Self.size(jpeg) == PixelSize(width: 300, height: 300))

        var request = CropRequest(width: 300, height: 300)
        request.scheme = .largest
        request.padding = Padding(.fraction(0.2))
        request.zoom = CropRequest.Zoom(fill: 0.6)
        request.accuracy = .high

        let closer = try await cropper.crop(photo, to: request)
        #expect(closer.plan.reason == .bounds && closer.plan.crop.width < thumbnail.plan.crop.width)
    }

    @Test func severalSizesAreCreatedAtOnce() async throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")

        let square = CropRequest(.aspect(AspectRatio(1, 1)))
        let banner = CropRequest(width: 1200, height: 630)
        let avatar = CropRequest(width: 96, height: 96)
        let crops = try await cropper.crop(photo, to: [square, banner, avatar])

        #expect(crops.dropFirst().map(\.pixels.size) == [PixelSize(width: 1200, height: 630), PixelSize(width: 96, height: 96)])
        #expect(crops[0].pixels.width == crops[0].pixels.height)
    }

    @Test func aNameIsUsed() async throws {
        let detector = CountingDetector()
        let cropper = BoundedCropper(detector: detector)

        let avatar = try await cropper.crop(named: "users/7.jpg", to: CropRequest(width: 96, height: 96)) {
            try ImageSource(contentsOfFile: "users/7.jpg")
        }

        let photo = try ImageSource(contentsOfFile: "users/7.jpg")
        let larger = try await cropper.crop(photo, named: "users/7.jpg", to: CropRequest(width: 300, height: 300))
        #expect(larger.plan == avatar.plan && detector.count.total == 1)
        #expect(try cropper.cachedCrop(named: "users/7.jpg", to: CropRequest(width: 96, height: 96)) == avatar)
        cropper.cache?.remove(named: "users/7.jpg")
        #expect(try cropper.cachedCrop(named: "users/7.jpg", to: CropRequest(width: 96, height: 96)) == nil)
    }

    @Test func synchronousCroppingGivesTheSameResult() throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")

        let crop = try cropper.blocking.crop(photo, to: CropRequest(width: 300, height: 300))
        let webp = try crop.pixels.blocking.encoded(as: .webp(quality: 80))

        #expect(try Self.size(webp) == PixelSize(width: 300, height: 300))
    }

    @Test func aFaceIsRequired() async throws {
        let cropper = BoundedCropper()
        let photo = try Fixture.source("photos/coffee.png")
        let printed = Record<String>()
        func print(_ text: String) { printed.append(text) }

        var strict = CropRequest(width: 96, height: 96)
        strict.requiresFeature = true
        do {
            _ = try await cropper.crop(photo, to: strict)
        } catch let error as BoundedCropError where error.code == .noFeatureFound {
            print("There is no face in this picture.")
        }

        #expect(printed.count == 1)
    }

    // MARK: Working with plans

    @Test func aPlanIsInspectedChangedStoredAndRendered() async throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")

        let request = CropRequest(width: 300, height: 200)
        var plan = try await cropper.plan(photo, for: request)
        print(plan.reason, plan.crop, plan.bounds ?? plan.crop.rect)
        for planned in plan.features where !planned.kept {
            print("left out:", planned.feature.rectangle)
        }

        plan.crop.y = max(0, plan.crop.y - 20)
        let higher = try await cropper.render(plan, of: photo, for: request)

        let json = try JSONEncoder().encode(plan)
        let stored = try JSONDecoder().decode(CropPlan.self, from: json)
        let small = try await cropper.render(stored, of: photo, scaledTo: PixelSize(width: 150, height: 100))

        let record = CropRecord(
            file: "photo.jpg",
            orientation: photo.header.orientation,
            detector: cropper.detector.name,
            accuracy: request.accuracy,
            plan: plan,
            output: nil
        )
        let line = try JSONEncoder().encode(record)

        #expect(higher.plan.crop == plan.crop && higher.pixels.size == PixelSize(width: 300, height: 200))
        #expect(stored.crop == plan.crop && small.pixels.size == PixelSize(width: 150, height: 100))
        #expect(try JSONDecoder().decode(CropRecord.self, from: line).plan.crop == plan.crop)
    }

    @Test func aPlanNeedsNoPicture() throws {
        let face = Feature(Rect(x: 400, y: 100, width: 120, height: 150))
        let size = PixelSize(width: 1200, height: 800)
        let plan = try CropPlanner.plan(features: [face], size: size, request: CropRequest(width: 300, height: 300))

        #expect(plan.reason == .bounds && plan.crop == PixelRect(x: 60, y: 0, width: 800, height: 800))
    }

    // MARK: Writing a detector

    @Test func aDetectorHasParameters() throws {
        struct BrightestSpot: FeatureDetector {
            var threshold: UInt8 = 128
            let name = "brightest"
            var cacheKey: String { "brightest(\(threshold))" }

            func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
                let plane = try picture.luma(longSide: 64)
                let (bytes, width) = (plane.bytes, plane.size.width)
                guard let place = bytes.indices.max(by: { bytes[$0] < bytes[$1] }), bytes[place] >= threshold else { return [] }
                let cell = Rect(x: Double(place % width), y: Double(place / width), width: 1, height: 1)
                return [Feature(picture.rectangle(cell, in: plane.size), kind: .init(rawValue: "light"))]
            }
        }

        let night = PixelBuffer(size: PixelSize(width: 128, height: 64), filledWith: (10, 10, 30, 255))
        let dark = try BlockingCropper(detector: BrightestSpot()).plan(night, for: CropRequest(width: 32, height: 32))
        let light = try BlockingCropper(detector: BrightestSpot(threshold: 0)).plan(night, for: CropRequest(width: 32, height: 32))
        print(dark.features.count, light.features.count)

        #expect(dark.features.isEmpty && light.features.count == 1)
    }

    @Test func aDetectorMayDefineItsBoundingRectangle() throws {
        struct PeopleDetector: FeatureDetector {
            var faces: any FeatureDetector = YuNetDetector()
            var name: String { "people" }
            var cacheKey: String { "people(\(faces.cacheKey))" }

            var forHiding: any FeatureDetector {
                var people = self
                people.faces = faces.forHiding
                return people
            }

            func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
                try faces.features(in: picture, accuracy: accuracy)
            }

            func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
                var people = scheme.boundingRectangle(of: features, in: picture.size, padding: padding)
                people?.height *= 3
                return people
            }
        }

        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let request = CropRequest(.source)
        let face = try #require(try BlockingCropper().plan(photo, for: request).bounds)
        let people = try #require(try BlockingCropper(detector: PeopleDetector()).plan(photo, for: request).bounds)
        #expect(people.height > face.height && people.width == face.width)
        #expect(PeopleDetector().forHiding.cacheKey == "people(\(YuNetDetector().forHiding.cacheKey))")
    }

    @Test func detectorsAreCombinedAndCached() async throws {
        let cats = try HaarCascadeDetector(contentsOfFile: "haarcascade_frontalcatface.xml", kind: .init(rawValue: "cat"))
        let facesOrCats = ChainedFeatureDetector([YuNetDetector(), cats])
        let facesAndCats = UnionFeatureDetector([YuNetDetector(), cats])

        #expect(facesOrCats.name.hasPrefix("yunet,") && facesAndCats.name.hasPrefix("yunet+"))
        let scratch = try TemporaryFolder()
        let folder = scratch.path

        let cropper = BoundedCropper(detector: CachingFeatureDetector(facesAndCats, folder: folder))

        let found = try await cropper.features(in: ImageSource(contentsOfFile: "photo.jpg"))
        #expect(try !found.isEmpty && scratch.files().count == 1)
    }

    @Test func knownFeaturesNeedNoDetector() throws {
        let regions = FixedFeatureDetector([Rect(x: 120, y: 40, width: 200, height: 240)])
        let program = CommandDetector(program: "python3", arguments: ["detect.py"], timeLimit: .seconds(5))
        let middle = ClosureFeatureDetector(name: "middle") { picture, _ in
            let (width, height) = (Double(picture.size.width), Double(picture.size.height))
            return [Feature(Rect(x: width / 3, y: height / 3, width: width / 3, height: height / 3), kind: .region)]
        }

        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        #expect(try regions.features(in: photo, accuracy: .low).map(\.kind) == [.region])
        #expect(try middle.features(in: photo, accuracy: .low).map(\.kind) == [.region])
        #expect(program.name == "command:python3 detect.py")
    }

    @Test func requestsSayWhatCounts() async throws {
        var family = CropRequest(width: 400, height: 300)
        family.kept = try KeptKinds("face,dog:0.5")
        family.placement = .thirds
        family.fallback = .center

        #expect(try family.kept == KeptKinds([.face: 1, .init(rawValue: "dog"): 0.5]))

        var portrait = CropRequest(width: 300, height: 300)
        portrait.alignment = FaceAlignment(eyeLine: 0.4, scale: .headHeight(0.5), fill: .blur)
        var passport = CropRequest(.aspect(AspectRatio(35, 45)))
        passport.alignment = DocumentPhoto.schengen.alignment

        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        #expect(try await BoundedCropper().crop(photo, to: portrait).plan.reason == .aligned)
        #expect(passport.alignment != nil)

        let small = BoundedCropper(cache: CropCache(byteLimit: 16_000_000))

        #expect(small.cache?.byteLimit == 16_000_000)
    }

    @Test func anAnimationIsCropped() throws {
        let animation = try Fixture.source("animations/to_and_fro.gif")
        let request = CropRequest(width: 20, height: 20)

        let follower = BlockingCropper()
        let followed = try follower.follow(animation)
        let window = try follower.plan(followed, for: request)
        let file = try follower.render(window, ofAnimation: animation, scaledTo: PixelSize(width: 20, height: 20), as: .webp())

        #expect(try Self.size(file) == PixelSize(width: 20, height: 20))
    }

    @Test func detectorsTakeLimits() throws {
        /// The file of a network is not here: it is only compiled.
        func dogs(_ network: String) throws -> [any FeatureDetector] {
            var limits = DetectionLimits()
            limits.minimumConfidence = 0.8
            let otherFaces = CenterFaceDetector(limits: limits)
            let dogs = try NetworkDetector(contentsOfFile: network, limits: limits)

            return [otherFaces, dogs]
        }
        #expect(throws: BoundedCropError.self) { try dogs("/no/network.json") }
    }

    @Test func everyExampleIsTested() throws {
        // Examples of the articles, the landing page and the tutorial.
        #expect(try Articles.examples(in: "BoundedCrop").count > 18)
        let others = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("BatchArticleTests.swift").path
        let untested = try Articles.untested(in: "BoundedCrop", by: [#filePath, others])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
