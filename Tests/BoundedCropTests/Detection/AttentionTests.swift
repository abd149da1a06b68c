import BoundedCrop
import TestSupport
import Testing

@Suite struct AttentionTests {
    private let blind = BlockingCropper(detector: FixedFeatureDetector([Feature]()))

    @Test(arguments: ["edges/black_300x200.jpg", "edges/flat_16x16.webp", "edges/1x1.png"])
    func aBlankPictureIsCroppedAtItsCenterAndReportedSo(name: String) throws {
        let source = try Fixture.source(name)
        let plan = try blind.plan(source, for: CropRequest(.aspect(AspectRatio(1, 1))))
        let side = min(source.size.width, source.size.height)
        #expect(
            plan.crop == PixelRect(x: (source.size.width - side) / 2, y: (source.size.height - side) / 2, width: side, height: side)
        )
        #expect(plan.reason == .center)
        #expect(plan.fallback == .center)
    }

    @Test(arguments: ["photos/rocket.jpg", "photos/china.jpg", "photos/coffee.png", "edges/noise_200x200.png", "edges/3000x8.jpg"])
    func aPhotoIsCroppedWithinItsBounds(name: String) throws {
        let source = try Fixture.source(name)
        for aspect in [AspectRatio(1, 1), AspectRatio(3, 1), AspectRatio(1, 3)] {
            let plan = try blind.plan(source, for: CropRequest(.aspect(aspect)))
            #expect(source.size.bounds.contains(plan.crop.rect))
            #expect([.attention, .center].contains(plan.fallback))
            #expect(plan.reason.rawValue == plan.fallback?.rawValue)
            #expect(try blind.plan(source, for: CropRequest(.aspect(aspect))) == plan)
        }
    }

    /// A single spot on an empty background.
    @Test(arguments: [(20, 20), (250, 20), (20, 100), (250, 100), (140, 60)]) func findsASpot(x: Int, y: Int) throws {
        let size = PixelSize(width: 300, height: 150)
        let bytes = (0..<size.height).flatMap { row in
            (0..<size.width).flatMap { column -> [UInt8] in
                let isSpot = (x..<x + 24).contains(column) && (y..<y + 24).contains(row)
                return isSpot ? [250, 240, 200, 255] : [30, 40, 50, 255]
            }
        }
        let plan = try blind.plan(PixelBuffer(size: size, bytes: bytes), for: CropRequest(.aspect(AspectRatio(1, 2))))
        #expect(plan.reason == .attention)
        #expect(plan.crop.rect.contains(Rect(x: Double(x), y: Double(y), width: 24, height: 24)))
    }

    @Test func theRocketStaysInTheCrop() throws {
        let plan = try blind.plan(Fixture.source("photos/rocket.jpg"), for: CropRequest(.aspect(AspectRatio(1, 2))))
        #expect(plan.reason == .attention)
        #expect(plan.crop.rect.contains(Rect(x: 305, y: 127, width: 35, height: 280)))
    }
}
