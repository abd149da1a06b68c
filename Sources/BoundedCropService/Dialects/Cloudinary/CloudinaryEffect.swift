internal import BoundedCrop

/// An effect of `e_` as a filter.
struct CloudinaryEffect {
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

        /// The color of `co_`, as digits. Throws `invalidURL`.
        func color(default standard: String) throws -> String {
            guard let color = component["co"] else { return standard }
            return try color.color(CloudinaryComponent.color(color.value))
        }
    }

    /// The name in the URL.
    let name: String
    /// The filter's name.
    let filter: String
    /// The filter's argument.
    let argument: @Sendable (Arguments) throws -> String

    init(_ name: String, _ filter: String, _ argument: @escaping @Sendable (Arguments) throws -> String = { _ in "" }) {
        (self.name, self.filter, self.argument) = (name, filter, argument)
    }

    /// The sigma of a blur, for a strength. Cloudinary does not state it; with this, the strongest blur is 100 pixels.
    static let blurStrength = 20.0

    /// All effects, except for a trim.
    static let all: [String: CloudinaryEffect] = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0) })

    private static let list: [CloudinaryEffect] = [
        .init("grayscale", "grayscale"),
        .init("blackwhite", "bitonal") { String(Int(Double(try $0.level(0...100, default: 50)) * 255 / 100, within: 0...255)) },
        .init("negate", "curve") { _ in "[(0,255),(255,0)]" },
        .init("brightness", "brightness") { String(try $0.level(-99...100, default: 80)) },
        .init("contrast", "contrast") { String(try $0.level(-100...100, default: 0)) },
        .init("saturation", "saturation") { number(1 + Double(try $0.level(-100...100, default: 80)) / 100) },
        .init("red", "rgb") { "\(try $0.level(-100...100, default: 0)),0,0" },
        .init("green", "rgb") { "0,\(try $0.level(-100...100, default: 0)),0" },
        .init("blue", "rgb") { "0,0,\(try $0.level(-100...100, default: 0))" },
        .init("sharpen", "sharpen") { "\(number(Double(try $0.level(1...2000, default: 100)) / 100)),1" },
        .init("unsharp_mask", "sharpen") { "\(number(Double(try $0.level(1...2000, default: 100)) / 100)),2" },
        .init("blur", "gaussian_blur") { number(Double(try $0.level(1...2000, default: 100)) / blurStrength) },
        .init("pixelate", "pixelate") { String(try $0.level(1...200, default: 10)) },
        // Whatever the strength, nobody is recognizable.
        .init("blur_faces", "redact") { arguments in
            _ = try arguments.level(1...2000, default: 500)
            return "blur"
        },
        .init("pixelate_faces", "redact") { arguments in
            _ = try arguments.level(1...200, default: 10)
            return "pixelate"
        },
        .init("colorize", "colorize") {
            let level = try $0.level(0...100, default: 100)
            return "\(level),\(level),\(level),\(try $0.color(default: "808080"))"
        },
        // A tint of the same strength as imgix's.
        .init("sepia", "tint") { "704214\(TransformationColor.opacity(percent: try $0.level(1...100, default: 80)))" },
        .init("shadow", "shadow") { try shadow($0) },
    ]

    private static func number(_ number: Double) -> String { ParameterText.text(number) }

    /// The distance of a shadow, to the right and down, and the blur of its edge. Cloudinary states neither.
    static let (shadowOffset, shadowBlur) = (10, 10)

    private static func shadow(_ arguments: Arguments) throws -> String {
        let strength = try arguments.level(0...100, default: 40)
        let color = try arguments.color(default: "808080").prefix(6)
        let x = try arguments.component["x"]?.integer(in: -1000...1000) ?? shadowOffset
        let y = try arguments.component["y"]?.integer(in: -1000...1000) ?? shadowOffset
        return "\(color)\(TransformationColor.opacity(percent: strength)),\(x),\(y),\(shadowBlur)"
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
                step.url.trim = .init(
                    tolerance: Self.tolerance(percent: try arguments.level(0...100, default: 10)),
                    color: color.isEmpty ? nil : ImageURL.Trim.color(try parameter.color(Self.color(color)).prefix(6))
                )
            } else if let effect = CloudinaryEffect.all[String(parts[0])] {
                step.addPixels(effect.filter, try effect.argument(arguments))
                if arguments.texts.count > 1 { ignored.append(parameter.text) }
            } else {
                ignored.append(parameter.text)
            }
        }
    }

    /// The distance of colors, of which black and white have 442, for a percentage.
    static func tolerance(percent: Int) -> Int { Int(Double(percent) * 442 / 100, within: 0...442) }
}
