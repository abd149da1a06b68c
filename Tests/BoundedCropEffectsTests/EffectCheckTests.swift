import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

/// `check()` finds what `apply(to:)` would refuse for every picture.
@Suite(.timeLimit(.minutes(15))) struct EffectCheckTests {
    @Test(arguments: Set(EffectForm.all.map(\.name)).sorted())
    func `what is refused is found before there is a picture`(name: String) throws {
        for form in EffectForm.all where form.name == name {
            for arguments in HostileNumbers.variants(of: form.required + form.optional) {
                guard let effect = try? EffectExpression.effect(named: name, arguments) else { continue }
                var picture = PixelBuffer(size: PixelSize(width: 2, height: 1))
                // Others are refused for their size.
                guard effect.footprint(on: picture.size).workingBytes < 1_000_000 else { continue }
                let found = BoundedCropError.Code(of: { try effect.check() })
                let thrown = BoundedCropError.Code(of: { try effect.apply(to: &picture) })
                #expect(found == thrown, "\(name)(\(arguments.joined(separator: ",")))")
            }
        }
    }

    @Test(arguments: Set(EffectForm.all.map(\.name)).sorted())
    func `what is refused is refused at every scale`(name: String) throws {
        for form in EffectForm.all where form.name == name {
            for arguments in HostileNumbers.variants(of: form.required + form.optional) {
                guard let effect = try? EffectExpression.effect(named: name, arguments), (try? effect.check()) == nil else { continue }
                for scale in [1.0, 3] { expectError(.invalidArgument) { try effect.scaled(by: scale).check() } }
            }
        }
    }

    @Test func `what cannot be written as text is checked too`() {
        let effects: [any ImageEffect] = [
            .redact(.blur, margin: -1), .redact(.blur, features: [Feature(Rect(x: 0, y: 0, width: 0, height: 1))]),
            .blur(radius: 1, in: [Rect(x: .nan, y: 0, width: 1, height: 1)]), .reflect(scale: 2),
            EllipticalCorners(horizontalRadius: -1, verticalRadius: 1), .brightness(.nan), .contrast(.infinity), .alpha(.nan),
            .rgb(red: 0, green: .nan, blue: 0), .turn(degrees: .infinity), .reflection(scale: 1, gap: .nan), .reflection(scale: 2),
        ]
        for effect in effects { expectError(.invalidArgument) { try effect.check() } }
    }
}

extension BoundedCropError.Code {
    /// The code of the error that a closure throws; nil if it throws none.
    fileprivate init?(of work: () throws -> Void) {
        do {
            try work()
            return nil
        } catch let error as BoundedCropError {
            self = error.code
        } catch {
            return nil
        }
    }
}
