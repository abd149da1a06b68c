import Logging
import Synchronization

/// The lines that are logged: their levels and messages.
final class LogLines: Sendable {
    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { lines.entries.withLock { $0.append("\(event.level) \(event.message)") } }
    }

    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
}
