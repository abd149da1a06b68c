internal import BoundedCrop
internal import BoundedCropEffects

/// The URL of a request, for the page to offer, or why there is none.
///
/// It is not signed: whoever sees the page could otherwise have any URL signed.
struct OfferedURL: Encodable {
    /// The pixels of a finished picture.
    struct Size: Encodable {
        let width: Int
        let height: Int
    }

    /// Relative to the service.
    let url: String?
    let problem: String?
    /// The setting that makes the service answer thumbor's URLs; nil if it does.
    let setting: String?
    /// The size of the picture that the URL gives; nil if it depends on the picture.
    let size: Size?

    /// - Parameter instructions: What follows `/unsafe/` in thumbor's grammar, percent-encoded.
    ///
    /// Throws `invalidSignature` for a service that does not answer unsigned URLs; `invalidURL`,
    /// `invalidFilter` and `limitExceeded` for the instructions.
    init(of instructions: String, _ configuration: ServiceConfiguration) throws {
        guard configuration.isUnsafe else { throw BoundedCropError(.invalidSignature, "only signed URLs are answered here") }
        let request = try ImageURL(instructions: instructions, limits: configuration.urlLimits)
            .withPresetSize(configuration.presets)
        size = try request.resultSize().map { Size(width: $0.width, height: $0.height) }
        let unsigned = configuration.withoutKeys
        var mount = unsigned.mount(of: .thumbor)
        if !unsigned.grammars.contains(mount), unsigned.grammars.contains(where: { $0.path == mount.path }) {
            mount = try GrammarMount(.thumbor, at: "/thumbor")
        }
        let grammars = unsigned.grammars.contains(mount) ? nil : unsigned.grammars + [mount]
        setting = grammars.map { "grammar = " + $0.map(\.description).joined(separator: ",") }
        do {
            url = String(try URLWriter(unsigned, of: mount).path(of: request).dropFirst())
            problem = nil
        } catch let error as BoundedCropError {
            (url, problem) = (nil, error.message)
        }
    }
}

extension ImageURL {
    /// The size of the finished picture, with what effects add to it or take away; nil if it depends on the picture that is cropped, or on
    /// one that filters load.
    ///
    /// Only crops to two given sides are sure, with effects alone. Client hints may still make the picture smaller.
    ///
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    func resultSize() throws -> PixelSize? {
        let filters = try ImageFilters(self)
        let isOther = isDebug || isMeta || filters.output.isRaw || !earlier.isEmpty
        guard !isOther, fitIn == nil, filters.crop.geometry == GeometryFilters(), [.crops, .always].contains(filters.crop.upscaling),
            case .pixels(let width)? = dimensions?.width, case .pixels(let height)? = dimensions?.height
        else { return nil }
        var size = PixelSize(width: width, height: height)
        for step in filters.steps {
            guard case .effect(let effect) = step else { return nil }
            size = effect.footprint(on: size).resultSize
        }
        return size
    }
}
