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
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.description)
        fields["time"] = Date().formatted(.iso8601)
        fields["level"] = event.level.rawValue
        fields["logger"] = label
        fields["message"] = event.message.description
        guard let line = try? JSONText.text(fields) else { return }
        let bytes = Array((line + "\n").utf8)
        // A single write, so that lines of several threads do not mix.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
