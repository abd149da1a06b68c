internal import BoundedCrop
internal import HTTPTypes

/// Serves the playground page and its files.
enum PlaygroundRoute {
    /// What the page needs to know about the service.
    private struct Abilities: Encodable {
        /// Whether pictures are loaded from the web.
        let web: Bool
        /// Whether pictures are read from a folder.
        let folder: Bool
        /// Whether what is placed by hand can be saved as a correction.
        let savesCorrections: Bool
        /// The largest picture that is accepted, in bytes.
        let maximumBytes: Int
    }

    private static let abilitiesPath = "/playground/service.json"
    private static let presetsPath = "/playground/presets.json"
    /// With the instructions of a URL in the query.
    private static let urlPath = "/playground/url.json"
    /// Only the page's own files may be run or requested; pictures that the user opens are blobs.
    private static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

    /// To which the page sends corrections.
    static let correctionPath = "/playground/correction"

    static func has(_ path: Substring) -> Bool {
        [abilitiesPath, presetsPath, urlPath].contains(String(path)) || PlaygroundFiles.all[String(path)] != nil
    }

    static func answer(
        _ path: Substring,
        query: [(name: String, value: String)] = [],
        _ headers: HTTPFields,
        _ configuration: ServiceConfiguration
    ) throws -> Answer {
        var answer = try content(path, query, configuration).revalidated(for: headers)
        answer.headers[.contentSecurityPolicy] = contentSecurityPolicy
        return answer
    }

    private static func content(
        _ path: Substring,
        _ query: [(name: String, value: String)],
        _ configuration: ServiceConfiguration
    ) throws -> Answer {
        if path == urlPath {
            guard let instructions = query.first(where: { $0.name == "instructions" })?.value else {
                throw BoundedCropError(.invalidArgument, "the query needs “instructions”: what follows /unsafe/ in a URL")
            }
            return try Answer(json: OfferedURL(of: instructions, configuration))
        }
        if path == presetsPath { return try Answer(json: OfferedPresets(own: configuration.presets)) }
        if path == abilitiesPath {
            return try Answer(
                json: Abilities(
                    web: configuration.loadsFromWeb,
                    folder: configuration.root != nil,
                    savesCorrections: configuration.savesCorrections,
                    maximumBytes: configuration.decoding.limits.maximumBytes
                )
            )
        }
        guard let file = PlaygroundFiles.all[String(path)] else {
            throw BoundedCropError(.notFound, "there is nothing at this path")
        }
        return Answer(type: file.type, bytes: file.bytes)
    }
}

/// The sizes that have names, for the page to offer: those that `preset(NAME)` finds, each once, the service's own first.
struct OfferedPresets: Encodable {
    struct Preset: Encodable {
        let name: String
        let width: Int
        let height: Int
        /// Empty for presets of the setting `presets`.
        let purpose: String
        let isOwn: Bool
    }

    let presets: [Preset]

    /// - Parameter own: The service's own presets, which replace standard ones of the same name.
    init(own: [CropPreset]) {
        let ownNames = Set(own.map(\.name))
        let standard = CropPreset.standard.filter { !ownNames.contains($0.name) }
        presets = own.map { Self.offer($0, isOwn: true) } + standard.map { Self.offer($0, isOwn: false) }
    }

    private static func offer(_ preset: CropPreset, isOwn: Bool) -> Preset {
        Preset(name: preset.name, width: preset.size.width, height: preset.size.height, purpose: preset.purpose, isOwn: isOwn)
    }
}
