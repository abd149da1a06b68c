internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import Synchronization

/// Finds the pictures named by URLs: in the folder, in object storage, or on the web.
final class PictureFinder: Sendable {
    private struct Known {
        let found: FoundPicture
        let expires: Date
    }

    private enum Place {
        case folder(FolderSource, String)
        case objects(ObjectSource, [S3Location])
        case web(URL)
    }

    private let folder: FolderSource?
    private let objects: ObjectSource?
    private let loader: ImageLoader?
    /// The seconds for which a found object is taken to be unchanged.
    private let objectLifetime: Int
    /// Requests that wait for pictures from servers, kept separate so that a silent server does not block the work.
    let fetches: Admission
    /// The identities of pictures of servers that are still fresh, so that cache hits need no access to the pictures.
    private let asking = Coalescer<String, FoundPicture>()
    private let known = Mutex(LeastRecentlyUsed<String, Known>(countLimit: 10_000, costLimit: 10_000))

    /// - Parameters:
    ///   - folder: Nil to serve none.
    ///   - objects: Nil to serve no object storage.
    ///   - loader: Nil not to serve the web.
    ///   - objectLifetime: The seconds for which a found object is taken to be unchanged.
    ///   - fetches: Admits requests that have to wait for servers.
    init(folder: FolderSource?, objects: ObjectSource? = nil, loader: ImageLoader?, objectLifetime: Int = 0, fetches: Admission) {
        self.folder = folder
        self.objects = objects
        self.loader = loader
        self.objectLifetime = objectLifetime
        self.fetches = fetches
    }

    /// The identity of a picture. A picture of a server that is not known, or not fresh, is asked for, which the client must be admitted
    /// for.
    func find(_ image: String, for client: String) async throws -> FoundPicture {
        switch try place(image) {
        case .folder(let folder, let path): return try await folder.find(path)
        case .objects(let objects, let locations):
            // In ASCII: texts that look the same count as equal, but are different keys.
            let name = locations[0].url.absoluteString
            if let found = fresh(name) { return found }
            return try await fetches.run(for: client) {
                let found = try await asking.value(for: name) { try await objects.find(locations) }
                if objectLifetime > 0 { remember(found, as: name, until: Date().addingTimeInterval(Double(objectLifetime))) }
                return found
            }
        case .web(let url):
            if let found = fresh(url.absoluteString) { return found }
            return try await fetches.run(for: client) { try await load(url) }
        }
    }

    /// The same picture, loaded if it is on a server. Throws `pictureChanged` if it was replaced since it was found.
    func fetch(_ found: FoundPicture, _ image: String, for client: String) async throws -> FoundPicture {
        guard found.source == nil else { return found }
        switch try place(image) {
        case .folder: return found
        case .objects(let objects, let locations):
            guard let object = found.object else { return found }
            return try await fetches.run(for: client) {
                do {
                    let source = try await objects.picture(object)
                    return FoundPicture(identity: found.identity, lastModified: found.lastModified, source: source, object: object)
                } catch {
                    // It may have been replaced or removed.
                    known.withLock { _ = $0.remove(locations[0].url.absoluteString) }
                    throw error
                }
            }
        case .web(let url):
            let fetched = try await fetches.run(for: client) { try await load(url) }
            try found.check(fetched.identity)
            return fetched
        }
    }

    /// The picture itself. If finding it already read it, it is not read again.
    func picture(_ image: String, _ found: FoundPicture?) async throws -> ImageSource {
        if let source = found?.source { return source }
        switch try place(image) {
        case .folder(let folder, let path):
            return try await folder.picture(path, found)
        case .objects:
            throw BoundedCropError(.notFound, "there is no such picture")
        case .web(let url):
            let loaded = try await load(url)
            try found?.check(loaded.identity)
            guard let source = loaded.source else { throw BoundedCropError(.notFound, "there is no such picture") }
            return source
        }
    }

