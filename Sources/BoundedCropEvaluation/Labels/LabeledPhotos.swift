package import BoundedCrop

/// Photos with labeled faces or subjects, listed in a manifest, or with faces labeled in another form: `init(manifest:photosIn:)`.
///
/// The manifest is a JSON array with an object for each photo. It has a `file` (relative to the manifest's folder) and `faces`
/// (`[x, y, width, height]` in pixels of the upright picture), or for photos without faces `subjects` (`{"box": [x, y, width, height],
/// "weight": 0.5}`, the weight 1 if it is left out), or both. `ignored` lists boxes that count neither for nor against a detector, and
/// `attributes` says more of each face: an object with a list for each attribute, or a list with an object for each face. Photos of one
/// `kind` (such as `dark`) are also measured on their own. Entries with `robustness_only` are left out.
package struct LabeledPhotos: Sendable {
    /// A photo and the faces in it.
    package struct Photo: Sendable {
        /// The name of the file in reports; in a manifest, its path relative to the manifest's folder.
        package let file: String
        /// The path to read the file from.
        package let path: String
        /// The labeled faces, in pixels of the upright picture; empty for a photo without a face.
        package let faces: [Rect]
        /// Places that count neither for nor against a detector, such as crowds and faces too blurred to label, in the same pixels.
        package let ignored: [Rect]
        /// For each face, the values of its attributes, such as `occlusion` and `2`; empty if no face has any.
        package let attributes: [[String: String]]
        /// What a crop should show if it has no face to show; empty where nothing is marked.
        package let subjects: [MarkedSubject]
        /// What the photo has in common with others that are measured together with it, such as `dark`; nil for none.
        package let kind: String?

        /// A photo with labels of your own.
        /// - Parameters:
        ///   - file: the name of the file in reports.
        ///   - path: the path to read the file from.
        ///   - faces: in pixels of the upright picture; empty for a photo without a face.
        ///   - ignored: places that count neither for nor against a detector.
        ///   - attributes: for each face, the values of its attributes; empty if no face has any.
        ///   - subjects: what a crop should show if it has no face to show.
        ///   - kind: what the photo has in common with others that are measured together with it; nil for none.
        /// - Precondition: There are no attributes, or those of each face.
        package init(
            file: String,
            path: String,
            faces: [Rect],
            ignored: [Rect] = [],
            attributes: [[String: String]] = [],
            subjects: [MarkedSubject] = [],
            kind: String? = nil
        ) {
            precondition(attributes.isEmpty || attributes.count == faces.count, "attributes are those of each face")
            self.file = file
            self.path = path
            self.faces = faces
            self.ignored = ignored
            self.attributes = attributes
            self.subjects = subjects
            self.kind = kind
        }

        /// The face with the largest area; the first one in a tie, nil when there are none.
        package var largest: Rect? { faces.max { $0.area < $1.area } }
    }

    /// The photos, in the order of the manifest.
    package let photos: [Photo]

    /// The folder in which photos are; nil for photos that are listed in code.
    package let folder: String?

    /// Photos that are listed in code, without a manifest.
    package init(photos: [Photo]) {
        self.photos = photos
        folder = nil
    }

    /// The photos of a manifest, or of labels in another form, which is told by the content. Only the labels are read, not the photos.
    ///
    /// - COCO's `instances` files. Faces are the boxes of the category `face` or `faces`, in upper or lower case; those that are marked as
    ///   crowds are ignored places. Other categories are left out.
    /// - WIDER FACE's `wider_face_*_bbx_gt.txt`. Faces that it marks as invalid are ignored places, and those without an area are left out.
    /// - Lines of `file,x,y,width,height` or `file,x,y,width,height,kind`, with or without such a header, one for each face. A photo without
    ///   a face has a line with four empty numbers.
    /// - Parameters:
    ///   - path: the path of the manifest or the labels.
    ///   - folder: the folder that the photos' files are relative to; nil for the folder of the labels.
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `limitExceeded` when the file cannot be read, `invalidArgument` when it
    ///   is in none of these forms, with the entry or the line that is wrong.
    package init(manifest path: String, photosIn folder: String? = nil) throws {
        let bytes: [UInt8]
        do {
            bytes = try FileReader.bytes(ofFile: path, limits: Self.limits)
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "the manifest \(path) cannot be used: \(error.message)", underlying: error)
        }
        let beside = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let file = LabelFile(path: path, bytes: bytes, folder: folder.map { $0.hasSuffix("/") || $0.isEmpty ? $0 : $0 + "/" } ?? beside)
        photos = try file.photos()
        self.folder = file.folder
    }

    /// COCO's labels of 118,000 photos have 450 MB.
    private static let limits: ImageLimits = {
        var limits = ImageLimits()
        limits.maximumBytes = 1_000_000_000
        return limits
    }()
}
