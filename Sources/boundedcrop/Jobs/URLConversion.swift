#if Service
import BoundedCrop
import BoundedCropService

/// Reads URLs one after the other, and prints what they mean or how they are written in another grammar.
struct URLConversion {
    /// More than any URL that the service reads; what is longer need not be in memory to be refused.
    private static let longestLine = 1 << 20

    let reader: URLReader
    /// Nil if nothing is written.
    let writer: URLWriter?
    let printsJSON: Bool
    /// Whether the user has said which grammar is read.
    let namesGrammar: Bool
    private var count = 0
    private var failed = 0

    init(reader: URLReader, writer: URLWriter?, printsJSON: Bool, namesGrammar: Bool) {
        (self.reader, self.writer, self.printsJSON, self.namesGrammar) = (reader, writer, printsJSON, namesGrammar)
    }

    /// Prints what becomes of a URL; reports it if that fails.
    ///
    /// Throws what `StandardOutput.print` throws.
    mutating func add(_ url: String) throws { try add(url, place: "") { url } }

    /// The same for each line of standard input, except for blank ones.
    mutating func addStandardInput() throws {
        var lines = LineReader(limit: Self.longestLine)
        var number = 0
        while let line = try next(&lines) {
            number += 1
            switch line {
            case .tooLong(let limit):
                try add("…", place: "line \(number): ") {
                    throw BoundedCropError(.limitExceeded, "the line has more than the limit of \(limit) bytes")
                }
            case .text(let bytes):
                let url = String(decoding: bytes, as: UTF8.self).trimmingSpaces()
                if url.isEmpty { continue }
                try add(url, place: "line \(number): ") {
                    guard String(validating: bytes, as: UTF8.self) != nil else {
                        throw BoundedCropError(.invalidURL, "the line is not UTF-8 text")
                    }
                    return url
                }
            }
        }
    }

    /// Ends with an exit status of 1 if a URL failed.
    func finish() throws {
        guard failed > 0 else { return }
        if count > 1 { StandardError.print("boundedcrop: \(failed) of \(count) failed") }
        throw ExitStatus.failure
    }

    private func next(_ lines: inout LineReader) throws -> LineReader.Line? {
        do {
            return try lines.next {}
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }

    private mutating func add(_ shown: String, place: String, url: () throws -> String) throws {
        count += 1
        let name = place + Self.shown(shown)
        let line: String
        do {
            let url = try url()
            let reading = try reader.read(url)
            let written = try writer?.write(reading)
            let ignored = reading.request.ignored.joined(separator: ", ")
            if !ignored.isEmpty { StandardError.print("boundedcrop: warning: \(name): ignored: \(Self.shown(ignored))") }
            line = printsJSON ? try JSONText.text(try URLRecord(input: url, reading, written: written)) : written ?? ""
        } catch let error as BoundedCropError {
            failed += 1
            StandardError.print("boundedcrop: \(name): \(Self.shown(error.message))\(advice(error))")
            guard printsJSON else { return }
            line = try JSONText.text(URLErrorRecord(input: shown, error: ErrorRecord.Body(error)))
        }
        try StandardOutput.print(line)
    }

    /// The URL may be of a grammar that the service with these settings would not answer.
    private func advice(_ error: BoundedCropError) -> String {
        !namesGrammar && [.notFound, .invalidSignature].contains(error.code) ? "; --from says which grammar it is" : ""
    }

    /// A text for a line of messages: not endless, and without characters that control a terminal.
    private static func shown(_ text: String) -> String {
        let cut = text.utf8.count > 1000 ? "\(text.prefix(80))…" : text
        return String(String.UnicodeScalarView(cut.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
#endif
