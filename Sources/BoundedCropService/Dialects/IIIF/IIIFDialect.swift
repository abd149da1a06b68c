internal import BoundedCrop
internal import BoundedCropRendering

/// The grammar of the IIIF Image API 3.0 and 2.1: `/3/IDENTIFIER/REGION/SIZE/ROTATION/QUALITY.FORMAT`. Without a version, it is 3.0.
///
/// The identifier is the picture's path or URL. There are no signatures.
struct IIIFDialect: Dialect {
    let limits: ImageURLLimits
    private let maximumPixels: Int
    private let publicURL: String?

    init(_ configuration: ServiceConfiguration) {
        limits = configuration.urlLimits
        maximumPixels = configuration.rendering.maximumOutputPixels
        publicURL = configuration.dialects.publicURL
    }

    func request(_ target: DialectTarget) throws -> DialectRequest {
        let asked = try IIIFTarget(target.path)
        let version = asked.namesVersion ? asked.version.rawValue + "/" : ""
        let base = "\(target.origin(publicURL))\(target.mount)/\(version)\(IIIFTarget.encoded(asked.identifier))"
        var request = DialectRequest(asked.identifier)
        switch asked.resource {
        case .base: request.answer = .redirect(to: base + "/info.json")
        case .information:
            request.request.answer = .plan
            // The plan of a picture beyond the limit would be refused.
            request.request.last.target.maximumPixels = maximumPixels
            request.answer = .presented(IIIFInformationPresenter(base, asked.version, maximumPixels: maximumPixels, accept: target.accept))
        case .image(let image):
            request.request = image.request(maximumPixels: maximumPixels)
            request.answer = .presented(IIIFImagePresenter(base: base, image: image))
            // Viewers put tiles together, which have the size that was asked for.
            request.heedsHints = false
        }
        // Nothing in IIIF has a query; some clients add one against caches.
        request.ignored = (target.query ?? "").split(separator: "&").map(String.init)
        return request
    }
}
