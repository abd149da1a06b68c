public import BoundedCrop

/// Effects written as text, one behind the other, as the command line and the service take them.
///
///     corner-radius(12) shadow(black,0,4,8) reflection(0.4,4,0.6)
///
/// | call | effect |
/// | --- | --- |
/// | `crop(X,Y,W,H)` | a rectangle; transparent where it reaches outside |
/// | `scale(WxH)`, `fit(WxH)`, `fill(WxH)` | stretched, inside, or filling and cropped |
/// | `content-mode(MODE,WxH[,pad])` | a content mode, such as `aspectFit`; `pad` fills up to the size |
/// | `corner-radius(R)`, `corner-radius(TL,TR,BR,BL)`, `circle()` | rounded corners |
/// | `shadow(COLOR,DX,DY,BLUR)` | a drop shadow |
/// | `reflection(SCALE[,GAP[,ALPHA]])` | a fading mirror image below |
/// | `alpha(A)` | opacity |
/// | `mask(FILE)` | a grey picture: white keeps, black clears |
/// | `blur(R[,N[,TINT]])`, `gaussian-blur(SIGMA)` | blur by boxes, or by a gaussian |
/// | `tint(COLOR)` | hue and saturation of a colour |
/// | `brightness(N)`, `contrast(N)`, `rgb(R,G,B)` | levels, by percentages from -100 to 100 |
/// | `saturation(F)`, `grayscale()` | stronger colours above 1, weaker below; none |
/// | `colorize(R,G,B,COLOR)` | each channel nearer to a colour's, by 0 to 100 percent |
/// | `curve([(X,Y),...][,[RED],[GREEN],[BLUE]])` | levels along curves, the first for all channels |
/// | `equalize()`, `noise(N[,SEED])` | levels spread out, noise over N levels |
/// | `sharpen(AMOUNT,RADIUS[,true])` | steeper edges, of brightness only where true |
/// | `convolution(A;B;...,COLUMNS[,true\|false])` | weighted sums of neighbours; divided by the weights' sum unless false |
/// | `rotate(DEGREES)`, `flip(horizontal\|vertical)` | anticlockwise by quarters, mirrored |
/// | `redact(blur\|pixelate\|COLOR[,MARGIN])` | faces made unrecognisable |
///
/// Lengths are pixels. Calls stand one behind the other, with spaces or colons between them.
public enum EffectExpression {
    /// The effects of a text, in its order.
    ///
    /// Throws `invalidArgument`, saying what could not be understood, and what reading a mask throws.
    /// - Parameter readMask: reads the picture that `mask` names; nil where masks are not allowed.
    public static func effects(_ text: String, readMask: ((String) throws -> PixelBuffer)? = nil) throws -> [any ImageEffect] {
        try EffectCall.calls(in: text).map { call in
            if call.name == "mask" { return try mask(call, readMask) }
            return try effect(call)
        }
    }

    /// The effect of one call, whose name and arguments were parted already; none is a mask.
    ///
    /// Throws `invalidArgument`, saying what could not be understood.
    package static func effect(named name: String, _ arguments: [String]) throws -> any ImageEffect {
        try effect(EffectCall(name: name, arguments: arguments))
    }

    private static func effect(_ call: EffectCall) throws -> any ImageEffect {
        if call.name == "redact" { return try redaction(call) }
        guard let effect = try shaping(call) ?? decorating(call) ?? coloring(call) ?? adjusting(call) else { throw failure(call) }
        return effect
    }

