internal import BoundedCrop
internal import Synchronization

/// Names of files by their content, which are the same on every machine. Each version of a file is read once for it.
final class ContentNames: Sendable {
    private let options: DecodingOptions
    private let known = Mutex(LeastRecentlyUsed<String, String>(countLimit: 100_000, costLimit: .max))

    init(_ options: DecodingOptions) {
        self.options = options
    }

    /// - Parameters:
    ///   - version: Changes on this machine whenever the file does.
    ///   - bytes: Reads the file.
    func name(of version: String, _ bytes: () throws -> [UInt8]) rethrows -> String {
        if let name = known.withLock({ $0.use(version) }) { return name }
        let name = ImageSource.contentHash(of: try bytes(), options)
        known.withLock { $0.insert(name, for: version) }
        return name
    }
}
