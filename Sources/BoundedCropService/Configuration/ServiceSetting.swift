internal import BoundedCrop

/// A setting of the service: set by a flag (`--max-age 60`), in the environment (`BOUNDEDCROP_MAX_AGE=60`), or in a file
/// (`max-age = 60`).
package struct ServiceSetting: Sendable {
    /// The name as in flags: `max-age`.
    package let name: String
    /// The help text.
    package let help: String
    /// Whether its value is never shown.
    package let isSecret: Bool
    /// What stands for a value in help: `n`. Nil if the value is true or false.
    package let placeholder: String?
    /// Sets the value. Throws `invalidSetting` for an invalid text.
    let set: @Sendable (inout ServiceConfiguration, String) throws -> Void
    /// The value as text; empty for none.
    let text: @Sendable (ServiceConfiguration) -> String

    /// The location of a value in the configuration.
    typealias Path<Value> = any WritableKeyPath<ServiceConfiguration, Value> & Sendable

    init<Value: Sendable>(_ name: String, _ help: String, _ format: SettingFormat<Value>, _ path: Path<Value>, isSecret: Bool = false) {
        (self.name, self.help, self.isSecret, placeholder) = (name, help, isSecret, format.placeholder)
        set = { configuration, text in
            guard let value = try format.value(text) else {
                throw BoundedCropError(.invalidSetting, "\(name) is \(format.expected), not “\(text)”")
            }
            configuration[keyPath: path] = value
        }
        text = { format.text($0[keyPath: path]) }
    }

    /// How the environment variables of all settings begin.
    package static let environmentPrefix = "BOUNDEDCROP_"

    /// The environment variable, such as `BOUNDEDCROP_MAX_AGE`.
    package var environmentName: String { Self.environmentPrefix + name.replacing("-", with: "_").uppercased() }
}
