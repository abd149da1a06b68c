internal import BoundedCrop

extension CloudinaryComponent {
    /// The qualities of `q_auto` with a level. Cloudinary's depend on the picture; `good`, the default, is the service's own quality.
    static let automaticQualities = ["best": 90, "eco": 65, "low": 45]
    private static let formats = ["jpg": "jpeg", "jpeg": "jpeg", "png": "png", "webp": "webp", "avif": "avif", "gif": "gif"]
    /// Flags for what happens here anyway.
    private static let needless: Set = ["animated", "awebp", "apng", "no_stream", "sanitize"]

    /// `f_`, `q_`, `fl_`, `pg_` and `cs_`. Throws `invalidURL`.
    mutating func addFile(to step: inout TransformationStep) throws {
        if let format = self["f"] { addFormat(format, to: &step) }
        if let quality = self["q"] { try addQuality(quality, to: &step) }
        for flags in parameters where flags.name == "fl" {
            for flag in flags.value.split(separator: ".", omittingEmptySubsequences: false) { try addFlag(flag, flags, to: &step) }
        }
        if let page = self["pg"] {
            if page.value == "1" { step.addFile("still") } else { ignored.append(page.text) }
        }
        if let space = self["cs"] {
            if space.value == "srgb" { step.addFile("strip_icc") } else { ignored.append(space.text) }
        }
    }

    private mutating func addFormat(_ format: TransformationParameter, to step: inout TransformationStep) {
        if format.value == "auto" || format.value == "auto:image" { return }
        if let name = Self.formats[format.value] { step.addFile("format", name) } else { ignored.append(format.text) }
    }

    private mutating func addQuality(_ quality: TransformationParameter, to step: inout TransformationStep) throws {
        let parts = quality.value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts[0] != "auto" else {
            let level = parts.count > 1 ? parts[1] : "good"
            if let number = Self.automaticQualities[level] {
                step.addFile("quality", String(number))
            } else if level != "good" || parts.count > 2 {
                ignored.append(quality.text)
            }
            return
        }
        guard parts[0] != "jpegmini" else { return ignored.append(quality.text) }
        step.addFile("quality", String(try quality.integer(parts[0], in: 1...100)))
        // What follows is the chroma subsampling.
        if parts.count > 1 { ignored.append(quality.text) }
    }

    private mutating func addFlag(_ flag: Substring, _ flags: TransformationParameter, to step: inout TransformationStep) throws {
        let name = flag.prefix { $0 != ":" }
        let value = flag.dropFirst(name.count + 1)
        switch name {
        case "": throw flags.failure("flags with points between them")
        case "layer_apply": throw flags.refusal("there are no layers")
        case "attachment":
            step.addFile("attachment")
            guard !value.isEmpty else { return }
            guard value.utf8.allSatisfy(Self.isFileName) else { throw flags.failure("a name of letters, digits, “-” and “_”") }
            step.addFile("filename", String(value))
        case "strip_profile": step.addFile("strip_icc")
        case "keep_attribution": step.addFile("strip_exif", "except_rights")
        case "force_strip":
            step.addFile("strip_exif")
            step.addFile("strip_icc")
        default: if !Self.needless.contains(String(name)) { ignored.append("fl_\(flag)") }
        }
    }

    static func isFileName(_ byte: UInt8) -> Bool {
        isLetter(byte) || Int.isDigit(byte) || "-_".utf8.contains(byte)
    }
}