    /// How others may name a picture.
    enum Name: Sendable {
        /// Its path below the root.
        case path(String)
        /// Its URL, or its location.
        case other(String)
    }

    /// All names of a picture; none if it cannot be found.
    func names(of image: String) -> [Name] {
        func variants(_ text: String) -> [String] {
            let plain = String(text.prefix { $0 != "?" })
            let decoded = PercentEncoding.decodedBytes(plain)
            return Set([text, plain, String(decoding: decoded, as: UTF8.self)]).sorted()
        }
        switch try? place(image) {
        case .folder(_, let path): return variants(path).map { .path($0) }
        case .objects(_, let locations): return (variants(image).map { .path($0) }) + locations.map { .other($0.text) }
        case .web(let url): return Set([image, url.absoluteString]).sorted().map { .other($0) }
        case nil: return []
        }
    }

    private func place(_ image: String) throws -> Place {
        let isWeb = image.lowercased().hasPrefix("http:") || image.lowercased().hasPrefix("https:")
        if ObjectSource.isObject(image), folder == nil || objects != nil {
            guard let objects else { throw BoundedCropError(.sourceNotAllowed, "no objects are served, only pictures from the web") }
            return try .objects(objects, objects.locations(image))
        }
        if let folder, !isWeb { return .folder(folder, image) }
        if let objects, objects.root != nil, !isWeb { return try .objects(objects, objects.locations(image)) }
        guard loader != nil else { throw BoundedCropError(.sourceNotAllowed, "only pictures from the service's own storage are served") }
        guard !image.isEmpty, let target = URL(string: ImageURL.url(image)) else {
            throw BoundedCropError(.invalidURL, "“\(image.prefix(200))” names no picture")
        }
        return .web(target)
    }

    private func load(_ url: URL) async throws -> FoundPicture {
        guard let loader else { throw BoundedCropError(.sourceNotAllowed, "only pictures from the service's own storage are served") }
        let original = try await loader.original(for: ImageRequest(url))
        let hash = try await ImageLoader.standardWorkers.run { _ in original.source.contentHash ?? "" }
        let found = FoundPicture(
            identity: hash,
            lastModified: original.lastModified.flatMap { HTTPDate.date($0) },
            source: original.source
        )
        if let expires = original.expires {
            let memory = FoundPicture(identity: hash, lastModified: found.lastModified, source: nil)
            remember(memory, as: url.absoluteString, until: expires)
        }
        return found
    }

    private func fresh(_ name: String) -> FoundPicture? {
        known.withLock { $0.use(name) }.flatMap { Date() < $0.expires ? $0.found : nil }
    }

    private func remember(_ found: FoundPicture, as name: String, until expires: Date) {
        known.withLock { $0.insert(Known(found: found, expires: expires), for: name) }
    }
}

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

/// A picture named by a URL.
struct FoundPicture: Sendable {
    /// An object, in the version that was found.
    struct Object {
        let location: S3Location
        let entityTag: String?
    }

    /// Changes whenever the picture does.
    let identity: String
    /// Nil where the source does not provide it.
    let lastModified: Date?
    /// The picture itself, if it had to be read for the other values.
    let source: ImageSource?
    /// Where the picture is, if it is in object storage.
    var object: Object?

    /// Throws `pictureChanged` if the picture has another identity now: what is made of it must not be stored as what was found.
    func check(_ identity: String) throws {
        if identity != self.identity { throw Self.replaced }
    }

    static let replaced = BoundedCropError(.pictureChanged, "the picture was replaced at this moment: try again")
}

/// All pictures that an answer is made of.
struct FoundPictures: Sendable {
    /// The picture named by the URL.
    let picture: FoundPicture
    /// The pictures named by filters, by their names.
    var others: [String: FoundPicture] = [:]

    /// Nil if there are other pictures, since the date covers only one.
    var lastModified: Date? { others.isEmpty ? picture.lastModified : nil }
}
