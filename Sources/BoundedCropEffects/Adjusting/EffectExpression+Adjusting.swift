internal import BoundedCrop

extension EffectExpression {
    /// The effects of this folder; nil where the call is none of them.
    static func adjusting(_ call: EffectCall) throws -> (any ImageEffect)? {
        switch (call.name, call.arguments.count) {
        case ("brightness", 1): return .brightness(try call.percentage(0))
        case ("contrast", 1): return .contrast(try call.percentage(0))
        case ("rgb", 3): return .rgb(red: try call.percentage(0), green: try call.percentage(1), blue: try call.percentage(2))
        case ("saturation", 1): return .saturation(try call.number(0))
        case ("grayscale", 0): return .grayscale()
        case ("colorize", 4):
            return .colorize(
                red: try call.percentage(0),
                green: try call.percentage(1),
                blue: try call.percentage(2),
                towards: try call.color(3)
            )
        case ("curve", 1...4):
            let curves = try call.arguments.indices.map(call.points) + repeatElement([], count: 4 - call.arguments.count)
            return .curve(all: curves[0], red: curves[1], green: curves[2], blue: curves[3])
        case ("equalize", 0): return .equalize()
        default: return try filtering(call) ?? turning(call)
        }
    }

    private static func filtering(_ call: EffectCall) throws -> (any ImageEffect)? {
        switch (call.name, call.arguments.count) {
        case ("noise", 1), ("noise", 2):
            return .noise(amount: try call.integer(0), seed: call.arguments.count == 2 ? try call.seed(1) : 0)
        case ("sharpen", 2), ("sharpen", 3):
            let luminanceOnly = call.arguments.count == 3 ? try call.flag(2) : false
            return .sharpen(amount: try call.number(0), radius: try call.number(1), luminanceOnly: luminanceOnly)
        case ("convolution", 2), ("convolution", 3):
            let normalizes = call.arguments.count == 3 ? try call.flag(2) : true
            return .convolution(try call.weights(0), columns: try call.integer(1), normalizes: normalizes)
        default: return nil
        }
    }

    private static func turning(_ call: EffectCall) throws -> (any ImageEffect)? {
        switch (call.name, call.arguments.count) {
        case ("rotate", 1): return .rotate(degrees: try call.integer(0))
        case ("flip", 1):
            guard let direction = Flip.Direction(rawValue: call.arguments[0]) else { throw failure(call) }
            return .flip(direction)
        default: return nil
        }
    }
}

extension EffectCall {
    /// A number, with or without a percent sign.
    fileprivate func percentage(_ index: Int) throws -> Double {
        let text = arguments[index]
        guard let number = Double(text.hasSuffix("%") ? text.dropLast() : text[...]), number.isFinite else {
            throw wrong(index, "a percentage")
        }
        return number
    }

    fileprivate func integer(_ index: Int) throws -> Int {
        guard let number = Int(arguments[index]) else { throw wrong(index, "a whole number") }
        return number
    }

    fileprivate func seed(_ index: Int) throws -> UInt64 {
        guard let seed = UInt64(arguments[index]) else { throw wrong(index, "a seed, a whole number from 0 up") }
        return seed
    }

    fileprivate func flag(_ index: Int) throws -> Bool {
        switch arguments[index].lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: throw wrong(index, "true or false")
        }
    }

    fileprivate func weights(_ index: Int) throws -> [Double] {
        try arguments[index].split(separator: ";", omittingEmptySubsequences: false).map { text in
            guard let weight = Double(text), weight.isFinite else { throw wrong(index, "numbers with semicolons between them") }
            return weight
        }
    }

    /// Points as `[(0,0),(255,255)]`; none as `[]` or nothing.
    fileprivate func points(_ index: Int) throws -> [Curve.Point] {
        let text = arguments[index].filter { $0 != " " }
        if text.isEmpty || text == "[]" { return [] }
        guard text.hasPrefix("[("), text.hasSuffix(")]") else { throw wrong(index, "points, such as [(0,0),(255,255)]") }
        return try text.dropFirst(2).dropLast(2).split(separator: "),(", omittingEmptySubsequences: false).map { pair in
            let levels = pair.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard levels.count == 2, let input = levels[0], let output = levels[1] else {
                throw wrong(index, "points, such as [(0,0),(255,255)]")
            }
            return Curve.Point(input, output)
        }
    }
}
