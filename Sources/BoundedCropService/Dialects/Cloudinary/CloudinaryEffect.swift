internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// The effects of `e_`.
enum CloudinaryEffect {
    /// What an effect is written with: its numbers, and the parameters that belong to it.
    struct Arguments {
        let parameter: TransformationParameter
        /// The texts between colons, after the name.
        let texts: [Substring]
        let component: CloudinaryComponent

        /// The first argument, a whole number. Throws `invalidURL`.
        func level(_ range: ClosedRange<Int>, default standard: Int) throws -> Int {
            try texts.first.map { try parameter.integer($0, in: range) } ?? standard
        }

        func number(_ range: ClosedRange<Int>, default standard: Int) throws -> Double { Double(try level(range, default: standard)) }

        /// The color of `co_`; gray by default. Throws `invalidURL`.
        func color() throws -> Color {
            guard let color = component["co"] else { return CloudinaryEffect.gray }
            return try color.color(CloudinaryComponent.color(color.value))
        }
    }

    fileprivate static let gray = Color(red: 128 / 255, green: 128 / 255, blue: 128 / 255)
    /// The color of `sepia`.
    private static let brown = Color(red: 0x70 / 255, green: 0x42 / 255, blue: 0x14 / 255)

    /// The sigma of a blur, for a strength. Cloudinary does not state it; with this, the strongest blur is 100 pixels.
    static let blurStrength = 20.0

    /// All effects by their names, except for a trim.
    static let all: [String: @Sendable (Arguments) throws -> any ImageEffect] = [
        "grayscale": { _ in .grayscale },
        "blackwhite": { .bitonal(threshold: Int(try $0.number(0...100, default: 50) * 255 / 100, within: 0...255)) },
        "negate": { _ in .curve(all: [Curve.Point(0, 255), Curve.Point(255, 0)]) },
        "brightness": { .brightness(try $0.number(-99...100, default: 80)) },
        "contrast": { .contrast(try $0.number(-100...100, default: 0)) },
        "saturation": { .saturation(1 + (try $0.number(-100...100, default: 80)) / 100) },
        "red": { .rgb(red: try $0.number(-100...100, default: 0), green: 0, blue: 0) },
        "green": { .rgb(red: 0, green: try $0.number(-100...100, default: 0), blue: 0) },
        "blue": { .rgb(red: 0, green: 0, blue: try $0.number(-100...100, default: 0)) },
        "sharpen": { .sharpen(amount: try $0.number(1...2000, default: 100) / 100, radius: 1) },
        "unsharp_mask": { .sharpen(amount: try $0.number(1...2000, default: 100) / 100, radius: 2) },
        "blur": {
            let sigma = try $0.number(1...2000, default: 100) / blurStrength * $0.component.density
            return .gaussianBlur(sigma: min(sigma, EffectBounds.largestBlur))
        },
        "pixelate": { .pixelate(side: Int(try $0.number(1...200, default: 10) * $0.component.density, within: 1...2000)) },
        // Whatever the strength, nobody is recognizable.
        "blur_faces": { arguments in
            _ = try arguments.level(1...2000, default: 500)
            return .redact(.blur)
        },
        "pixelate_faces": { arguments in
            _ = try arguments.level(1...200, default: 10)
            return .redact(.pixelate)
        },
        "colorize": {
            let level = try $0.number(0...100, default: 100)
            return .colorize(red: level, green: level, blue: level, towards: try $0.color())
        },
        // A tint of the same strength as imgix's.
        "sepia": { .tint(TransformationColor.color(brown, opacity: try $0.level(1...100, default: 80))) },
        "shadow": { try shadow($0) },
    ]

    /// The distance of a shadow, to the right and down, and the blur of its edge. Cloudinary states neither.
    static let (shadowOffset, shadowBlur) = (10, 10.0)

    private static func shadow(_ arguments: Arguments) throws -> any ImageEffect {
        let strength = try arguments.level(0...100, default: 40)
        let color = try arguments.color()
        let density = arguments.component.density
        func distance(_ name: String) throws -> Double {
            let pixels = Double(try arguments.component[name]?.integer(in: -1000...1000) ?? shadowOffset)
            return min(max(pixels * density, -1000), 1000)
        }
        let offset = Point(x: try distance("x"), y: try distance("y"))
        return .shadow(TransformationColor.color(color, opacity: strength), offset: offset, blur: shadowBlur * density)
    }
}

extension CloudinaryComponent {
    /// The trim and the effects of `e_`. Throws `invalidURL`.
    mutating func addEffects(to step: inout TransformationStep) throws {
        for parameter in parameters where parameter.name == "e" {
            let parts = parameter.value.split(separator: ":", omittingEmptySubsequences: false)
            let isName = !parts[0].isEmpty && parts[0].utf8.allSatisfy { $0 == UInt8(ascii: "_") || Int.isDigit($0) || Self.isLetter($0) }
            guard isName else { throw parameter.failure("an effect, such as blur:300") }
            let arguments = CloudinaryEffect.Arguments(parameter: parameter, texts: Array(parts.dropFirst()), component: self)
            if parts[0] == "trim" {
                // It comes first, whatever else is in the component.
                let color = arguments.texts.dropFirst().joined(separator: ":")
                step.geometry.trim = RenderRequest.Trim(
                    tolerance: Self.tolerance(percent: try arguments.level(0...100, default: 10)),
                    color: color.isEmpty ? nil : try parameter.color(Self.color(color))
                )
            } else if let effect = CloudinaryEffect.all[String(parts[0])] {
                step.pixels.append(.effect(try effect(arguments)))
                if arguments.texts.count > 1 { ignored.append(parameter.text) }
            } else {
                ignored.append(parameter.text)
            }
        }
    }

    /// The distance of colors, of which black and white have 442, for a percentage.
    static func tolerance(percent: Int) -> Int { Int(Double(percent) * 442 / 100, within: 0...442) }
}
