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
