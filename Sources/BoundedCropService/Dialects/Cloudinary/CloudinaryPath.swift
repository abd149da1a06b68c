internal import BoundedCrop

/// A Cloudinary path in its parts.
struct CloudinaryPath {
    /// `fetch`, or `upload` and its relatives.
    let isFetch: Bool
    /// The text between `s--` and `--`; nil if there is none.
    let signature: String?
    /// The transformations, decoded.
    private(set) var components: [String] = []
    /// What a signature covers: the transformations and the source, percent-encoded, without the version.
    private(set) var signedText = ""
    /// The transformations, percent-encoded, with the slash behind them.
    private(set) var signedComponents = ""
    /// The picture, percent-encoded.
    private(set) var source: Substring = ""

    /// Throws `invalidURL` and `limitExceeded`.
    init(_ path: String) throws {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)[...]
        if segments.dropFirst().first == "image", segments.first != "image" { segments.removeFirst() }
        guard segments.popFirst() == "image", let delivery = segments.popFirst() else {
            throw BoundedCropError(
                .invalidURL,
                "the path is [CLOUD/]image/fetch/…/URL or [CLOUD/]image/upload/…/PATH, not “\(path.prefix(80))”"
            )
        }
        switch delivery {
        case "fetch": isFetch = true
        case "upload", "private", "authenticated": isFetch = false
        default: throw BoundedCropError(.invalidURL, "“\(delivery.prefix(80))” is not fetch, upload, private or authenticated")
        }
        if let first = segments.first, first.hasPrefix("s--"), first.hasSuffix("--"), first.utf8.count > 5 {
            signature = String(first.dropFirst(3).dropLast(2))
            segments.removeFirst()
        } else {
            signature = nil
        }
        try read(segments)
    }

    /// Reads the transformations and the source again, in the form that was signed.
    mutating func replaceRest(with text: String) throws { try read(text.split(separator: "/", omittingEmptySubsequences: false)[...]) }

    /// The picture. Throws `invalidURL`.
    func image(query: String?) throws -> String {
        let image = ImageURL.repairingScheme(try TransformationSource.image(source))
        guard isFetch else {
            guard !TransformationSource.isURL(image) else {
                throw BoundedCropError(.invalidURL, "a URL must be requested by image/fetch")
            }
            return image
        }
        guard let scheme = ImageURL.scheme(of: image)?.lowercased(), ["http", "https", "s3"].contains(scheme) else {
            throw BoundedCropError(.invalidURL, "image/fetch needs a URL with http or https, not “\(image.prefix(80))”")
        }
        // The vendor's clients append parameters for their statistics.
        let own = query?.split(separator: "&").filter { !$0.hasPrefix("_a=") && !$0.hasPrefix("_i=") } ?? []
        return own.isEmpty ? image : "\(image)?\(own.joined(separator: "&"))"
    }

    private mutating func read(_ segments: ArraySlice<Substring>) throws {
        var (rest, version) = (segments, ArraySlice<Substring>())
        (components, signedComponents) = ([], "")
        // The last segment is always the picture.
        while rest.count > 1, let segment = rest.first {
            if Self.isVersion(segment) {
                version = rest.prefix(1)
                rest.removeFirst()
                break
            }
            let text = try TransformationSource.decoded(segment)
            guard text.isEmpty || CloudinaryComponent.isComponent(text) else { break }
            if !text.isEmpty { components.append(text) }
            try TransformationChain.check(count: components.count)
            signedComponents += "\(segment)/"
            rest.removeFirst()
        }
        source = rest.joined(separator: "/")[...]
        signedText = version.isEmpty ? segments.joined(separator: "/") : signedComponents + source
    }

    /// `v` and digits.
    private static func isVersion(_ segment: Substring) -> Bool {
        segment.hasPrefix("v") && segment.utf8.count > 1 && segment.utf8.dropFirst().allSatisfy(Int.isDigit)
    }
}
