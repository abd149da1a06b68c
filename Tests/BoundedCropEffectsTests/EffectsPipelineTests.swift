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
        let names = pipeline.effects.map { String(describing: type(of: $0.made)) }
        #expect(names == ["CropAndScale", "Alpha", "CornerRadius", "Shadow", "Reflection"])
    }

    /// The alpha of a pixel.
    private func alpha(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt8 { picture.bytes[(y * picture.width + x) * 4 + 3] }

    @Test func cornersAndReflectionAreThoseOfThePictureNotOfSpaceAroundIt() throws {
        var pipeline = EffectsPipeline()
        pipeline.size = PixelSize(width: 200, height: 200)
        pipeline.contentMode = .aspectFit
        pipeline.cornerRadius = 12
        let wide = PixelBuffer(size: PixelSize(width: 200, height: 100), filledWith: (200, 100, 50, 255))
        let rounded = try pipeline.apply(to: wide)
        #expect(rounded.size == wide.size && alpha(rounded, 0, 0) == 0 && alpha(rounded, 199, 99) == 0 && alpha(rounded, 12, 0) == 255)
        pipeline.cornerRadius = 0
        pipeline.reflectionScale = 0.2
        let reflected = try pipeline.apply(to: wide)
        #expect(reflected.size == PixelSize(width: 200, height: 140))
        #expect(alpha(reflected, 100, 19) == 0 && alpha(reflected, 100, 119) == 255 && alpha(reflected, 100, 120) > 200)
    }

    @Test func paddingIsASwitch() throws {
        var pipeline = EffectsPipeline()
        #expect(!pipeline.padToFit)
        pipeline.size = PixelSize(width: 60, height: 60)
        pipeline.contentMode = .center
        #expect(try pipeline.apply(to: Self.picture) == Self.picture)
        pipeline.padToFit = true
        let padded = try pipeline.apply(to: Self.picture)
        #expect(padded.size == PixelSize(width: 60, height: 60) && alpha(padded, 9, 30) == 0 && alpha(padded, 10, 15) == 255)
    }

    @Test(arguments: [(ContentMode.aspectFit, 0), (.top, 0), (.bottom, 30), (.center, 15)])
    func customEffectsGetThePictureWithoutPadding(mode: ContentMode, top: Int) throws {
        let size = PixelSize(width: 60, height: 60)
        var pipeline = EffectsPipeline()
        pipeline.size = size
        pipeline.contentMode = mode
        pipeline.padToFit = true
        // Refuses anything but the unpadded picture.
        pipeline.custom = [
            .custom("measure") { picture in
                guard picture.size.height < 60 else { throw CancellationError() }
                return picture
            }
        ]
        let padded = try pipeline.apply(to: Self.picture)
        pipeline.custom = []
        #expect(try padded == pipeline.apply(to: Self.picture) && padded.size == size)
        if mode != .aspectFit { #expect(alpha(padded, 30, top) == 255 && alpha(padded, 30, (top + 30) % 60) == 0) }
        // What custom effects enlarge is neither scaled nor cut.
        pipeline.custom = [.shadow(offset: .zero, blur: 20)]
        #expect(try pipeline.apply(to: Self.picture).width > 60)
    }

    @Test(arguments: [0.0, -1]) func aReflectionWithoutAlphaLeavesNoSpace(alpha: Double) throws {
        var pipeline = EffectsPipeline()
        pipeline.reflectionScale = 0.5
        pipeline.reflectionAlpha = alpha
        #expect(try pipeline.apply(to: Self.picture) == Self.picture)
        pipeline.reflectionAlpha = .nan
        #expect(throws: BoundedCropError.self) { try pipeline.apply(to: Self.picture) }
    }

    @Test(arguments: [(0.0, 0.0, 10.0), (3, 0, 4), (-3, 2, 0), (0, 8, -6)])
    func theGapShrinksByTheShadowsBorders(offset: Double, blur: Double, gap: Double) throws {
        var pipeline = EffectsPipeline()
        pipeline.shadowOffset = Point(x: 0, y: offset)
        pipeline.shadowBlur = blur
        pipeline.reflectionScale = 0.5
        pipeline.reflectionGap = 10
        let reflection = try #require(pipeline.effects.last?.made as? Reflection)
        #expect(reflection.gap == gap)
    }

    @Test func ordersAnyListTheSameWay() throws {
        let written: [any ImageEffect] = [
            .reflection(scale: 0.5, gap: 10), .shadow(.black, offset: Point(x: 0, y: 1), blur: 2), .cornerRadius(3), .alpha(0.5),
            .scale(to: PixelSize(width: 10, height: 10)),
        ]
        let ordered = EffectsPipeline.ordered(written)
        #expect(ordered.map { String(describing: type(of: $0.made)) } == ["Scale", "Alpha", "CornerRadius", "Shadow", "Reflection"])
        #expect((ordered.last?.made as? Reflection)?.gap == 4)
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
