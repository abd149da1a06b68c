#if Service
import ArgumentParser
import BoundedCrop
import BoundedCropService

/// The option for a file of the service's settings.
struct SettingsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file of settings, name = value.", valueName: "file"), completion: .file())
    var config: String?

    mutating func validate() throws { try LocalPath.check(config, for: "--config") }

    /// Applies the file, or the one that `BOUNDEDCROP_CONFIG` names, then the environment variables, then settings that were given by name.
    ///
    /// Throws a `ValidationError` that names the setting, for one that is invalid, and for files that cannot be read.
    func read(into configuration: inout ServiceConfiguration, given: [(name: String, text: String)] = []) throws {
        let environment = Environment.variables
        if let file = config ?? environment["BOUNDEDCROP_CONFIG"], !file.isEmpty { try Self.read(file, into: &configuration) }
        try usage {
            try ServiceSettings.read(environment: environment, into: &configuration)
            for (name, text) in given { try ServiceSettings.set(name, text, in: &configuration) }
            try ServiceSettings.readSecretFiles(into: &configuration)
        }
    }

    private static func read(_ file: String, into configuration: inout ServiceConfiguration) throws {
        do {
            let bytes = try FileReader.bytes(ofFile: file, limits: ImageLimits())
            try ServiceSettings.read(file: String(decoding: bytes, as: UTF8.self), into: &configuration)
        } catch let error as BoundedCropError {
            throw ValidationError("\(file.printable): \(error.message).")
        }
    }
}
#endif
