import ArgumentParser
import BoundedCrop
import BoundedCropEffects

/// Effects as options. Each option adds a call in the effects' grammar.
struct EffectOptions: ParsableArguments {
    @Option(
        name: .customLong("content-mode"),
        help: ArgumentHelp("How to fit the picture to --size: aspectFill, aspectFit, center, ...", valueName: "mode")
    )
    var contentMode: [String] = []

    @Option(help: ArgumentHelp("The size for --content-mode (aspectFill without one).", valueName: "WxH"))
    var size: String?

    @Option(name: .customLong("corner-radius"), help: ArgumentHelp("Round the corners; four radii from the top left.", valueName: "r"))
    var cornerRadius: [String] = []

    @Option(help: ArgumentHelp("A drop shadow.", valueName: "color,dx,dy,blur"))
    var shadow: [String] = []

    @Option(help: ArgumentHelp("A mirror image below.", valueName: "scale,gap,alpha"))
    var reflection: [String] = []

    @Option(help: ArgumentHelp("Opacity, 0 to 1.", valueName: "a"))
    var alpha: [String] = []

    @Option(help: ArgumentHelp("A gray picture: white keeps, black clears.", valueName: "file"), completion: .file())
    var mask: [String] = []

    @Option(help: ArgumentHelp("A box blur of this radius, applied n times.", valueName: "r[,n[,tint]]"))
    var blur: [String] = []

    @Option(help: ArgumentHelp("Give the hue and saturation of a color.", valueName: "color"))
    var tint: [String] = []

    @Option(help: ArgumentHelp("Make faces unrecognizable.", valueName: "blur|pixelate|color"))
    var redact: [String] = []

    @Option(help: ArgumentHelp("Several effects, such as 'corner-radius(12) shadow(black,0,4,8)'.", valueName: "effects"))
    var effects: [String] = []

    /// The options for effects of the same name, and the one for all.
    private static let own: [String: any KeyPath<EffectOptions, [String]> & Sendable] = [
        "content-mode": \.contentMode, "corner-radius": \.cornerRadius, "shadow": \.shadow, "reflection": \.reflection,
        "alpha": \.alpha, "mask": \.mask, "blur": \.blur, "tint": \.tint, "redact": \.redact, "effects": \.effects,
    ]

    /// A call of each effect without an option, for help.
    static let others = EffectForm.all.filter { own[$0.name] == nil }
        .map { "\($0.name)(\($0.required.joined(separator: ",")))" }.joined(separator: ", ")

    mutating func validate() throws {
        // Those that need no file, and no other option.
        for (name, values) in Self.own.sorted(by: { $0.key < $1.key }) where !["content-mode", "mask", "effects"].contains(name) {
            for value in self[keyPath: values] { _ = try usage(in: "--\(name) \(value): ") { try Self.read("\(name)(\(value))") } }
        }
    }

    /// The calls in the order of the options on the command line, which the parser does not preserve, after those from a file.
    ///
    /// - Parameter words: The command line.
    func expression(in words: [String]) -> String {
        var values = Self.own.mapValues { self[keyPath: $0][...] }
        let names = words.compactMap { word in
            word.hasPrefix("--") ? word.dropFirst(2).prefix { $0 != "=" } : nil
        }
        var calls: [String] = names.compactMap { name in
            guard let value = values[String(name)]?.popFirst() else { return nil }
            switch name {
            case "effects": return value
            case "content-mode": return "content-mode(\(value),\(size ?? ""),pad)"
            default: return "\(name)(\(value))"
            }
        }
        // What no word of the command line says.
        calls.insert(contentsOf: values["effects"] ?? [], at: 0)
        if contentMode.isEmpty, let size { calls.insert("content-mode(aspectFill,\(size))", at: 0) }
        return calls.joined(separator: " ")
    }

    /// Parses effects; invalid text is a usage error.
    ///
    /// - Parameter names: Learns which files are read, so that none of them is replaced.
    static func list(_ expression: String, _ names: OutputNames? = nil) throws -> [any ImageEffect] {
        try usage { try read(expression, names) }
    }

    /// Parses effects. Throws `invalidArgument`, also for those that no picture can have.
    static func read(_ expression: String, _ names: OutputNames? = nil) throws -> [any ImageEffect] {
        let effects = try EffectExpression.effects(expression) { path in
            let mask = try readMask(path)
            names?.read(PictureEntry(input: path))
            return mask
        }
        for effect in effects {
            do { try effect.check() } catch let error as BoundedCropError {
                let text = (effect.made as? any WritableEffect)?.call.description ?? effect.cacheKey
                throw BoundedCropError(error.code, "\(text) cannot be applied: \(error.message)", underlying: error)
            }
        }
        return effects
    }

    private static func readMask(_ path: String) throws -> PixelBuffer {
        if ObjectStorage.isLocation(path) {
            throw BoundedCropError(.invalidArgument, "a mask must be a file on this machine, and cannot be \(path)")
        }
        do {
            return try ImageSource(contentsOfFile: path, options: .inCommand()).pixels()
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "the mask \(path) cannot be used: \(error.message)", underlying: error)
        }
    }
}
