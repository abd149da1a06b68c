public import BoundedCrop

/// Effects written as text, as accepted by the command line and the service.
///
///     corner-radius(12) shadow(black,0,4,8) reflection(0.4,4,0.6)
///
/// A call has the name of an effect, such as `shadow`, in lower case with hyphens, and the arguments that make it; `docs/effects.md`
/// lists all.
///
/// Lengths are pixels. Calls are separated by spaces, colons or nothing.
public enum EffectExpression {
    /// Parses the effects of a text, in order.
    ///
    /// - Parameters:
    ///   - text: The calls, separated by spaces, colons or nothing.
    ///   - readMask: Reads the picture that `mask` names; nil where masks are not allowed.
    /// - Throws: `invalidArgument`, naming what could not be parsed, and what reading a mask throws.
    public static func effects(_ text: String, readMask: ((String) throws -> PixelBuffer)? = nil) throws -> [any ImageEffect] {
        try EffectCall.calls(in: text).map { call in
            if call.name == "mask" { return try mask(call, readMask) }
            return try effect(call)
        }
    }

    /// The effect of one call, already split into name and arguments. Masks are not supported here.
    ///
    /// Throws `invalidArgument`, naming what could not be parsed.
    package static func effect(named name: String, _ arguments: [String]) throws -> any ImageEffect {
        try effect(EffectCall(name, arguments.map(EffectArgument.word)))
    }

    /// What hides faces, from its arguments as text, such as `blur` or `black,0.5`. Throws as the above.
    package static func redaction(_ arguments: String) throws -> Redact {
        let call = EffectCall("redact", EffectCall.split(arguments).map(EffectArgument.word))
        guard let redact = try effect(call) as? Redact else { throw failure(call) }
        return redact
    }

    static func effect(_ call: EffectCall) throws -> any ImageEffect {
        guard let form = EffectForm.all.first(where: { $0.fits(call) }) else { throw failure(call) }
        return try form.make(call)
    }

    private static func mask(_ call: EffectCall, _ readMask: ((String) throws -> PixelBuffer)?) throws -> any ImageEffect {
        guard let readMask else { throw BoundedCropError(.invalidArgument, "masks are not allowed here") }
        guard call.arguments.count == 1 else { throw failure(call) }
        return .mask(try readMask(call.text(0)))
    }

    static func failure(_ call: EffectCall) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(call)” is not an effect, or has the wrong number of arguments: see the list of effects")
    }
}
