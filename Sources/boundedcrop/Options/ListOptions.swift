import ArgumentParser
import BoundedCrop

/// The option for inputs that are listed in a file.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read more inputs from a file, one per line; empty lines and lines that begin with # are ignored; - is standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var list: String?

    @Flag(help: "With --list, inputs end with a zero byte, as find -print0 writes them, instead of a newline.")
    var null = false

    /// The inputs that are named, followed by those in the list. Throws a usage error if there are none, and for one without a name.
    func complete(_ named: [String]) throws -> [String] {
        let inputs = try named + listed()
        if inputs.isEmpty {
            throw ValidationError("Missing expected argument '<input> ...': files, folders, URLs or objects, or a --list of them.")
        }
        if inputs.contains("") { throw ValidationError("An input is empty: name a file, a folder, a URL or an object.") }
        return inputs
    }

    private func listed() throws -> [String] {
        guard let list else {
            if null { throw ValidationError("--null needs --list.") }
            return []
        }
        try LocalPath.check(list, for: "--list")
        do {
            let limits = ImageLimits()
            let bytes =
                try list == "-"
                ? FileReader.bytes(fromDescriptor: 0, limits: limits)
                : FileReader.bytes(ofFile: list, limits: limits)
            if null { return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
            if bytes.contains(0) { throw ValidationError("The list \(list.printable) contains zero bytes: use --null.") }
            let text = String(decoding: bytes, as: UTF8.self).withoutByteOrderMark()
            return text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(String.init)
        } catch let error as BoundedCropError {
            throw ValidationError("The list \(list) cannot be read: \(error.message).")
        }
    }
}
