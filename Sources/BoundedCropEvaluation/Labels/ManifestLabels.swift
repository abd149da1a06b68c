internal import BoundedCrop
internal import FoundationEssentials

/// This package's own form: see `LabeledPhotos`.
extension LabelFile {
    private struct Entry: Decodable {
        let file: String
        let faces: [[Double]]?
        let ignored: [[Double]]?
        let attributes: Attributes?
        let subjects: [MarkedSubject.Entry]?
        let kind: String?
        let robustnessOnly: Bool?

        enum CodingKeys: String, CodingKey {
            case file, faces, ignored, attributes, subjects, kind
            case robustnessOnly = "robustness_only"
        }
    }

    /// `{"pose": [0, 1]}` or `[{"pose": 0}, {"pose": 1}]`.
    private struct Attributes: Decodable {
        /// Of each face. What is neither a text, a number nor a flag is left out.
        let values: [[String: String]]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let faces: [[String: JSONNode]]
            if let columns = try? container.decode([String: [JSONNode]].self) {
                faces = (0..<(columns.values.map(\.count).max() ?? 0)).map { index in
                    columns.compactMapValues { index < $0.count ? $0[index] : nil }
                }
            } else {
                faces = try container.decode([[String: JSONNode]].self)
            }
            values = faces.map { $0.compactMapValues(\.scalarText) }
        }
    }

    func manifestPhotos() throws -> [LabeledPhotos.Photo] {
        let entries: [Entry]
        do {
            entries = try JSONDecoder().decode([Entry].self, from: Data(text.utf8))
        } catch {
            throw unknown((error as? DecodingError)?.inWords, underlying: error)
        }
        return try entries.filter { $0.robustnessOnly != true }.map { entry in
            guard entry.faces != nil || entry.subjects != nil else {
                let missing = "\"faces\": [[x, y, width, height]] and no \"subjects\": [{\"box\": [x, y, width, height]}]"
                throw error("\(entry.file) has no \(missing)")
            }
            func boxes(_ lists: [[Double]]?, _ name: String) throws -> [Rect] {
                try (lists ?? []).map { numbers in
                    guard let box = Rect(label: numbers) else { throw error("\(name) of \(entry.file) is not [x, y, width, height]") }
                    return box
                }
            }
            let faces = try boxes(entry.faces, "a face")
            let attributes = entry.attributes?.values ?? []
            guard attributes.isEmpty || attributes.count == faces.count else {
                throw error("\(entry.file) has \(faces.count) faces, but attributes of \(attributes.count)")
            }
            if let kind = entry.kind { try check(kind: kind, of: entry.file) }
            let subjects = try (entry.subjects ?? []).map { try MarkedSubject($0, of: entry.file, manifest: path) }
            return LabeledPhotos.Photo(
                file: entry.file,
                path: folder + entry.file,
                faces: faces,
                ignored: try boxes(entry.ignored, "an ignored box"),
                attributes: attributes,
                subjects: subjects,
                kind: entry.kind
            )
        }
    }
}

extension JSONNode {
    /// A text, a number or a flag as text; nil for anything else.
    fileprivate var scalarText: String? {
        switch self {
        case .text(let value): value
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .flag(let value): "\(value)"
        case .list, .object, .null: nil
        }
    }
}

extension Rect {
    /// From left, top, width and height; nil for other numbers, or a box without an area.
    init?(label numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
