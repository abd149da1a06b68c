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
    /// Sets the value. Throws `invalidSetting` for an invalid text.
    let set: @Sendable (inout ServiceConfiguration, String) throws -> Void
    /// The value as text; empty for none.
    let text: @Sendable (ServiceConfiguration) -> String

    init(
        _ name: String,
        _ help: String,
        isSecret: Bool = false,
        set: @escaping @Sendable (inout ServiceConfiguration, String) throws -> Void,
        text: @escaping @Sendable (ServiceConfiguration) -> String
    ) {
        (self.name, self.help, self.isSecret, self.set, self.text) = (name, help, isSecret, set, text)
    }

    /// The environment variable, such as `BOUNDEDCROP_MAX_AGE`.
    package var environmentName: String { "BOUNDEDCROP_" + name.replacing("-", with: "_").uppercased() }

    // MARK: Kinds

    /// The location of a value in the configuration.
    typealias Path<Value> = any WritableKeyPath<ServiceConfiguration, Value> & Sendable

    static func text(_ name: String, _ help: String, isSecret: Bool = false, _ path: Path<String>) -> Self {
        Self(name, help, isSecret: isSecret) {
            $0[keyPath: path] = $1
        } text: {
            $0[keyPath: path]
        }
    }

    static func optionalText(_ name: String, _ help: String, _ path: Path<String?>) -> Self {
        Self(name, help) {
            $0[keyPath: path] = $1.isEmpty ? nil : $1
        } text: {
            $0[keyPath: path] ?? ""
        }
    }

    static func list(_ name: String, _ help: String, _ path: Path<[String]>) -> Self {
        Self(name, help) { configuration, text in
            configuration[keyPath: path] = text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }.filter { !$0.isEmpty }
        } text: {
            $0[keyPath: path].joined(separator: ",")
        }
    }

    static func number(
        _ name: String,
        _ help: String,
        _ range: ClosedRange<Int>,
        _ path: Path<Int>
    ) -> Self {
        Self(name, help) {
            $0[keyPath: path] = try number(name, $1, range)
        } text: {
            String($0[keyPath: path])
        }
    }

    static func optionalNumber(
        _ name: String,
        _ help: String,
        _ range: ClosedRange<Int>,
        _ path: Path<Int?>
    ) -> Self {
        Self(name, help) {
            $0[keyPath: path] = $1.isEmpty ? nil : try number(name, $1, range)
        } text: {
            $0[keyPath: path].map(String.init) ?? ""
        }
    }

    static func seconds(_ name: String, _ help: String, _ path: Path<Duration>) -> Self {
        Self(name, help) { configuration, text in
            guard let seconds = Double(text), (0.001...86_400).contains(seconds) else {
                throw failure(name, text, "0.001 to 86400 seconds")
            }
            configuration[keyPath: path] = .seconds(seconds)
        } text: {
            let seconds = $0[keyPath: path].components
            return seconds.attoseconds == 0
                ? String(seconds.seconds) : String(Double(seconds.seconds) + Double(seconds.attoseconds) * 1e-18)
        }
    }

    static func flag(_ name: String, _ help: String, _ path: Path<Bool>) -> Self {
        Self(name, help) {
            $0[keyPath: path] = try flag(name, $1)
        } text: {
            String($0[keyPath: path])
        }
    }

    static func flag(_ name: String, _ text: String) throws -> Bool {
        guard let flag = Bool(flag: text) else { throw failure(name, text, "true or false") }
        return flag
    }

    static func failure(_ name: String, _ text: String, _ expected: String) -> BoundedCropError {
        BoundedCropError(.invalidSetting, "\(name) is \(expected), not “\(text)”")
    }

    private static func number(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw failure(name, text, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
