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
        guard let form = EffectForm.all.first(where: { $0.fits(call) }) else { throw failure(call) }
        return try form.make(call)
    }

    private static func mask(_ call: EffectCall, _ readMask: ((String) throws -> PixelBuffer)?) throws -> any ImageEffect {
        guard let readMask else { throw BoundedCropError(.invalidArgument, "masks are not allowed here") }
        guard call.arguments.count == 1 else { throw failure(call) }
        return .mask(try readMask(call.arguments[0]))
    }

    static func failure(_ call: EffectCall) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(call)” is not an effect, or is told too little or too much: see the list of effects")
    }
}
