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
    /// Requests that wait for pictures from the web, kept separate so that a silent server does not block the work.
    let fetches: Admission
    /// The identities of web pictures that are still fresh, so that cache hits need no access to the pictures.
    private let known = Mutex(LeastRecentlyUsed<String, Known>(countLimit: 10_000, costLimit: 10_000))

    /// - Parameters:
    ///   - folder: Nil to serve only the web.
    ///   - loader: Nil to serve only the folder.
    ///   - fetches: Admits requests that have to wait for the web.
    init(folder: FolderSource?, loader: ImageLoader?, fetches: Admission) {
        self.folder = folder
        self.loader = loader
        self.fetches = fetches
    }

    /// The identity of a picture. A web picture that is not known, or not fresh, is loaded or revalidated, which the client must be admitted
    /// for.
    func find(_ url: ImageURL, for client: String) async throws -> FoundPicture {
        switch try place(url) {
        case .folder(let folder, let path): return try await folder.find(path)
        case .web(let url):
            let known = known.withLock { $0.use(url.absoluteString) }
            if let known, Date() < known.expires { return known.found }
            return try await fetches.run(for: client) { try await load(url) }
        }
    }

    /// The same picture, loaded if it is on the web.
    func fetch(_ found: FoundPicture, _ url: ImageURL, for client: String) async throws -> FoundPicture {
        guard found.source == nil, case .web(let url) = try place(url) else { return found }
        return try await fetches.run(for: client) { try await load(url) }
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
