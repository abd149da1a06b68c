import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// Compares crops of real photos with manually labeled faces.
@Suite struct LabeledFacesTests {
    private static let aspects = [AspectRatio(1, 1), AspectRatio(3, 1), AspectRatio(1, 3), AspectRatio(16, 9), AspectRatio(4, 5)]

    private static func photos() throws -> [Fixture.Labeled] {
        try (Fixture.labeled("photos/") + Fixture.labeled("composites/")).filter { !$0.faces.isEmpty }
    }

    @Test(arguments: try photos()) func cropsKeepFacesWholeIfAWindowCanHoldThem(photo: Fixture.Labeled) throws {
        let source = try Fixture.source(photo.file)
        let requests = Self.aspects.map { CropRequest(.aspect($0)) }
        let ideal = try BlockingCropper(detector: FixedFeatureDetector(photo.rectangles)).plans(source, for: requests)
        for (plan, ideal) in zip(try BlockingCropper().plans(source, for: requests), ideal) where ideal.reason == .bounds {
            for face in photo.rectangles { #expect(plan.crop.rect.contains(face), "\(plan.aspect) of \(photo.file)") }
        }
    }

    /// With the labels as features, the planner keeps all faces or reports those that it drops.
    @Test(arguments: try photos()) func plansReportWhichLabeledFacesTheyKeep(photo: Fixture.Labeled) throws {
        let cropper = BoundedCropper(detector: FixedFeatureDetector(photo.rectangles))
        for plan in try cropper.blocking.plans(Fixture.source(photo.file), for: Self.aspects.map { CropRequest(.aspect($0)) }) {
            for planned in plan.features { #expect(planned.kept == plan.crop.rect.contains(planned.feature.rectangle)) }
            if plan.reason == .bounds { #expect(!plan.features.contains { !$0.kept }) }
        }
    }
}
