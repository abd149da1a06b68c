internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials

/// A picture named by a URL.
struct FoundPicture: Sendable {
    /// An object, in the version that was found.
    struct Object {
        let location: S3Location
        let entityTag: String?
    }

    /// Changes whenever the picture does.
    let identity: String
    /// Nil where the source does not provide it.
    let lastModified: Date?
    /// The picture itself, if it had to be read for the other values.
    let source: ImageSource?
    /// Where the picture is, if it is in object storage.
    var object: Object?

    /// Throws `pictureChanged` if the picture has another identity now: what is made of it must not be stored as what was found.
    func check(_ identity: String) throws {
        if identity != self.identity { throw Self.replaced }
    }

    static let replaced = BoundedCropError(.pictureChanged, "the picture was replaced at this moment: try again")
}

/// All pictures that an answer is made of.
struct FoundPictures: Sendable {
    /// The picture named by the URL.
    let picture: FoundPicture
    /// The pictures named by filters, by their names.
    var others: [String: FoundPicture] = [:]

    /// Nil if there are other pictures, since the date covers only one.
    var lastModified: Date? { others.isEmpty ? picture.lastModified : nil }
}
