internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import Synchronization

/// Finds the pictures named by URLs: in the folder, or on the web.
final class PictureFinder: Sendable {
    private struct Known {
        let found: FoundPicture
        let expires: Date
    }

    private enum Place {
        case folder(FolderSource, String)
        case web(URL)
    }

    private let folder: FolderSource?
    private let loader: ImageLoader?
    /// The identities of web pictures that are still fresh, so that cache hits need no access to the pictures.
    private let known = Mutex(LeastRecentlyUsed<String, Known>(countLimit: 10_000, costLimit: 10_000))

    /// - Parameters:
    ///   - folder: Nil to serve only the web.
    ///   - loader: Nil to serve only the folder.
    init(folder: FolderSource?, loader: ImageLoader?) {
        self.folder = folder
        self.loader = loader
    }

    /// A fresh web picture or a file; nil for a web picture that must be loaded or revalidated first.
    func quickly(_ url: ImageURL) async throws -> FoundPicture? {
        switch try place(url) {
        case .folder(let folder, let path): return try await folder.find(path)
        case .web(let url):
            let known = known.withLock { $0.use(url.absoluteString) }
            return known.flatMap { Date() < $0.expires ? $0.found : nil }
        }
    }

    /// The identity of a picture. A web picture is loaded or revalidated if necessary.
    func find(_ url: ImageURL) async throws -> FoundPicture {
        switch try place(url) {
        case .folder(let folder, let path): return try await folder.find(path)
        case .web(let url): return try await load(url)
        }
    }

    /// The picture itself. If finding it already read it, it is not read again.
    func picture(_ url: ImageURL, _ found: FoundPicture?) async throws -> ImageSource {
        if let source = found?.source { return source }
        switch try place(url) {
        case .folder(let folder, let path):
            return try await folder.picture(path)
        case .web(let url):
            let found = try await load(url)
            guard let source = found.source else { throw BoundedCropError(.notFound, "there is no such picture") }
            return source
        }
    }

    /// Whether a picture is loaded from the web instead of the folder. Throws `sourceNotAllowed`, `invalidURL`.
    func isOnWeb(_ url: ImageURL) throws -> Bool {
        if case .web = try place(url) { true } else { false }
    }

    private func place(_ url: ImageURL) throws -> Place {
        let isWeb = url.image.lowercased().hasPrefix("http:") || url.image.lowercased().hasPrefix("https:")
        if let folder, !isWeb { return .folder(folder, url.image) }
        guard loader != nil else { throw BoundedCropError(.sourceNotAllowed, "only pictures from the service's own folder are served") }
        guard !url.image.isEmpty, let target = URL(string: url.imageURL) else {
            throw BoundedCropError(.invalidURL, "“\(url.image.prefix(200))” names no picture")
        }
        return .web(target)
    }

    private func load(_ url: URL) async throws -> FoundPicture {
        guard let loader else { throw BoundedCropError(.sourceNotAllowed, "only pictures from the service's own folder are served") }
        let original = try await loader.original(for: ImageRequest(url))
        let hash = try await ImageLoader.standardWorkers.run { _ in original.source.contentHash ?? "" }
        let found = FoundPicture(
            identity: hash,
            lastModified: original.lastModified.flatMap { HTTPDate.date($0) },
            source: original.source
        )
        if let expires = original.expires {
            let memory = FoundPicture(identity: hash, lastModified: found.lastModified, source: nil)
            known.withLock { $0.insert(Known(found: memory, expires: expires), for: url.absoluteString) }
        }
        return found
    }
}
