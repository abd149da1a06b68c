import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct EffectsPipelineTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 40, height: 30), filledWith: (200, 100, 50, 255))

    @Test func withoutSettingsLeavesThePictureUnchanged() throws {
        #expect(EffectsPipeline().effects.isEmpty)
        #expect(try EffectsPipeline().apply(to: Self.picture) == Self.picture)
    }

    @Test func appliesItsSettingsInAFixedOrder() {
        var pipeline = EffectsPipeline()
        pipeline.reflectionScale = 0.5
        pipeline.cornerRadius = 4
        pipeline.shadowBlur = 2
        pipeline.custom = [.alpha(0.5)]
        pipeline.size = PixelSize(width: 20, height: 20)
        let names = pipeline.effects.map { String(describing: type(of: $0)) }
        #expect(names == ["CropAndScale", "Alpha", "CornerRadius", "Shadow", "Reflection"])
    }

    @Test(arguments: [(0.0, 0.0, 10.0), (3, 0, 4), (-3, 2, 0), (0, 8, -6)])
    func theGapShrinksByTheShadowsBorders(offset: Double, blur: Double, gap: Double) throws {
        var pipeline = EffectsPipeline()
        pipeline.shadowOffset = Offset(x: 0, y: offset)
        pipeline.shadowBlur = blur
        pipeline.reflectionScale = 0.5
        pipeline.reflectionGap = 10
        let reflection = try #require(pipeline.effects.last as? Reflection)
        #expect(reflection.gap == gap)
    }

    @Test func ordersAnyListTheSameWay() throws {
        let written: [any ImageEffect] = [
            .reflection(scale: 0.5, gap: 10), .shadow(.black, offset: Offset(x: 0, y: 1), blur: 2), .cornerRadius(3), .alpha(0.5),
            .scale(to: PixelSize(width: 10, height: 10)),
        ]
        let ordered = EffectsPipeline.ordered(written)
        #expect(ordered.map { String(describing: type(of: $0)) } == ["Scale", "Alpha", "CornerRadius", "Shadow", "Reflection"])
        #expect((ordered.last as? Reflection)?.gap == 4)
    }

    @Test func cacheKeysDiffer() {
        var one = EffectsPipeline()
        one.cornerRadius = 3
        var other = one
        #expect(one.cacheKey == other.cacheKey)
        other.shadowBlur = 1
        #expect(one.cacheKey != other.cacheKey)
    }
}
