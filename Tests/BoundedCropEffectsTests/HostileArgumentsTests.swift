import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropEffects

/// Every argument of every form, from the list that the parser uses.
@Suite(.timeLimit(.minutes(15))) struct HostileArgumentsTests {
    private static let picture = try? Pictures.noise(7, 5, opaque: false)

    @Test func `the examples of all forms are valid`() throws {
        let picture = try #require(Self.picture)
        for form in EffectForm.all where form.name != "redact" {
            for count in 0...form.optional.count {
                let effect = try EffectExpression.effect(named: form.name, form.required + form.optional.prefix(count))
                _ = try picture.applying([effect])
            }
        }
    }

    @Test(arguments: EffectForm.all.indices)
    func `no number traps when it is parsed, described or applied`(index: Int) throws {
        let (form, picture) = (EffectForm.all[index], try #require(Self.picture))
        for arguments in HostileNumbers.variants(of: form.required + form.optional) {
            do {
                var effect = try EffectExpression.effect(named: form.name, arguments)
                if var redaction = effect as? Redact {
                    redaction.detector = FixedFeatureDetector([Rect(x: 1, y: 1, width: 3, height: 3)])
                    effect = redaction
                }
                let footprint = effect.footprint(on: picture.size)
                #expect(footprint.workingBytes >= 0, "\(form.name)(\(arguments))")
                _ = effect.footprint(on: PixelSize(width: .max, height: .max))
                for scale in [1, 1e300, .leastNonzeroMagnitude] {
                    let result = try picture.applying([effect], scale: scale)
                    #expect(result.isPremultiplied, "\(form.name)(\(arguments))")
                    if scale == 1 {
                        let (size, most) = (result.size, footprint.resultSize)
                        #expect(size.width <= most.width && size.height <= most.height, "\(form.name)(\(arguments)): \(size), not \(most)")
                    }
                }
            } catch let error as BoundedCropError {
                #expect(error.code == .invalidArgument, "\(form.name)(\(arguments)): \(error)")
            }
        }
    }

    /// Swift code can pass more extreme values than text.
    @Test func `effects created in code do not trap either`() throws {
        let picture = try #require(Self.picture)
        let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, -0.0, Double(Int.max), -Double(Int.max)]
        let integers = [Int.min, Int.min + 1, -1, 0, Int.max - 1, Int.max]
        var effects: [any ImageEffect] = []
        for number in numbers {
            let rectangle = Rect(x: number, y: 1, width: 2, height: number)
            let more: [any ImageEffect] = [
                .crop(to: rectangle), .blur(radius: 3, in: [rectangle]), .alpha(number), .reflect(scale: number), .cornerRadius(number),
                EllipticalCorners(horizontalRadius: number, verticalRadius: 2), .shadow(offset: Point(x: number, y: number), blur: number),
                .reflection(scale: 0.5, gap: number, alpha: number), .gaussianBlur(sigma: number), .saturation(number), .brightness(number),
                .overlay(picture, x: .center, y: .repeated, alpha: number), .sharpen(amount: number, radius: number),
                RedactFeatures(.pixelate, rectangles: [rectangle]),
                .convolution([number, number, number], columns: 1),
            ]
            var color = Color.red
            (color.red, color.alpha) = (number, number)
            let colored: [any ImageEffect] = [
                .tint(color), .flatten(on: color), .fill(to: PixelSize(width: 9, height: 9), with: .color(color)),
            ]
            effects += more + colored
        }
        for integer in integers {
            let size = PixelSize(width: integer, height: 2)
            let more: [any ImageEffect] = [
                .overlay(picture, x: .fromStart(integer), y: .fromEnd(integer)), .resize(width: integer), .resize(height: integer),
                .resize(width: integer, height: integer), .scale(to: size), .scaleToFit(size), .scaleToFill(size),
                .rotate(degrees: integer),
                .cropAndScale(to: size, contentMode: .center, padToFit: true), .fill(to: size, with: .average), .noise(amount: integer),
                .blur(radius: 3, iterations: integer), .convolution([1, 2, 1], columns: integer),
                .curve(all: [Curve.Point(integer, integer)]),
            ]
            effects += more
        }
        for effect in effects {
            let footprint = effect.footprint(on: picture.size)
            do {
                let result = try picture.applying([effect])
                #expect(result.isPremultiplied, "\(effect)")
                let isWithinFootprint = result.width <= footprint.resultSize.width && result.height <= footprint.resultSize.height
                #expect(isWithinFootprint, "\(effect): \(result.size), not \(footprint.resultSize)")
            } catch let error as BoundedCropError {
                #expect(error.code == .invalidArgument, "\(effect): \(error)")
            }
        }
    }
}
