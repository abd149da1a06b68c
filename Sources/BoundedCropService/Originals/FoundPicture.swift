internal import BoundedCrop
internal import FoundationEssentials

/// A picture named by a URL.
struct FoundPicture: Sendable {
    /// Changes whenever the picture does.
    let identity: String
    /// Nil where the source does not provide it.
    let lastModified: Date?
    /// The picture itself, if it had to be read for the other values.
    let source: ImageSource?
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
