#if Service
import ArgumentParser
import BoundedCropService

/// The service's settings as options, made from their table. For options that are not given, the environment variables and the file apply.
struct ServiceOptions: ParsableArguments, CustomReflectable {
    /// The options that were given, by name.
    private(set) var given: [(name: String, text: String)] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: Key.self)
        given = try ServiceSettings.all.compactMap { setting in
            let key = Key(stringValue: setting.name)
            let text =
                setting.placeholder == nil
                ? try options.decodeIfPresent(Bool.self, forKey: key).map(String.init)
                : try options.decodeIfPresent(String.self, forKey: key)
            return text.map { (setting.name, $0) }
        }
    }

    /// Throws a usage error for an option that names a file or folder and is empty. In the file and in variables, that means none.
    mutating func validate() throws {
        let paths = ServiceSettings.all.filter { ["file", "folder", "folder|url", "picture"].contains($0.placeholder) }
        // Nothing but an empty folder turns the disk caches off.
        let names = Set(paths.map(\.name)).subtracting(["cache-folder"])
        for (name, text) in given where names.contains(name) { try LocalPath.checkPresence(of: text, for: "--\(name)") }
    }

    /// ArgumentParser finds options by reflection: a child for each.
    var customMirror: Mirror {
        Mirror(self, children: ServiceSettings.all.map { (label: $0.name, value: $0.option) })
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension ServiceSetting {
    fileprivate var option: Any {
        let help = ArgumentHelp(self.help, valueName: placeholder)
        guard placeholder != nil else { return Flag<Bool?>(inversion: .prefixedNo, help: help) }
        return Option<String?>(help: help, completion: placeholder == "folder" ? .directory : nil)
    }
}
#endif
