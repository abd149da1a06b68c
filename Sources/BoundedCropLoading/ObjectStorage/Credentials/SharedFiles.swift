internal import BoundedCrop

/// The files that Amazon's tools share: `~/.aws/credentials` and `~/.aws/config`.
struct SharedFiles {
    /// A file, and how it is called in messages, without its full path.
    private struct Place {
        let path: String?
        let name: String

        init(_ variable: String, _ usual: String, _ environment: [String: String]) {
            let home = environment.value("HOME")
            if let named = environment.value(variable) {
                path = named.hasPrefix("~/") ? home.map { $0 + named.dropFirst(1) } : named
                name = "the file that \(variable) names"
            } else {
                path = home.map { "\($0)/.aws/\(usual)" }
                name = "~/.aws/\(usual)"
            }
        }

        func sections() throws -> [String: [String: String]] {
            guard let path else { return [:] }
            do {
                let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits(maximumBytes: 1_000_000), waits: false)
                return try ProfileText.sections(of: bytes)
            } catch let error as BoundedCropError where error.code == .fileNotFound {
                return [:]
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(name) cannot be read: \(error.message)", underlying: error)
            }
        }
    }

    private let credentials: Place
    private let config: Place

    init(_ environment: [String: String]) {
        credentials = Place("AWS_SHARED_CREDENTIALS_FILE", "credentials", environment)
        config = Place("AWS_CONFIG_FILE", "config", environment)
    }

    /// Where a profile is looked for, in words.
    var names: String { "\(credentials.name) and \(config.name)" }

    /// The settings of a profile, those of the credentials file before those of the other; nil if neither file has it. Files that are not
    /// there have none.
    /// - Throws: `invalidArgument` or what reading a file throws, for a file that cannot be read.
    func profile(_ name: String) throws -> [String: String]? {
        let (keys, config) = (try credentials.sections(), try config.sections())
        let found = [config[name == "default" ? "default" : "profile \(name)"] ?? config["profile \(name)"], keys[name]].compactMap { $0 }
        return found.isEmpty ? nil : found.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
}

extension [String: String] {
    /// A variable's value; nil also if it is empty.
    func value(_ name: String) -> String? {
        guard let value = self[name]?.trimmingSpaces(), !value.isEmpty else { return nil }
        return value
    }
}

extension ImageLimits {
    /// Limits for files that are not pictures.
    init(maximumBytes: Int) {
        self.init()
        self.maximumBytes = maximumBytes
    }
}
