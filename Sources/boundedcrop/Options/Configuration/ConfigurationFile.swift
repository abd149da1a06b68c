import ArgumentParser
import BoundedCrop

/// A file of options for `crop`, in the grammar of the service's settings.
enum ConfigurationFile {
    static let variable = "BOUNDEDCROP_CROP_CONFIG"

    /// A line, and the same as words of a command line.
    typealias Line = (line: SettingLine, words: [String])

    /// The path of the file to read: the one that is named, else that of the variable, else the user's own if there is one. A file in the
    /// current folder is never read by itself: whoever made the photos there must not choose where crops go and which programs run.
    static func path(named: String?, environment: [String: String]) throws -> String? {
        if let named {
            try LocalPath.check(named, for: "--config")
            return named
        }
        if let path = environment[variable], !path.isEmpty { return path }
        let own = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? environment["HOME"].map { $0 + "/.config" }
        guard let own, own.hasPrefix("/") else { return nil }
        let path = "\(own)/boundedcrop/boundedcrop.conf"
        return AtomicFile.exists(path) ? path : nil
    }

    /// Reads a file.
    ///
    /// - Parameter options: Those that it may have.
    /// - Throws: A `ValidationError` that names the file and the line.
    static func lines(of path: String, options: [String: DeclaredOption]) throws -> [Line] {
        var (lines, place): ([Line], String) = ([], path.printable)
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            guard let text = String(validating: bytes, as: UTF8.self) else { throw ValidationError("the file is not UTF-8 text.") }
            for line in SettingLine.lines(of: text) {
                place = "\(path.printable), line \(line.number)"
                lines.append((line, try words(line, options, after: lines)))
            }
        } catch let error as BoundedCropError {
            throw ValidationError("\(place): \(error.message).")
        } catch let error as ValidationError {
            throw ValidationError("\(place): \(error.message.printable)")
        }
        return lines
    }

    private static func words(_ line: SettingLine, _ options: [String: DeclaredOption], after lines: [Line]) throws -> [String] {
        let name = line.name
        guard let value = line.value else { throw ValidationError("this is not of the form name = value.") }
        guard let option = options[name] else {
            let guess = EditDistance.nearest(to: name, among: options.keys).map { "; did you mean “\($0)”?" }
            throw ValidationError("there is no option “\(name)”\(guess ?? ": they are those of crop --help.")")
        }
        if !option.isRepeating, let earlier = lines.first(where: { $0.line.name == name }) {
            throw ValidationError("\(name) is already on line \(earlier.line.number), and has one value.")
        }
        if option.isFlag {
            guard let isOn = Bool(flag: value) else { throw ValidationError("\(name) is true or false, not “\(value)”.") }
            return option.words(setting: name, to: isOn)
        }
        if value.isEmpty { throw ValidationError("\(name) has no value: give it one, or leave the line out.") }
        if value.contains("\0") { throw ValidationError("\(name) has a zero byte in its value.") }
        if value.isQuoted {
            throw ValidationError("\(name) is in quotes: leave them out, all that follows the equals sign is the value.")
        }
        // One word, since a value may begin with a dash.
        return ["--\(name)=\(value)"]
    }
}

/// The option for a file of options. `ConfiguredArguments` reads it before the command line is parsed.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of these options, name = value, which the command line overrides (default: BOUNDEDCROP_CROP_CONFIG, or ~/.config/boundedcrop/boundedcrop.conf).",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?
}
