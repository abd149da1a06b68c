internal import BoundedCrop
internal import BoundedCropRendering

/// imgproxy's grammar: `/SIGNATURE/OPTION:ARGUMENT/…/plain/URL@EXTENSION`, or with a source in base64; with `/info` before the signature,
/// the plan as JSON.
package struct ImgproxyDialect: Dialect {
    private let settings: DialectSettings
    package let limits: ImageURLLimits
    private let kept: MetadataSelection.Extent
    private let presets: ImgproxyPresets
    private let signer: ImgproxySigner?
    private let requiresSignature: Bool
    private let separator: Unicode.Scalar
    private let sourceKey: [UInt8]?

    /// Throws `invalidSetting` for invalid keys, salts, separators and presets.
    package init(_ configuration: ServiceConfiguration) throws {
        settings = configuration.dialects
        limits = configuration.urlLimits
        kept = configuration.rendering.metadata.extent
        separator = try Self.separator(settings.imgproxySeparator)
        presets = try ImgproxyPresets(settings.imgproxyPresets, separator: separator)
        sourceKey = try Self.sourceKey(settings.imgproxySourceKey)
        signer = try ImgproxySigner(settings)
        // Without thumbor's key, the service answers unsigned URLs; with a key of its own, this grammar still does not.
        requiresSignature =
            signer != nil && configuration.allowsUnsafe != true && !configuration.unsignedGrammars.contains(.imgproxy)
    }

    package func request(_ target: DialectTarget) throws -> DialectRequest {
        // As in imgproxy, the query has no meaning.
        let isInfo = target.path.hasPrefix(Self.info)
        let path = target.path.dropFirst(isInfo ? Self.info.count : 0)
        guard let slash = path.unicodeScalars.firstIndex(of: "/"), slash > path.startIndex, path[slash...] != "/" else {
            throw BoundedCropError(.notFound, "there is nothing at this path")
        }
        let (instructions, isSigned) = try authorize(String(path[path.unicodeScalars.index(after: slash)...]), String(path[..<slash]))
        var request = try read(instructions, isInfo: isInfo)
        request.isSigned = isSigned
        return request
    }

    private static let info = "info/"
    /// What imgproxy's documentation and clients write in the place of a signature.
    private static let unsigned: Set = ["unsafe", "insecure", "_"]

    /// The path to read: as it was signed. Throws `invalidSignature`.
    private func authorize(_ path: String, _ signature: String) throws -> (path: String, isSigned: Bool) {
        guard let signer else { return (path, false) }
        if let signed = signer.signedPath(path, signature: signature) { return (signed, true) }
        guard Self.unsigned.contains(signature) else { throw BoundedCropError(.invalidSignature, "the signature is wrong") }
        guard !requiresSignature else { throw BoundedCropError(.invalidSignature, "only signed URLs are answered here") }
        return (path, false)
    }

    private static func separator(_ text: String) throws -> Unicode.Scalar {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, ":,;!$&'()*+~".unicodeScalars.contains(scalar) else {
            throw BoundedCropError(.invalidSetting, "imgproxy-separator is one of : , ; ! $ & ' ( ) * + and ~, not “\(text)”")
        }
        return scalar
    }

    private static func sourceKey(_ text: String) throws -> [UInt8]? {
        guard !text.isEmpty else { return nil }
        guard let key = Hexadecimal.bytes(text), AES.keySizes.contains(key.count) else {
            // The value is a secret, so it is not shown.
            throw BoundedCropError(.invalidSetting, "imgproxy-source-key is 16, 24 or 32 bytes, each as two hexadecimal digits")
        }
        return key
    }

    /// The options of a URL, and the segments behind them. Throws `invalidURL` and `limitExceeded`.
    private func options(_ path: String) throws -> (options: [ImgproxyOption], rest: ArraySlice<Substring>) {
        if settings.imgproxyUsesOnlyPresets {
            let segments = ImgproxySource.parts(path[...], "/")
            let first = separator == ":" ? ImgproxySource.withPlainColons(String(segments[0]))[...] : segments[0]
            let names = try ImgproxySource.parts(first, separator).map { try ImgproxySource.decoded($0) }
            return ([ImgproxyOption("preset", names)], segments[1...])
        }
        let segments = ImgproxySource.parts((separator == ":" ? ImgproxySource.withPlainOptions(path) : path)[...], "/")
        let count = segments.prefix { $0.unicodeScalars.contains(separator) }.count
        guard count <= ImgproxyPresets.mostOptions else {
            throw BoundedCropError(.limitExceeded, "the URL has \(count) options, more than \(ImgproxyPresets.mostOptions)")
        }
        if count == 0, let first = segments.first, ImgproxyOptions.Resizing(rawValue: String(first)) != nil, segments.count > 4 {
            throw BoundedCropError(.invalidURL, "imgproxy's basic format is not available: write /rs:\(first):WIDTH:HEIGHT/ instead")
        }
        return (try segments[..<count].compactMap { try ImgproxyOption(segment: $0, separator: separator) }, segments[count...])
    }

    /// Reads what follows the signature.
    private func read(_ path: String, isInfo: Bool) throws -> DialectRequest {
        let (list, rest) = try options(path)
        guard rest.first != "-" else {
            throw BoundedCropError(.invalidURL, "“/-/” cannot be honored here: chained pipelines are not available")
        }
        var options = try presets.options(list, isInfo: isInfo)
        let source = try ImgproxySource(segments: rest, base: settings.imgproxyBaseURL, key: sourceKey)
        if let fileExtension = source.fileExtension, !options.isRaw { try options.setFormat(fileExtension: fileExtension) }
        let made = try ImgproxyRequest(options, settings: settings, kept: kept)
        var request = made.request(for: source.image)
        request.ignored = made.options.ignored
        return request
    }
}
