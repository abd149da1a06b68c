public import BoundedCrop
internal import FoundationEssentials

/// Photos with labeled faces, listed in a manifest.
///
/// The manifest is a JSON array with an object for each photo. Three fields are used: `file` (relative to the manifest's folder), `faces`
/// (`[x, y, width, height]` in pixels of the upright picture) and, optionally, `kind` (such as `dark`: photos of one kind are also measured
/// on their own). Entries with `robustness_only` are left out.
public struct LabelledPhotos: Sendable {
    /// A photo and the faces in it.
    public struct Photo: Sendable {
        /// The name of the file in reports; in a manifest, its path relative to the manifest's folder.
        public let file: String
        /// The path to read the file from.
        public let path: String
        /// The labeled faces, in pixels of the upright picture; empty for a photo without a face.
        public let faces: [Rect]
        /// What the photo has in common with others that are measured together with it, such as `dark`; nil for none.
        public let kind: String?

        /// A photo with labels of your own.
        /// - Parameters:
        ///   - file: the name of the file in reports.
        ///   - path: the path to read the file from.
        ///   - faces: in pixels of the upright picture; empty for a photo without a face.
        ///   - kind: what the photo has in common with others that are measured together with it; nil for none.
        public init(file: String, path: String, faces: [Rect], kind: String? = nil) {
            self.file = file
            self.path = path
            self.faces = faces
            self.kind = kind
        }

        /// The face with the largest area; the first one in a tie, nil when there are none.
        public var largest: Rect? { faces.max { $0.area < $1.area } }
    }

    /// The photos, in the order of the manifest.
    public let photos: [Photo]

    private struct Entry: Decodable {
        let file: String
        let faces: [[Double]]
        let kind: String?
        let robustnessOnly: Bool?

        enum CodingKeys: String, CodingKey {
            case file, faces, kind
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
            let faces = try entry.faces.map { numbers in
                guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
                    throw BoundedCropError(.invalidArgument, "\(path): a face of \(entry.file) is not [x, y, width, height]")
                }
                return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            }
            if let kind = entry.kind, kind.isEmpty || kind.contains(where: { $0 == "|" || $0.isNewline }) {
                throw BoundedCropError(.invalidArgument, "\(path): the kind of \(entry.file) is empty or has a | or a line break in it")
            }
            return Photo(file: entry.file, path: folder + entry.file, faces: faces, kind: entry.kind)
        }
    }
}
