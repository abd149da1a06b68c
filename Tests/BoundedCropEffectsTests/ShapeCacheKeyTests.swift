import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ShapeCacheKeyTests {
    /// Effects whose results may all differ.
    static func different() throws -> [any ImageEffect] {
        let (one, two) = (PixelSize(width: 1, height: 2), PixelSize(width: 12, height: 1))
        let planes = try [([0, 1], one), ([0, 2], one), ([0, 1], PixelSize(width: 2, height: 1))].map {
            try LumaPlane(size: $1, bytes: $0.map(UInt8.init))
        }
        var effects: [any ImageEffect] = planes.map { .mask($0) }
        for size in [one, two] {
            for mode in ContentMode.allCases {
                effects += [.cropAndScale(to: size, contentMode: mode), .cropAndScale(to: size, contentMode: mode, padToFit: true)]
            }
            effects += Scale.Mode.allCases.map { Scale(to: size, mode: $0) }
            effects.append(.resize(width: size.width, height: size.height))
        }
        effects += [.resize(width: 1), .resize(height: 1), .maskFromAlpha, .circle, .alpha(0.1), .alpha(0.10000000000000002)]
        effects += [.crop(to: Rect(x: 1, y: 2, width: 3, height: 4)), .crop(to: Rect(x: 1, y: 2, width: 4, height: 3))]
        effects += [.reflect(scale: 0.5), .reflect(scale: 0.25), .reflection(scale: 0.5), .reflection(scale: 0.5, gap: 1)]
        effects += [.reflection(scale: 0.5, gap: 0, alpha: 0.5), .cornerRadius(1), .cornerRadius(11)]
        for index in 0..<4 {
            var radii = [0.0, 0, 0, 0]
            radii[index] = 5
            effects.append(.cornerRadii(CornerRadii(topLeft: radii[0], topRight: radii[1], bottomLeft: radii[2], bottomRight: radii[3])))
        }
        for color in [Color.black, .white, .clear] {
            effects += [.shadow(color, offset: Point(x: 1, y: 0), blur: 2), .shadow(color, offset: Point(x: 0, y: 1), blur: 2)]
            effects.append(.shadow(color, offset: Point(x: 1, y: 0), blur: 3))
        }
        for name in ["a", "b", "a),alpha(0.1", "a\\", ""] { effects.append(.custom(name) { $0 }) }
        return effects
    }

    @Test func differentEffectsHaveDifferentKeys() throws {
        let keys = try Self.different().map(\.cacheKey)
        #expect(Set(keys).count == keys.count)
    }

    @Test func equalEffectsHaveEqualKeys() throws {
        #expect(try Self.different().map(\.cacheKey) == Self.different().map(\.cacheKey))
        #expect(Alpha(-0.0).cacheKey == Alpha(0).cacheKey)
        #expect(Custom("a") { $0 } == Custom("a") { try $0.withAlpha(0) })
    }

    @Test func customEffectsRunTheirClosure() throws {
        let effects: [any ImageEffect] = [.custom("faint") { try $0.withAlpha(0.5) }, .cornerRadius(3)]
        #expect(try ShapeReference.opaque.applying(effects) == ShapeReference.opaque.withAlpha(0.5).withCornerRadius(3))
    }
}
