package import BoundedCrop
internal import FoundationEssentials

/// Photos with labeled faces, listed in a manifest.
///
/// The manifest is a JSON array with an object for each photo. Two fields are used: `file` (relative to the manifest's folder) and `faces`
/// (`[x, y, width, height]` in pixels of the upright picture). Entries with `robustness_only` are left out.
package struct LabelledPhotos: Sendable {
    package struct Photo: Sendable {
        package let file: String
        package let path: String
        package let faces: [Rect]

        /// The face with the largest area; the first one in a tie.
        package var largest: Rect? { faces.max { $0.area < $1.area } }
    }

    package let photos: [Photo]

    private struct Entry: Decodable {
        let file: String
        let faces: [[Double]]
        let robustnessOnly: Bool?

        enum CodingKeys: String, CodingKey {
            case file, faces
            case robustnessOnly = "robustness_only"
        }
    }

    package init(photos: [Photo]) {
        self.photos = photos
    }

    /// Throws what reading the file throws, with the path in the message, and `invalidArgument` when the file is not a manifest.
    package init(manifest path: String) throws {
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
            return Photo(file: entry.file, path: folder + entry.file, faces: faces)
        }
    }
}
