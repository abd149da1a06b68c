internal import BoundedCrop

/// An ImageKit path and query in their parts.
struct ImageKitPath {
    /// The steps of the transformations, decoded.
    let steps: [String]
    /// The picture.
    let image: String
    /// Whether the answer is to be saved.
    private(set) var isAttachment = false
    /// The name to save it under.
    private(set) var fileName: String?

    private static let prefix = "tr:"

    /// Throws `invalidURL` and `limitExceeded`.
    init(_ text: String) throws {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        var transformations = try segments.dropLast().indices.filter { Self.isTransformation(segments[$0]) }.map {
            (index: $0, text: String(try TransformationSource.decoded(segments[$0]).dropFirst(Self.prefix.count)))
        }
        for found in transformations.reversed() { segments.remove(at: found.index) }
        for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = try TransformationSource.decoded(pair.count > 1 ? pair[1] : "")
            switch pair[0] {
            case "tr": transformations.append((-1, value.hasPrefix(Self.prefix) ? String(value.dropFirst(Self.prefix.count)) : value))
            case "ik-attachment": isAttachment = value == "true"
            case "ik-attachment-name": fileName = try Self.fileName(value)
            default: break
            }
        }
        guard transformations.count <= 1 else { throw BoundedCropError(.invalidURL, "tr is given \(transformations.count) times") }
        steps = transformations.first?.text.split(separator: ":").map(String.init) ?? []
        try TransformationChain.check(count: steps.count)
        image = ImageURL.repairingScheme(try TransformationSource.image(segments.joined(separator: "/")))
    }

    private static func isTransformation(_ segment: Substring) -> Bool {
        segment.hasPrefix(prefix) || segment.prefix(5).lowercased() == "tr%3a"
    }

    private static func fileName(_ text: String) throws -> String {
        // The service adds the extension.
        let name = text.split(separator: ".", maxSplits: 1).first.map(String.init) ?? ""
        guard !name.isEmpty, name.utf8.allSatisfy(CloudinaryComponent.isFileName) else {
            throw BoundedCropError(.invalidURL, "“\(text.prefix(80))” is not a file name of letters, digits, “-” and “_”")
        }
        return name
    }
}
