/// A grammar of image URLs that the service understands.
public enum Grammar: String, Hashable, Sendable, CaseIterable {
    case thumbor, imgproxy, iiif, cloudinary, imgix, cloudflare, imagekit

    /// Whether pages of all origins may read the answers, as the specification of the grammar wants it.
    var isShared: Bool { self == .iiif }
}

extension Grammar {
    /// The dialect with the keys and limits of a service. Throws `invalidSetting`.
    package func dialect(_ configuration: ServiceConfiguration) throws -> any Dialect {
        switch self {
        case .thumbor: try ThumborDialect(configuration)
        case .imgproxy: try ImgproxyDialect(configuration)
        case .iiif: IIIFDialect(configuration)
        case .cloudinary: try CloudinaryDialect(configuration)
        case .imgix: try ImgixDialect(configuration)
        case .cloudflare: CloudflareDialect(configuration)
        case .imagekit: try ImageKitDialect(configuration)
        }
    }
}
