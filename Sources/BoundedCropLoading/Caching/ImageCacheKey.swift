internal import BoundedCrop
internal import CLibrary
package import FoundationEssentials

/// The key of a loaded picture: its URL and the processors applied to it.
package struct ImageCacheKey: Hashable, Sendable {
    /// The URL as text.
    package let url: String
    /// The `cacheKey`s of the processors, in order.
    package let processors: [String]
    /// The version of a local file (see ``FileVersion``), or what tells answers of a server's URL apart (``HTTPOptions/variant(of:)``);
    /// empty for other URLs and for plain requests.
    let version: String

    /// Creates the key of a picture from a URL after some processors.
    ///
    /// For a `file` URL this reads the file's modification time, length and inode. For a loader with a ``HTTPOptions/cacheScope``, or whose
    /// ``HTTPOptions/modifyRequest`` sets a method or a body, use ``ImageLoader/cacheKey(for:)``.
    package init(_ url: URL, processors: [any ImageEffect] = []) {
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

    /// The whole key as one text. It is unambiguous because each part is preceded by its length.
    var text: String { ([url, version] + processors).map { "\($0.utf8.count):\($0)" }.joined() }

    var byteCount: Int { processors.reduce(160 + url.utf8.count + version.utf8.count) { $0 + 32 + $1.utf8.count } }
}

/// Distinguishes versions of a local file.
enum FileVersion {
    /// Modification time, length and inode; empty if the file does not exist.
    static func of(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        return "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)-\(status.st_size)-\(status.st_ino)"
    }
}
