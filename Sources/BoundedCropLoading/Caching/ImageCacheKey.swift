internal import BoundedCrop
public import FoundationEssentials

/// What a loaded picture depends on: where it comes from and what was done with it.
public struct ImageCacheKey: Hashable, Sendable {
    /// The URL as text.
    public let url: String
    /// The `cacheKey`s of the processors, in order.
    public let processors: [String]
    /// When a local file was last changed, and its length; empty for other URLs.
    let version: String

    /// The key of a picture from a URL after some processors.
    ///
    /// For a `file` URL this asks the system when the file was last changed.
    public init(_ url: URL, processors: [any ImageEffect] = []) {
        self.init(url: url.absoluteString, processors: processors.map(\.cacheKey), version: url.isFileURL ? FileVersion.of(url.path) : "")
    }

    init(url: String, processors: [String], version: String) {
        self.url = url
        self.processors = processors
        self.version = version
    }

    /// The key after the first `count` processors.
    func prefix(_ count: Int) -> ImageCacheKey {
        ImageCacheKey(url: url, processors: Array(processors.prefix(count)), version: version)
    }

    /// One text for the whole key: as safe as the key itself, since each part carries its length.
    var text: String { ([url, version] + processors).map { "\($0.utf8.count):\($0)" }.joined() }

    var byteCount: Int { processors.reduce(160 + url.utf8.count) { $0 + 32 + $1.utf8.count } }
}
