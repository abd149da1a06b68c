internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropLoading
internal import FoundationEssentials

/// The source of an effects view's picture.
enum EffectsSource: Sendable {
    case memory(EffectsOriginal, name: String?)
    /// The path of the file that was found. Its name has its scale, which is that of the results too.
    case file(String)
    case remote(URL)

    /// The picture's cache name; nil for an unnamed picture, which is named by its content.
    func name(for loader: ImageLoader) -> String? {
        switch self {
        case .memory(let original, let name): name.map { "named \($0) at \(original.pixelsPerPoint)" }
        case .file(let path): "file \(path)"
        case .remote(let url): Self.remoteName(loader.name(of: url))
        }
    }

    /// The number of the picture's pixels per point.
    var pixelsPerPoint: Double {
        switch self {
        case .memory(let original, _): original.pixelsPerPoint
        case .file(let path): ImageScale(fileName: path).pixelsPerPoint
        case .remote(let url): ImageScale(fileName: url.path).pixelsPerPoint
        }
    }

    /// Whether the picture must come through a network.
    var isRemote: Bool {
        if case .remote = self { true } else { false }
    }

    /// Whether the loader's policy allows the picture. If not, its results are not to be shown from a cache either.
    func isAllowed(by loader: ImageLoader) -> Bool {
        if case .remote(let url) = self { loader.allows(url) } else { true }
    }

    /// The picture if it is in memory.
    var pictureInMemory: EffectsOriginal? {
        if case .memory(let original, _) = self { original } else { nil }
    }
    var isInMemory: Bool { pictureInMemory != nil }

    /// Reads the picture on the current thread. Returns nil if it must come through a network. Throws what decoding throws.
    func read() throws -> EffectsOriginal? {
        switch self {
        case .memory(let original, _): original
        case .file(let path): EffectsOriginal(try ImageSource(contentsOfFile: path).pixels(), pixelsPerPoint: pixelsPerPoint)
        case .remote: nil
        }
    }

    /// Loads and decodes the picture off the main actor. Throws what loading throws.
    func load(_ loader: ImageLoader) async throws -> EffectsOriginal {
        switch self {
        case .memory(let original, _): return original
        case .file(let path):
            let request = ImageRequest(URL(fileURLWithPath: path))
            return EffectsOriginal(try await loader.image(for: request), pixelsPerPoint: pixelsPerPoint)
        case .remote(let url):
            let (name, picture) = try await loader.namedImage(of: url)
            return EffectsOriginal(picture, pixelsPerPoint: pixelsPerPoint, name: Self.remoteName(name))
        }
    }

    private static func remoteName(_ name: String) -> String { "url \(name)" }
}

extension EffectsSource: Equatable {
    /// Whether both are the same file or URL, or equal pictures with the same name and scale. Comparing two pictures takes the time to
    /// read their pixels, unless they are copies of one.
    static func == (first: EffectsSource, second: EffectsSource) -> Bool {
        switch (first, second) {
        case (.memory(let original, let name), .memory(let other, let otherName)):
            name == otherName && original.pixelsPerPoint == other.pixelsPerPoint && original.pixels == other.pixels
        case (.file(let path), .file(let other)): path == other
        case (.remote(let url), .remote(let other)): url == other
        default: false
        }
    }
}