    private static func shaping(_ call: EffectCall) throws -> (any ImageEffect)? {
        switch (call.name, call.arguments.count) {
        case ("crop", 4):
            let numbers = try call.numbers(0..<4)
            return .crop(to: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case ("scale", 1): return .scale(to: try call.size(0))
        case ("fit", 1): return .scaleToFit(try call.size(0))
        case ("fill", 1): return .scaleToFill(try call.size(0))
        case ("content-mode", 2), ("content-mode", 3):
            guard let mode = ContentMode(rawValue: call.arguments[0]), call.arguments.count == 2 || call.arguments[2] == "pad" else {
                throw failure(call)
            }
            return .cropAndScale(to: try call.size(1), contentMode: mode, padToFit: call.arguments.count == 3)
        default: return nil
        }
    }

    private static func decorating(_ call: EffectCall) throws -> (any ImageEffect)? {
        switch (call.name, call.arguments.count) {
        case ("corner-radius", 1): return .cornerRadius(try call.number(0))
        case ("corner-radius", 4):
            let radii = try call.numbers(0..<4)
            return .cornerRadii(CornerRadii(topLeft: radii[0], topRight: radii[1], bottomLeft: radii[3], bottomRight: radii[2]))
        case ("circle", 0): return .circle()
        case ("shadow", 4):
            let offset = Offset(x: try call.number(1), y: try call.number(2))
            return .shadow(try call.color(0), offset: offset, blur: try call.number(3))
        case ("reflection", 1...3):
            return .reflection(scale: try call.number(0), gap: try call.number(1, else: 0), alpha: try call.number(2, else: 1))
        default: return nil
        }
    }

    private static func coloring(_ call: EffectCall) throws -> (any ImageEffect)? {
        switch (call.name, call.arguments.count) {
        case ("alpha", 1): return .alpha(try call.number(0))
        case ("blur", 1...3):
            let iterations = try call.number(1, else: 2)
            guard let iterations = Int(exactly: iterations) else { throw failure(call) }
            return .blur(radius: try call.number(0), iterations: iterations, tint: call.arguments.count == 3 ? try call.color(2) : nil)
        case ("gaussian-blur", 1): return .gaussianBlur(sigma: try call.number(0))
        case ("tint", 1): return .tint(try call.color(0))
        default: return nil
        }
    }

    private static func mask(_ call: EffectCall, _ readMask: ((String) throws -> PixelBuffer)?) throws -> any ImageEffect {
        guard let readMask else { throw BoundedCropError(.invalidArgument, "masks are not allowed here") }
        guard call.arguments.count == 1 else { throw failure(call) }
        return .mask(try readMask(call.arguments[0]))
    }

    private static func redaction(_ call: EffectCall) throws -> any ImageEffect {
        guard (1...2).contains(call.arguments.count) else { throw failure(call) }
        let style: RedactionStyle =
            switch call.arguments[0] {
            case "blur": .blur
            case "pixelate": .pixelate
            default: .fill(try call.color(0))
            }
        return .redact(style, margin: try call.number(1, else: 0.3))
    }

    static func failure(_ call: EffectCall) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(call)” is not an effect, or is told too little or too much: see the list of effects")
    }
}

extension EffectCall: CustomStringConvertible {
    var description: String { "\(name)(\(arguments.joined(separator: ",")))" }

    func number(_ index: Int) throws -> Double {
        guard let number = Double(arguments[index]), number.isFinite else { throw wrong(index, "a number") }
        return number
    }

    func number(_ index: Int, else standard: Double) throws -> Double {
        index < arguments.count ? try number(index) : standard
    }

    func numbers(_ indices: Range<Int>) throws -> [Double] { try indices.map(number) }

    func color(_ index: Int) throws -> Color {
        // In URLs, `#` begins something else, so that it is left out there.
        guard let color = Color(arguments[index]) ?? Color("#" + arguments[index]) else {
            throw wrong(index, "a colour, such as black, #ff8800 or rgba(0,0,0,0.5)")
        }
        return color
    }

    func size(_ index: Int) throws -> PixelSize {
        let sides = arguments[index].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
            throw wrong(index, "a size, such as 300x200")
        }
        return PixelSize(width: width, height: height)
    }

    func wrong(_ index: Int, _ wanted: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(arguments[index])” in \(self) is not \(wanted)")
    }
}
