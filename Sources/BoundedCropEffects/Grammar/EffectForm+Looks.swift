internal import BoundedCrop

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
            guard let mode = ContentMode(rawValue: call.arguments[0]), !isPadded || call.arguments[2] == "pad" else {
                throw EffectExpression.failure(call)
            }
            return .cropAndScale(to: try call.size(1), contentMode: mode, padToFit: isPadded)
        },
    ]

    static let decorating = [
        EffectForm("corner-radius", ["12"]) { .cornerRadius(try $0.number(0)) },
        EffectForm("corner-radius", ["1", "2", "3", "4"]) { call in
            let radii = try call.numbers(0..<4)
            return .cornerRadii(CornerRadii(topLeft: radii[0], topRight: radii[1], bottomLeft: radii[3], bottomRight: radii[2]))
        },
        EffectForm("circle") { _ in .circle },
        EffectForm("shadow", ["black", "0", "4", "8"]) { call in
            let offset = Offset(x: try call.number(1), y: try call.number(2))
            return .shadow(try call.color(0), offset: offset, blur: try call.number(3))
        },
        EffectForm("reflection", ["0.4"], optional: ["4", "0.6"]) { call in
            .reflection(
                scale: try call.number(0, in: 0...1),
                gap: try call.number(1, else: 0),
                alpha: try call.number(2, in: 0...1, else: 1)
            )
        },
        EffectForm("border", ["1", "2", "3", "4"], optional: ["red"]) { call in
            let color = call.arguments.count == 5 ? try call.color(4) : .clear
            return .border(
                top: try call.integer(0),
                right: try call.integer(1),
                bottom: try call.integer(2),
                left: try call.integer(3),
                color: color
            )
        },
        EffectForm("alpha", ["0.5"]) { .alpha(try $0.number(0, in: 0...1)) },
        EffectForm("redact", ["#102030"], optional: ["0.3"]) { call in
            let style: RedactionStyle =
                switch call.arguments[0] {
                case "blur": .blur
                case "pixelate": .pixelate
                default: .fill(try call.color(0))
                }
            return .redact(style, margin: try call.number(1, in: 0...100, else: 0.3))
        },
    ]

    static let blurring = [
        EffectForm("blur", ["8"], optional: ["3", "red"]) { call in
            guard let iterations = Int(exactly: try call.number(1, else: 2)) else { throw EffectExpression.failure(call) }
            return .blur(radius: try call.number(0), iterations: iterations, tint: call.arguments.count == 3 ? try call.color(2) : nil)
        },
        EffectForm("gaussian-blur", ["2.5"]) { .gaussianBlur(sigma: try $0.number(0)) },
        EffectForm("pixelate", ["8"]) { .pixelate(side: try $0.integer(0)) },
        EffectForm("tint", ["rgba(255,136,0,0.5)"]) { .tint(try $0.color(0)) },
    ]
}
