import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Properties of every plan, tested with thousands of random pictures.
@Suite struct CropPlannerPropertyTests {
    static let small = PlanningCase.many(3000, seed: 1, longest: 40)
    static let large = PlanningCase.many(2000, seed: 2, longest: 4000)

    @Test func cropLiesInsideThePicture() throws {
        for example in Self.small + Self.large {
            let crop = try example.plan().crop
            #expect(crop.width > 0 && crop.height > 0, "\(example)")
            #expect(example.size.bounds.contains(crop.rect), "\(example)")
        }
    }

    @Test func cropIsTheLargestWithItsAspectRatio() throws {
        for example in Self.small + Self.large {
            let expected = CropWindow.largest(example.request.aspect(for: example.size), in: example.size)
            #expect(try example.plan().crop.size == expected, "\(example)")
        }
    }

    @Test func cropContainsThePaddedBoundsIfAWindowCan() throws {
        var held = 0
        for example in Self.small + Self.large {
            let plan = try example.plan()
            guard let bounds = plan.bounds else { continue }
            let fits =
                ceil(bounds.maxX) - floor(bounds.minX) <= Double(plan.crop.width)
                && ceil(bounds.maxY) - floor(bounds.minY) <= Double(plan.crop.height)
            #expect(fits ? plan.reason == .bounds : [.bestFaces, .closeUp].contains(plan.reason), "\(example)")
            if fits {
                held += 1
                #expect(plan.crop.rect.contains(bounds), "\(example)")
            }
        }
        #expect(held > 1000)
    }

    /// Closer to the center of the bounds, it would be outside the picture, or off by at least half a pixel.
    @Test func cropIsCenteredOnTheBoundsAsFarAsTheEdgesAllow() throws {
        for example in Self.small + Self.large {
            let plan = try example.plan()
            guard plan.reason == .bounds, let bounds = plan.bounds else { continue }
            expectCentered(plan.crop.x, plan.crop.width, on: bounds.midX, within: example.size.width, "\(example)")
            expectCentered(plan.crop.y, plan.crop.height, on: bounds.midY, within: example.size.height, "\(example)")
        }
    }

    private func expectCentered(_ start: Int, _ length: Int, on middle: Double, within limit: Int, _ comment: Comment) {
        let ideal = min(max(middle - Double(length) / 2, 0), Double(limit - length))
        // Half a pixel of rounding, plus another half where the bounds' own pixels exclude the nearest start.
        #expect(abs(Double(start) - ideal) <= 1, comment)
    }

    @Test func planDoesNotDependOnTheOrderOfFeatures() throws {
        var generator = SeededGenerator(seed: 3)
        // Among equal features, the schemes for one feature choose the last: only here does the order matter.
        for example in Self.small where example.request.scheme == .all || !example.hasEqualAreas {
            var shuffled = example
            shuffled.features.shuffle(using: &generator)
            let (plan, other) = try (example.plan(), shuffled.plan())
            #expect(plan.crop == other.crop && plan.bounds == other.bounds && plan.reason == other.reason, "\(example)")
            #expect(Set(plan.features) == Set(other.features), "\(example)")
            #expect(try example.plan() == plan)
        }
    }

    /// Where the exact crop has whole sides at the smaller scale, the crop at twice the scale has twice its sides. Its position may differ
    /// by one pixel for each rounding, one at either scale.
    @Test func planDoesNotChangeAtTwiceTheScale() throws {
        var exact = 0
        for example in PlanningCase.many(3000, seed: 4, longest: 200, even: true) {
            let doubled = example.doubled()
            let (plan, other) = try (example.plan(), doubled.plan())
            guard other.crop.size == PixelSize(width: plan.crop.width * 2, height: plan.crop.height * 2) else { continue }
            exact += 1
            #expect(plan.reason == other.reason, "\(example)")
            #expect(abs(other.crop.x - 2 * plan.crop.x) <= 1 && abs(other.crop.y - 2 * plan.crop.y) <= 1, "\(plan.crop) \(example)")
            // With the other schemes, that pixel may cut a feature that did not determine the crop.
            guard example.request.scheme == .all else { continue }
            #expect(plan.features.map(\.kept) == other.features.map(\.kept), "\(example)")
        }
        #expect(exact > 1000)
    }

    @Test func windowDoublesWithTheScaleExceptForRounding() throws {
        for example in PlanningCase.many(3000, seed: 5, longest: 200, even: true) {
            let (plan, other) = try (example.plan(), example.doubled().plan())
            #expect(abs(other.crop.width - 2 * plan.crop.width) <= 1 && abs(other.crop.height - 2 * plan.crop.height) <= 1, "\(example)")
        }
    }
}

extension PlanningCase {
    fileprivate var hasEqualAreas: Bool { Set(features.map(\.rectangle.area)).count < features.count }

    fileprivate func doubled() -> PlanningCase {
        var doubled = self
        doubled.size = PixelSize(width: size.width * 2, height: size.height * 2)
        doubled.features = features.map { Feature($0.rectangle.scaled(x: 2, y: 2), confidence: $0.confidence, kind: $0.kind) }
        return doubled
    }
}
