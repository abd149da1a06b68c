import ArgumentParser
import BoundedCrop

/// The option for inputs that are listed in a file.
struct ListOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read more inputs from a file, one a line; - is standard input.", valueName: "file"), completion: .file())
    var list: String?

    /// The inputs in the list.
    func listed() throws -> [String] {
        guard let list else { return [] }
        try LocalPath.check(list, for: "--list")
        do {
            let limits = ImageLimits()
            let bytes =
                try list == "-"
                ? FileReader.bytes(fromDescriptor: 0, limits: limits)
                : FileReader.bytes(ofFile: list, limits: limits)
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        } catch let error as BoundedCropError {
            throw ValidationError("The list \(list) cannot be read: \(error.message).")
        }
    }
}
