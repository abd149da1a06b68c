internal import BoundedCrop

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
        EffectForm("bitonal", optional: ["128"]) { .bitonal(threshold: $0.arguments.isEmpty ? 128 : try $0.integer(0)) },
        EffectForm("equalize") { _ in .equalize },
    ]

    static let filtering = [
        EffectForm("noise", ["40"], optional: ["7"]) { call in
            let seed = call.arguments.count == 2 ? try call.seed(1) : 0
            return .noise(amount: try call.integer(0), seed: seed)
        },
        EffectForm("sharpen", ["2", "1.0"], optional: ["true"]) { call in
            let luminanceOnly = call.arguments.count == 3 ? try call.flag(2) : false
            return .sharpen(amount: try call.number(0), radius: try call.number(1), luminanceOnly: luminanceOnly)
        },
        EffectForm("convolution", ["1;2;1;2;4;2;1;2;1", "3"], optional: ["false"]) { call in
            let normalizes = call.arguments.count == 3 ? try call.flag(2) : true
            return .convolution(try call.weights(0), columns: try call.integer(1), normalizes: normalizes)
        },
    ]

    static let turning = [
        EffectForm("rotate", ["90"]) { .rotate(degrees: try $0.integer(0)) },
        EffectForm("turn", ["30"], optional: ["white"]) { call in
            .turn(degrees: try call.number(0), background: call.arguments.count == 2 ? try call.color(1) : .clear)
        },
        EffectForm("flip", ["horizontal"]) { call in
            guard let direction = Flip.Direction(rawValue: call.arguments[0]) else { throw EffectExpression.failure(call) }
            return .flip(direction)
        },
    ]
}
