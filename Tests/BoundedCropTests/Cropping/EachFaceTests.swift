import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Plans for each face of a picture.
@Suite(.timeLimit(.minutes(15))) struct EachFaceTests {
    /// Found in this order: a small face in the middle, a large one on the right, and one of medium size on the left.
    private static let faces = [
        Feature(Rect(x: 95, y: 40, width: 10, height: 10)), Feature(Rect(x: 150, y: 20, width: 40, height: 40)),
        Feature(Rect(x: 10, y: 30, width: 20, height: 20), kind: .region),
    ]

    private func picture() throws -> PixelBuffer { try PixelBuffer.coordinates(200, 100) }

    private func plans(
        _ faces: [Feature] = Self.faces,
        _ order: FaceOrder = .leftToRight,
        _ change: (inout CropRequest) -> Void = { _ in }
    ) throws -> [CropPlan] {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        request.zoom = .init(fill: 0.5)
        change(&request)
        let detector = ClosureFeatureDetector(name: "given") { _, _ in faces }
        return try BlockingCropper(detector: detector).plans(picture(), for: request, eachFace: order)
    }

    @Test(arguments: [(FaceOrder.leftToRight, [10.0, 95, 150]), (.size, [150, 10, 95])])
    func `each face has a plan as if it were alone, in order`(order: FaceOrder, starts: [Double]) throws {
        let plans = try plans(Self.faces, order)
        #expect(plans.map { $0.features.map(\.feature.rectangle.x) } == starts.map { [$0] })
        for plan in plans {
            let alone = try self.plans(plan.features.map(\.feature))
            #expect(alone == [plan] && plan.reason == .bounds && plan.features[0].kept)
        }
    }

    /// The 29 people on the photo of the Solvay Conference of 1927, in rows of 11, 9 and 9, whose faces are 4 high.
    private static let solvay: [(x: Double, y: Double)] = [
        (17.4, 27.8), (24.7, 30.0), (30.1, 32.3), (38.6, 31.8), (48.2, 32.4), (55.7, 30.8), (64.1, 31.1), (72.5, 30.8), (79.6, 30.5),
        (85.2, 27.5), (90.1, 30.4), (6.1, 36.9), (15.5, 38.7), (25.8, 37.5), (37.3, 37.4), (49.6, 37.0), (58.5, 37.2), (68.0, 37.6),
        (79.1, 38.0), (89.4, 38.5), (9.5, 40.7), (20.2, 41.4), (30.8, 40.9), (42.1, 41.3), (55.8, 40.7), (65.0, 40.7), (73.5, 40.6),
        (85.4, 41.3), (93.3, 42.7),
    ]

    private static let rows: [[(x: Double, y: Double)]] = [
        // Two rows, whose faces stand between those of the other.
        [(20, 10), (60, 14), (100, 8), (0, 27), (40, 24), (80, 30), (120, 26)],
        // A row that slopes, as where the camera was tilted, by more than a face in all.
        [(0, 30), (30, 27), (60, 24), (90, 21), (120, 18)],
        // Two people of different heights, and two of whom one sits before the other.
        [(0, 16), (30, 10)], [(30, 10), (0, 20)], [(4, 10), (0, 16)],
        solvay.map { (2 * $0.x, 2 * $0.y) },
    ]

    private static func faces(at places: [(x: Double, y: Double)]) -> [Feature] {
        places.map { Feature(Rect(x: $0.x, y: $0.y, width: 8, height: 8)) }
    }

    @Test func `faces of one size, or at one place, have an order of their own`() throws {
        let same = Self.faces(at: [(50, 60), (50, 5), (20, 30)])
        #expect(try plans(same, .size).map { $0.features[0].feature } == same)
        #expect(try plans([same[0], same[0]]).count == 2)
    }

    /// The places are in the order that is expected.
    @Test(arguments: rows)
    func `from left to right, the rows come first`(places: [(x: Double, y: Double)]) throws {
        let faces = Self.faces(at: places)
        for order in [faces, faces.reversed(), faces.sorted { $0.rectangle.x < $1.rectangle.x }] {
            #expect(try plans(order).map { $0.features[0].feature } == faces)
        }
    }

    @Test func `only the kinds that are kept count, and a scheme has no effect`() throws {
        #expect(try plans { $0.kept = try? KeptKinds("region") }.map { $0.features[0].feature.rectangle.x } == [10])
        #expect(try plans { $0.scheme = .largest }.count == 3)
        #expect(try plans { $0.rank = 2 }.count == 3)
    }

    @Test func `without faces there are no plans, or an error if one is required`() throws {
        #expect(try plans([]).isEmpty)
        let outside = Feature(Rect(x: 300, y: 300, width: 9, height: 9))
        #expect(try plans([outside]).isEmpty)
        expectError(.noFeatureFound, saying: "no face") { _ = try self.plans([]) { $0.requiresFeature = true } }
        expectError(.invalidArgument, saying: "detected") { _ = try self.plans { $0.detectsFeatures = false } }
        expectError(.invalidArgument, saying: "zoom") { _ = try self.plans([]) { $0.zoom = .init(fill: 2) } }
    }

    @Test func `each face is aligned`() throws {
        let faces = [60.0, 140].map { Feature.face(eyes: Point(x: $0, y: 45), distance: 8, roll: $0 / 10) }
        let plans = try plans(faces.reversed()) { ($0.zoom, $0.alignment) = (nil, .arcFace) }
        #expect(plans.map(\.reason) == [.aligned, .aligned])
        let angles = plans.compactMap(\.aligned?.angle)
        #expect(angles.count == 2 && abs(angles[0] - 6) < 1 && abs(angles[1] - 14) < 1, "\(angles)")
    }

    @Test func `the picture is searched once, and plans are rendered`() async throws {
        let searches = Counter()
        let detector = ClosureFeatureDetector(name: "three") { _, _ in
            searches.enter()
            return Self.faces
        }
        let cropper = BoundedCropper(detector: detector)
        var request = CropRequest(width: 30, height: 30)
        request.zoom = .init(fill: 0.5)
        let picture = try picture()
        let plans = try await cropper.plans(picture, for: request, eachFace: .leftToRight)
        #expect(plans.count == 3 && searches.total == 1)
        for plan in plans {
            #expect(try await cropper.render(plan, of: picture, for: request).pixels.size == PixelSize(width: 30, height: 30))
        }
    }
}
