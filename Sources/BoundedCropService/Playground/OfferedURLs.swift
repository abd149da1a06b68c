internal import BoundedCrop

/// The URL of a request in each grammar, for the page to offer.
///
/// None is signed: whoever sees the page could otherwise have any URL signed.
struct OfferedURLs: Encodable {
    /// A grammar, and either the URL in it or why there is none.
    struct Offer: Encodable {
        let grammar: String
        /// The setting that mounts the grammar; nil if it is mounted.
        let setting: String?
        /// Relative to the service.
        let url: String?
        let problem: String?
    }

    /// The pixels of a finished picture.
    struct Size: Encodable {
        let width: Int
        let height: Int
    }

    let urls: [Offer]
    /// The size of the picture that each of the URLs gives; nil if it depends on the picture.
    let size: Size?

    /// - Parameter instructions: What follows `/unsafe/` in thumbor's grammar, percent-encoded.
    ///
    /// Throws `invalidSignature` for a service that does not answer unsigned URLs; `invalidURL`,
    /// `invalidFilter` and `limitExceeded` for the instructions.
    init(of instructions: String, _ configuration: ServiceConfiguration) throws {
        guard configuration.isUnsafe else { throw BoundedCropError(.invalidSignature, "only signed URLs are answered here") }
        let url = try ImageURL(instructions: instructions, limits: configuration.urlLimits)
            .withPresetSize(configuration.presets)
        size = try url.resultSize().map { Size(width: $0.width, height: $0.height) }
        let unsigned = configuration.withoutKeys
        urls = Grammar.allCases.map { Self.offer($0, of: url, unsigned) }
    }

    private static func offer(_ grammar: Grammar, of url: ImageURL, _ configuration: ServiceConfiguration) -> Offer {
        let mount = configuration.mount(of: grammar)
        let grammars = configuration.grammars.contains(mount) ? nil : configuration.grammars + [mount]
        let setting = grammars.map { "grammar = " + $0.map(\.description).joined(separator: ",") }
        do {
            let path = try URLWriter(configuration, of: mount).path(of: url)
            return Offer(grammar: grammar.rawValue, setting: setting, url: String(path.dropFirst()), problem: nil)
        } catch {
            let problem = (error as? BoundedCropError)?.message ?? "\(error)"
            return Offer(grammar: grammar.rawValue, setting: setting, url: nil, problem: problem)
        }
    }
}
