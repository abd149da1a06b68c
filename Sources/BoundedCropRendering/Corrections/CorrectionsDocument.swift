package import BoundedCrop
internal import FoundationEssentials

/// A file of corrections that is edited. What is not replaced stays as it is written.
package struct CorrectionsDocument: Sendable {
    /// A correction of one picture: its shape, if it is for one alone, and what it says.
    package struct Entry: Codable, Hashable, Sendable {
        /// Such as `16:9`; nil for all shapes.
        package let aspect: String?
        /// The members besides those that name the picture and the shape.
        package let words: [String: JSONNode]

        package init(aspect: String?, words: [String: JSONNode]) { (self.aspect, self.words) = (aspect, words) }

        package var isGood: Bool { words == [Corrections.good: true] }
        package var skips: Bool { words == [Corrections.skip: true] }
    }

    private let isList: Bool
    private var corrections: [Corrections.Written] {
        didSet { index() }
    }
    /// Where each picture is in the list.
    private var places: [Corrections.Picture: [Int]] = [:]
    /// Whether some pictures are named by their content.
    package private(set) var namesContents = false

    /// Reads a file. Throws as `Corrections` does.
    package init(_ text: String) throws {
        isList = Corrections.isList(text)
        corrections = try Corrections.written(text)
        index()
    }

    /// Reads the bytes of a file. Throws as `Corrections` does.
    package init(bytes: [UInt8]) throws { try self.init(Corrections.text(of: bytes)) }

    private mutating func index() {
        places = Dictionary(grouping: corrections.indices) { corrections[$0].correction.picture }
        namesContents = places.keys.contains(where: \.isContent)
    }

    /// What counts of the corrections of a picture that has some names, in the order in which it is applied.
    package func entries(of names: [Corrections.Picture]) -> [Entry] {
        var found: [(order: Int, entry: Entry)] = []
        for (index, name) in names.enumerated() {
            // Of two for one shape, the later one counts.
            var latest: [AspectRatio?: Entry] = [:]
            for written in places[name, default: []].map({ corrections[$0] }) {
                let words = written.members.filter { !Self.names.contains($0.key) }
                latest[written.correction.aspect] = Entry(aspect: written.correction.aspect?.description, words: words)
            }
            found += latest.map { aspect, entry in (aspect == nil ? index : names.count + index, entry) }
        }
        return found.sorted { ($0.order, $0.entry.aspect ?? "") < ($1.order, $1.entry.aspect ?? "") }.map(\.entry)
    }

    /// Replaces all corrections of a picture.
    ///
    /// - Parameters:
    ///   - names: The names of the picture. The corrections get the one that it had, or else the last.
    ///   - entries: Its corrections; none for a picture that is cropped as all others.
    /// - Throws: `invalidArgument` for a correction that makes no sense.
    package mutating func replace(_ names: [Corrections.Picture], with entries: [Entry]) throws {
        let known = corrections.last { names.contains($0.correction.picture) }
        guard let name = known?.correction.picture ?? names.last else { return }
        let lines = try entries.map { entry in
            var members = entry.words
            switch name {
            case .file(let file): members["file"] = .text(file)
            case .content(let hash): members["sha256"] = .text(hash)
            }
            members["aspect"] = entry.aspect.map { .text($0) }
            return try JSONText.text(members)
        }
        let added = try Corrections.written(lines.joined(separator: "\n"))
        corrections = corrections.filter { !names.contains($0.correction.picture) } + added
    }

    /// The file: lines, or a list if it was one.
    package var text: String {
        get throws {
            let lines = try corrections.map { try $0.line ?? JSONText.text($0.members) }
            if isList { return "[\n" + lines.joined(separator: ",\n") + "\n]\n" }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    private static let names: Set = ["file", "sha256", "aspect"]

    /// Changes a file, which need not exist. Of several programs and machines that do so at once, one comes after the other, so that nothing
    /// of what the others say is lost. Blocks.
    ///
    /// - Throws: What the change throws, which then has no effect; `unreadableFile` and `unwritableFile`; and as `init` does, with the path.
    package static func change(_ path: String, _ change: (inout CorrectionsDocument) throws -> Void) throws {
        try AtomicFile.change(path) { bytes in
            do {
                var document = try CorrectionsDocument(bytes: bytes)
                try change(&document)
                return Array(try document.text.utf8)
            } catch let error as BoundedCropError where error.code == .invalidArgument {
                throw BoundedCropError(error.code, "\(path): \(error.message)", underlying: error.underlying)
            }
        }
    }
}
