internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

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
    /// `invalidFilter`, `urlTooLong` and `limitExceeded` for the instructions.
    init(of instructions: String, _ configuration: ServiceConfiguration) throws {
        guard configuration.isUnsafe else { throw BoundedCropError(.invalidSignature, "only signed URLs are answered here") }
        let written = try ImageURL(instructions: instructions, limits: configuration.urlLimits)
        let asked = try DialectRequest(written.withPresetSize(configuration.presets))
        size = asked.resultSize.map { Size(width: $0.width, height: $0.height) }
        let unsigned = configuration.withoutKeys
        var mount = unsigned.mount(of: .thumbor)
        if !unsigned.grammars.contains(mount), unsigned.grammars.contains(where: { $0.path == mount.path }) {
            mount = try GrammarMount(.thumbor, at: "/thumbor")
        }
        let grammars = unsigned.grammars.contains(mount) ? nil : unsigned.grammars + [mount]
        setting = grammars.map { "grammar = " + $0.map(\.description).joined(separator: ",") }
        do {
            url = String(try URLWriter(unsigned, of: mount).path(of: asked).dropFirst())
            problem = nil
        } catch let error as BoundedCropError {
            (url, problem) = (nil, error.message)
        }
    }
}

extension DialectRequest {
    /// The size of the finished picture, with what effects add to it or take away; nil if it depends on the picture that is cropped, or on
    /// one that steps load.
    ///
    /// Only crops to two given sides are sure, with effects alone. Client hints may still make the picture smaller.
    var resultSize: PixelSize? {
        let target = request.last.target
        var plain = RenderRequest.Target()
        (plain.dimensions, plain.stretches) = (target.dimensions, target.stretches)
        guard request.answer == .picture, !delivery.isRaw, request.earlier.isEmpty, [.crops, .always].contains(target.upscaling) else {
            return nil
        }
        plain.upscaling = target.upscaling
        guard target == plain, case .pixels(let width) = target.dimensions.width, case .pixels(let height) = target.dimensions.height else {
            return nil
        }
        var size = PixelSize(width: width, height: height)
        for step in request.last.steps {
            guard let effect = step.effect else { return nil }
            size = effect.footprint(on: size).resultSize
        }
        return size
    }
}
