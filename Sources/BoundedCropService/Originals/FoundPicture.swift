internal import BoundedCrop
internal import FoundationEssentials

/// A picture that a URL names.
struct FoundPicture: Sendable {
    /// Changes whenever the picture does.
    let identity: String
    /// Nil where its source does not say.
    let lastModified: Date?
    /// The picture itself, where it had to be read to know the rest.
    let source: ImageSource?
}

/// All pictures that an answer is made of.
struct FoundPictures: Sendable {
    /// The one that the URL names.
    let picture: FoundPicture
    /// Those that its filters name, by their names.
    var others: [String: FoundPicture] = [:]

    /// Nil where that would not say it all: a date is only that of the one picture.
    var lastModified: Date? { others.isEmpty ? picture.lastModified : nil }
}
