internal import BoundedCrop
internal import CLibrary
internal import FoundationEssentials
package import Logging

/// Writes log lines as JSON objects, one per line, to standard error.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.info
    private let label: String

    package init(label: String) {
        self.label = label
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        guard let line = try? text(of: event, at: Date()) else { return }
        let bytes = Array((line + "\n").utf8)
        // A single write, so that lines of several threads do not mix.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// The line without its end.
    func text(of event: LogEvent, at time: Date) throws -> String {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(JSONNode.init(logged:))
        fields["time"] = .text(time.formatted(.iso8601))
        fields["level"] = .text(event.level.rawValue)
        fields["logger"] = .text(label)
        fields["message"] = .text(event.message.description)
        return try JSONText.text(fields)
    }
}

extension JSONNode {
    /// Numbers and flags stay what they are; anything else that is not a list or a dictionary becomes text.
    fileprivate init(logged value: Logger.MetadataValue) {
        self =
            switch value {
            case .string(let text): .text(text)
            case .array(let values): .list(values.map(JSONNode.init(logged:)))
            case .dictionary(let values): .object(values.mapValues(JSONNode.init(logged:)))
            case .stringConvertible(let flag as Bool): .flag(flag)
            case .stringConvertible(let number as any BinaryInteger): Int(exactly: number).map { .integer($0) } ?? .text("\(number)")
            // JSON has no infinity.
            case .stringConvertible(let number as Double) where number.isFinite: .number(number)
            case .stringConvertible(let other): .text(other.description)
            }
    }
}
