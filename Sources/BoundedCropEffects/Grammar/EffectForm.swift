internal import BoundedCrop

/// A form in which an effect can be written as text. Parsing uses the list of all forms; `mask` is not in it, since it needs a file.
package struct EffectForm: Sendable {
    /// As in `EffectCall`.
    package let name: String
    /// An example of every required argument.
    package let required: [String]
    /// An example of every optional argument.
    package let optional: [String]
    let make: @Sendable (EffectCall) throws -> any ImageEffect

    init(
        _ name: String,
        _ required: [String] = [],
        optional: [String] = [],
        _ make: @escaping @Sendable (EffectCall) throws -> any ImageEffect
    ) {
        self.name = name
        self.required = required
        self.optional = optional
        self.make = make
    }

    /// All forms. A name may have several, which differ in their number of arguments.
    package static let all = shaping + ofPixels

    /// Those of effects that keep all that a picture shows.
    package static let ofPixels = decorating + blurring + levels + filtering + turning

    /// Whether a call matches this form by name and number of arguments.
    func fits(_ call: EffectCall) -> Bool {
        call.name == name && (required.count...required.count + optional.count).contains(call.arguments.count)
    }
}

extension EffectForm {
    static let levels = [
        EffectForm("brightness", ["20"]) { .brightness(try $0.percentage(0)) },
        EffectForm("contrast", ["20"]) { .contrast(try $0.percentage(0)) },
        EffectForm("rgb", ["20", "-20", "40"]) { call in
            .rgb(red: try call.percentage(0), green: try call.percentage(1), blue: try call.percentage(2))
        },
        EffectForm("saturation", ["1.5"]) { .saturation(try $0.number(0)) },
        EffectForm("grayscale") { _ in .grayscale },
        EffectForm("colorize", ["50", "20%", "80", "ff8000"]) { call in
            let (red, green, blue) = (try call.percentage(0), try call.percentage(1), try call.percentage(2))
            return .colorize(red: red, green: green, blue: blue, towards: try call.color(3))
        },
        EffectForm("curve", ["[(0,0),(255,255)]"], optional: ["[(0,50),(255,200)]", "[]", "[(128,90)]"]) { call in
            let curves = try call.arguments.indices.map(call.points) + repeatElement([], count: 4 - call.arguments.count)
            return .curve(all: curves[0], red: curves[1], green: curves[2], blue: curves[3])
        },
        EffectForm("bitonal", optional: ["128"]) { .bitonal(threshold: try $0.given(0, $0.integer) ?? 128) },
        EffectForm("equalize") { _ in .equalize },
    ]

    static let filtering = [
        EffectForm("noise", ["40"], optional: ["7"]) { call in
            .noise(amount: try call.integer(0), seed: try call.given(1, call.seed) ?? UInt64(0))
        },
        EffectForm("sharpen", ["2", "1.0"], optional: ["true"]) { call in
            .sharpen(amount: try call.number(0), radius: try call.number(1), luminanceOnly: try call.given(2, call.flag) ?? false)
        },
        EffectForm("convolution", ["1;2;1;2;4;2;1;2;1", "3"], optional: ["false"]) { call in
            .convolution(try call.weights(0), columns: try call.integer(1), normalizes: try call.given(2, call.flag) ?? true)
        },
    ]

    static let turning = [
        EffectForm("rotate", ["90"]) { .rotate(degrees: try $0.integer(0)) },
        EffectForm("turn", ["30"], optional: ["white"]) {
            .turn(degrees: try $0.number(0), background: try $0.given(1, $0.color) ?? .clear)
        },
        EffectForm("flip", ["horizontal"]) { call in
            guard let direction = Flip.Direction(rawValue: call.text(0)) else { throw EffectExpression.failure(call) }
            return .flip(direction)
        },
    ]
}

extension EffectForm {
    static let shaping = [
        EffectForm("crop", ["1", "2", "3", "4"]) { call in
            let numbers = try call.numbers(0..<4)
            return .crop(to: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        },
        EffectForm("scale", ["30x20"]) { .scale(to: try $0.size(0)) },
        EffectForm("fit", ["30x20"]) { .scaleToFit(try $0.size(0)) },
        EffectForm("fill", ["30x20"]) { .scaleToFill(try $0.size(0)) },
        EffectForm("content-mode", ["aspectFit", "30x20"], optional: ["pad"]) { call in
            let isPadded = call.arguments.count == 3
            guard let mode = ContentMode(rawValue: call.text(0)), !isPadded || call.arguments[2] == "pad" else {
                throw EffectExpression.failure(call)
            }
            return .cropAndScale(to: try call.size(1), contentMode: mode, padToFit: isPadded)
        },
    ]

    static let decorating = [
        EffectForm("corner-radius", ["12"]) { .cornerRadius(try $0.number(0)) },
        EffectForm("corner-radius", ["1", "2", "3", "4"]) { call in
            guard let radii = CornerRadii(clockwise: try call.numbers(0..<4)) else { throw EffectExpression.failure(call) }
            return .cornerRadii(radii)
        },
        EffectForm("circle") { _ in .circle },
        EffectForm("shadow", ["black", "0", "4", "8"]) { call in
            let offset = Point(x: try call.number(1), y: try call.number(2))
            return .shadow(try call.color(0), offset: offset, blur: try call.number(3))
        },
        EffectForm("reflection", ["0.4"], optional: ["4", "0.6"]) { call in
            .reflection(
                scale: try call.number(0, in: 0...1),
                gap: try call.given(1, call.number) ?? 0,
                alpha: try call.given(2) { try call.number($0, in: 0...1) } ?? 1
            )
        },
        EffectForm("border", ["1", "2", "3", "4"], optional: ["red"]) { call in
            let (sides, color) = (try (0..<4).map(call.integer), try call.given(4, call.color) ?? .clear)
            return .border(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3], color: color)
        },
        EffectForm("alpha", ["0.5"]) { .alpha(try $0.number(0, in: 0...1)) },
        EffectForm("redact", ["#102030"], optional: ["0.3"]) { call in
            let style: RedactionStyle =
                switch call.arguments[0] {
                case "blur": .blur
                case "pixelate": .pixelate
                default: .fill(try call.color(0))
                }
            return .redact(style, margin: try call.given(1) { try call.number($0, in: 0...100) } ?? 0.3)
        },
    ]

    static let blurring = [
        EffectForm("blur", ["8"], optional: ["3", "red"]) { call in
            guard let iterations = Int(exactly: try call.given(1, call.number) ?? 2) else { throw EffectExpression.failure(call) }
            return .blur(radius: try call.number(0), iterations: iterations, tint: try call.given(2, call.color))
        },
        EffectForm("gaussian-blur", ["2.5"]) { .gaussianBlur(sigma: try $0.number(0)) },
        EffectForm("pixelate", ["8"]) { .pixelate(side: try $0.integer(0)) },
        EffectForm("tint", ["rgba(255,136,0,0.5)"]) { .tint(try $0.color(0)) },
    ]
}
