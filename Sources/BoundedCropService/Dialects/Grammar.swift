/// A grammar of image URLs that the service understands.
public enum Grammar: String, Hashable, Sendable, CaseIterable {
    case thumbor, imgproxy, iiif, cloudinary, imgix, cloudflare, imagekit

    /// Whether pages of all origins may read the answers, as the specification of the grammar wants it.
    var isShared: Bool { self == .iiif }
}
