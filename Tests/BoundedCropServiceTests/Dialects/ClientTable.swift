import Foundation
import Testing

@testable import BoundedCropService

/// The URLs that a vendor's own client made, each with what it means.
struct ClientTable {
    /// A URL of the client.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The options that the client was given.
        let options: String
        /// The path and query, without the host.
        let url: String
        /// What it means, as `DialectRequest.meaning` says it.
        let meaning: String

        var testDescription: String { options }
    }

    let rows: [Row]

    /// The rows of `NAME-urls.txt` with the lines of `NAME-meanings.txt`.
    init(_ name: String) {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References")
        func lines(_ file: String) -> [Substring] {
            let text = (try? String(contentsOf: folder.appending(path: "\(name)-\(file).txt"), encoding: .utf8)) ?? ""
            return text.split(separator: "\n")
        }
        let (urls, meanings) = (lines("urls"), lines("meanings"))
        precondition(urls.count == meanings.count && !urls.isEmpty, "\(urls.count) URLs of \(name) have \(meanings.count) meanings")
        rows = zip(urls, meanings).map { url, meaning in
            let columns = url.split(separator: "\t").map(String.init)
            return Row(options: columns[0], url: columns[1], meaning: String(meaning))
        }
    }
}

extension DialectRequest {
    /// The canonical text, and behind a tab whether it is signed and what was ignored.
    var meaning: String {
        let text = url.description
        let notes = (isSigned ? ["signed"] : []) + (ignored.isEmpty ? [] : ["ignored: " + ignored.joined(separator: " ")])
        return text + (notes.isEmpty ? "" : "\t" + notes.joined(separator: " "))
    }
}
