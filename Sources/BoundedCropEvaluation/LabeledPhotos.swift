public import BoundedCrop
internal import FoundationEssentials

/// Photos with labeled faces or subjects, listed in a manifest.
///
/// The manifest is a JSON array with an object for each photo. It has a `file` (relative to the manifest's folder) and `faces`
/// (`[x, y, width, height]` in pixels of the upright picture), or for photos without faces `subjects` (`{"box": [x, y, width, height],
/// "weight": 0.5}`, the weight 1 if it is left out), or both. Photos of one `kind` (such as `dark`) are also measured on their own. Entries
/// with `robustness_only` are left out.
public struct LabeledPhotos: Sendable {
    /// A photo and the faces in it.
    public struct Photo: Sendable {
        /// The name of the file in reports; in a manifest, its path relative to the manifest's folder.
        public let file: String
        /// The path to read the file from.
        public let path: String
        /// The labeled faces, in pixels of the upright picture; empty for a photo without a face.
        public let faces: [Rect]
        /// What a crop should show if it has no face to show; empty where nothing is marked.
        public let subjects: [MarkedSubject]
        /// What the photo has in common with others that are measured together with it, such as `dark`; nil for none.
        public let kind: String?

        /// A photo with labels of your own.
        /// - Parameters:
        ///   - file: the name of the file in reports.
        ///   - path: the path to read the file from.
        ///   - faces: in pixels of the upright picture; empty for a photo without a face.
        ///   - subjects: what a crop should show if it has no face to show.
        ///   - kind: what the photo has in common with others that are measured together with it; nil for none.
        public init(file: String, path: String, faces: [Rect], subjects: [MarkedSubject] = [], kind: String? = nil) {
            self.file = file
            self.path = path
            self.faces = faces
            self.subjects = subjects
            self.kind = kind
        }

        /// The face with the largest area; the first one in a tie, nil when there are none.
        public var largest: Rect? { faces.max { $0.area < $1.area } }
    }

    /// The photos, in the order of the manifest.
    public let photos: [Photo]

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

    /// Photos that are listed in code, without a manifest.
    public init(photos: [Photo]) {
        self.photos = photos
    }

    /// The photos of a manifest. Only the manifest is read, not the photos.
    /// - Parameter path: the path of the manifest.
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `limitExceeded` when the file cannot be read, `invalidArgument` when it
    ///   is not a manifest.
    public init(manifest path: String) throws {
        let bytes: [UInt8]
        do {
            bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "the manifest \(path) cannot be used: \(error.message)", underlying: error)
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let entries: [Entry]
        do {
            entries = try JSONDecoder().decode([Entry].self, from: Data(bytes))
        } catch {
            let form = "[{\"file\": \"a.jpg\", \"faces\": [[x, y, width, height]]}]"
            throw BoundedCropError(.invalidArgument, "\(path) is not a manifest of the form \(form)", underlying: error)
        }
        photos = try entries.filter { $0.robustnessOnly != true }.map { entry in
            guard entry.faces != nil || entry.subjects != nil else {
                let missing = "\"faces\": [[x, y, width, height]] and no \"subjects\": [{\"box\": [x, y, width, height]}]"
                throw BoundedCropError(.invalidArgument, "\(path): \(entry.file) has no \(missing)")
            }
            let faces = try (entry.faces ?? []).map { numbers in
                guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
                    throw BoundedCropError(.invalidArgument, "\(path): a face of \(entry.file) is not [x, y, width, height]")
                }
                return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            }
            if let kind = entry.kind, kind.isEmpty || kind.contains(where: { $0 == "|" || $0.isNewline }) {
                throw BoundedCropError(.invalidArgument, "\(path): the kind of \(entry.file) is empty or has a | or a line break in it")
            }
            let subjects = try (entry.subjects ?? []).map { try MarkedSubject($0, of: entry.file, manifest: path) }
            return Photo(file: entry.file, path: folder + entry.file, faces: faces, subjects: subjects, kind: entry.kind)
        }
    }
}
