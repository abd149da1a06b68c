import ArgumentParser
import BoundedCrop

/// A file of options for `crop`, in the grammar of the service's settings.
struct ConfigurationFile {
    /// Arguments for the command line, and the line of the file that they are from.
    struct Setting {
        let name: String
        /// Nil for a flag.
        var value: String?
        let line: Int
        let arguments: [String]
    }

    static let variable = "BOUNDEDCROP_CROP_CONFIG"

    let path: String
    let settings: [Setting]

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
    /// - Parameter options: Those of `crop`.
    /// - Throws: A `ValidationError` that names the file and the line.
    init(path: String, options: CommandOptions) throws {
        self.path = path
        let text: String?
        do {
            text = String(validating: try FileReader.bytes(ofFile: path, limits: ImageLimits()), as: UTF8.self)
        } catch let error as BoundedCropError {
            throw ValidationError("\(path.printable): \(error.message).")
        }
        guard let text else { throw ValidationError("\(path.printable): the file is not UTF-8 text.") }
        var settings: [Setting] = []
        var lines: [String: Int] = [:]
        for line in SettingLine.lines(of: text) {
            do throws(Fault) {
                let setting = try Self.setting(line, options)
                if let earlier = lines.updateValue(setting.line, forKey: setting.name), options[setting.name]?.isRepeating == false {
                    throw Fault("\(setting.name) is already on line \(earlier), and has one value.")
                }
                settings.append(setting)
            } catch {
                throw ValidationError("\(path.printable), line \(line.number): \(error.text.printable)")
            }
        }
        self.settings = settings
    }

    private struct Fault: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private static func setting(_ line: SettingLine, _ options: CommandOptions) throws(Fault) -> Setting {
        guard let value = line.value else { throw Fault("this is not of the form name = value.") }
        // Those that are no options for pictures.
        let names = options.names.filter { !["config", "help", "version"].contains($0) }
        guard names.contains(line.name), let option = options[line.name] else {
            let guess =
                EditDistance.nearest(to: line.name, among: names).map { "; did you mean “\($0)”?" } ?? ": they are those of crop --help."
            throw Fault("there is no option “\(line.name)”\(guess)")
        }
        if option.isFlag {
            guard let isOn = Bool(flag: value) else { throw Fault("\(line.name) is true or false, not “\(value)”.") }
            let arguments = options.argument(setting: line.name, to: isOn).map { [$0] } ?? []
            return Setting(name: line.name, line: line.number, arguments: arguments)
        }
        if value.isEmpty { throw Fault("\(line.name) has no value: give it one, or leave the line out.") }
        if value.contains("\0") { throw Fault("\(line.name) has a zero byte in its value.") }
        if value.count > 1, let quote = value.first, "'\"".contains(quote), value.last == quote {
            throw Fault("\(line.name) is in quotes: leave them out, all that follows the equals sign is the value.")
        }
        // One word, since a value may begin with a dash.
        return Setting(name: line.name, value: value, line: line.number, arguments: ["--\(line.name)=\(value)"])
    }
}
