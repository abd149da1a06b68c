package import Logging
internal import Synchronization

/// Records log events.
package final class LogBook: Sendable {
    private struct Handler: LogHandler {
        let book: LogBook
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.description)
            book.entries.withLock { $0.append((event.message.description, event.level, fields)) }
        }
    }

    private let entries = Mutex<[(message: String, level: Logger.Level, fields: [String: String])]>([])

    package init() {}

    package var logger: Logger { Logger(label: "book") { _ in Handler(book: self) } }

    /// The levels and messages of all events, without their fields.
    package var all: [String] { entries.withLock { $0.map { "\($0.level) \($0.message)" } } }

    /// All log events as one text.
    package var text: String {
        entries.withLock { entries in
            entries.map { "\($0.level) \($0.message) \($0.fields.sorted { $0.key < $1.key })\n" }.joined()
        }
    }

    /// The fields of the events with this message.
    package func lines(_ message: String) -> [[String: String]] {
        entries.withLock { $0.filter { $0.message == message }.map(\.fields) }
    }
}
