import BoundedCrop
import Testing

@testable import BoundedCropEffects

@Suite struct EffectExpressionTests {
    private static let size = PixelSize(width: 30, height: 20)

    static let calls: [(String, any ImageEffect)] = [
        ("crop(1,2,3.5,4)", .crop(to: Rect(x: 1, y: 2, width: 3.5, height: 4))),
        ("scale(30x20)", .scale(to: size)), ("fit(30x20)", .scaleToFit(size)), ("fill(30x20)", .scaleToFill(size)),
        ("content-mode(aspectFit,30x20)", .cropAndScale(to: size, contentMode: .aspectFit)),
        ("content_mode(topLeft,30x20,pad)", .cropAndScale(to: size, contentMode: .topLeft, padToFit: true)),
        ("corner-radius(12)", .cornerRadius(12)), ("CORNER_RADIUS(12)", .cornerRadius(12)),
        ("corner-radius(1,2,3,4)", .cornerRadii(CornerRadii(topLeft: 1, topRight: 2, bottomLeft: 4, bottomRight: 3))),
        ("circle()", .circle),
        ("shadow(black,0,4,8)", .shadow(.black, offset: Point(x: 0, y: 4), blur: 8)),
        (
            "shadow( rgba(0, 0, 0, 0.5), -1, 2, 3 )",
            .shadow(Color(red: 0, green: 0, blue: 0, alpha: 0.5), offset: Point(x: -1, y: 2), blur: 3)
        ),
        ("reflection(0.4)", .reflection(scale: 0.4)), ("reflection(0.4,-4,0.6)", .reflection(scale: 0.4, gap: -4, alpha: 0.6)),
        ("alpha(0.5)", .alpha(0.5)), ("blur(8)", .blur(radius: 8)), ("blur(8,3,red)", .blur(radius: 8, iterations: 3, tint: .red)),
        ("gaussian-blur(2.5)", .gaussianBlur(sigma: 2.5)), ("tint(#ff8800)", .tint(Color(red: 1, green: 136.0 / 255, blue: 0))),
        ("redact(pixelate)", .redact(.pixelate)), ("redact(blur,0.5)", .redact(.blur, margin: 0.5)),
        ("redact(black)", .redact(.fill(.black))),
    ]

    @Test(arguments: calls.indices) func parsesEachCall(index: Int) throws {
        let (text, expected) = Self.calls[index]
        #expect(try EffectExpression.effects(text).map(\.cacheKey) == [expected.cacheKey])
    }

    @Test(arguments: ["blur(8) circle() alpha(0.5)", "blur(8):circle():alpha(0.5)", "  blur(8)circle()\talpha(0.5) "])
    func parsesCallsInOrder(text: String) throws {
        let expected: [any ImageEffect] = [.blur(radius: 8), .circle, .alpha(0.5)]
        #expect(try EffectExpression.effects(text).map(\.cacheKey) == expected.map(\.cacheKey))
    }

    /// Whatever was omitted or written differently.
    @Test func theKeyOfAnEffectIsItsText() throws {
        let formed = try EffectForm.all.flatMap { form in
            try (0...form.optional.count).map { try EffectExpression.effect(named: form.name, form.required + form.optional.prefix($0)) }
        }
        let (odd, radii) = (
            Color(red: 0.1, green: 1e-9, blue: 1, alpha: 1.0 / 3),
            CornerRadii(topLeft: -0.0, topRight: 1e-7, bottomLeft: 0.1, bottomRight: 1e300)
        )
        let effects: [any ImageEffect] = [
            .blur(radius: 0.1, iterations: 7, tint: odd), .tint(odd), .shadow(odd, offset: Point(x: -1e-9, y: 1e20), blur: 1.0 / 3),
            .cornerRadii(radii), .colorize(red: 1, green: 2, blue: 3, towards: odd), .curve(blue: [Curve.Point(7, 9), Curve.Point(1, 2)]),
            .noise(amount: 3, seed: .max), .rotate(degrees: -90), .convolution([0.1, -1e-9], columns: 2, normalizes: false),
        ]
        for effect in formed + effects {
            let call = try #require((effect.made as? any WritableEffect)?.call)
            #expect(effect is Redact || call.description == effect.cacheKey)
            for written in [call, call.shortest] {
                #expect(try EffectExpression.effects(written.description).map { ($0.made as? any WritableEffect)?.call } == [call])
                #expect(try (EffectExpression.effect(written).made as? any WritableEffect)?.call == call)
            }
        }
        let shortened = formed.compactMap { ($0.made as? any WritableEffect)?.call }.filter { $0.shortest != $0 }.map(\.name)
        #expect(
            Set(shortened) == ["bitonal", "blur", "border", "convolution", "curve", "noise", "redact", "reflection", "sharpen", "turn"]
        )
    }

    @Test func emptyTextMeansNoEffects() throws {
        #expect(try EffectExpression.effects(" : ").isEmpty)
    }

    @Test(arguments: [
        "blur", "blur(", "blur(8", "(8)", "bl ur(8)", "sparkle(8)", "blur()", "blur(x)", "blur(nan)", "blur(8,1.5)", "blur(8,2,nocolor)",
        "shadow(black,0,4)", "shadow(black,0,4,8,9)", "fit(30)", "fit(0x20)", "fit(-3x20)", "content-mode(sideways,3x2)",
        "content-mode(center,3x2,stretch)", "corner-radius(1,2)", "circle(3)", "redact()", "redact(nothing)", "mask(a.png)",
    ])
    func refusesInvalidTextAndExplainsWhy(text: String) {
        #expect { try EffectExpression.effects(text) } throws: { error in
            (error as? BoundedCropError).map { $0.code == .invalidArgument && !$0.message.isEmpty } ?? false
        }
    }

    @Test func masksAreReadByTheCaller() throws {
        let mask = PixelBuffer(size: PixelSize(width: 2, height: 1), filledWith: (9, 9, 9, 255))
        var requested: [String] = []
        let effects = try EffectExpression.effects("mask(some, file.png)".replacing(", ", with: " ")) { path in
            requested.append(path)
            return mask
        }
        #expect(requested == ["some file.png"])
        #expect(effects.map(\.cacheKey) == [Mask(mask).cacheKey])
    }
}
