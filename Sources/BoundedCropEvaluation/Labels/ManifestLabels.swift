internal import BoundedCrop
internal import FoundationEssentials

/// This package's own form: see `LabeledPhotos`.
extension LabelFile {
    private struct Entry: Decodable {
        let file: String
        let faces: [[Double]]?
        let subjects: [MarkedSubject.Entry]?
        let kind: String?
        let robustnessOnly: Bool?

        enum CodingKeys: String, CodingKey {
            case file, faces, subjects, kind
            case robustnessOnly = "robustness_only"
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
            let faces = try (entry.faces ?? []).map { numbers in
                guard let face = Rect(label: numbers) else { throw error("a face of \(entry.file) is not [x, y, width, height]") }
                return face
            }
            if let kind = entry.kind { try check(kind: kind, of: entry.file) }
            let subjects = try (entry.subjects ?? []).map { try MarkedSubject($0, of: entry.file, manifest: path) }
            return LabeledPhotos.Photo(
                file: entry.file,
                path: folder + entry.file,
                faces: faces,
                subjects: subjects,
                kind: entry.kind
            )
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
