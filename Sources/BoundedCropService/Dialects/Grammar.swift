/// A grammar of image URLs that the service understands.
public enum Grammar: String, Hashable, Sendable, CaseIterable {
    case thumbor, imgproxy, iiif, cloudinary, imgix, cloudflare, imagekit
}
