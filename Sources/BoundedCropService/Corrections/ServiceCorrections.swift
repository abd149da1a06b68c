internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import FoundationEssentials
internal import Logging
internal import Synchronization

/// The corrections of a service as they are now: those of a file or an object, which is read again when it has changed. One that cannot be used
/// leaves those in force that were read before.
final class ServiceCorrections: Sendable {
    /// Where corrections are.
    enum Place: Sendable {
        case file(String)
        case object(S3Location, S3Client)
    }

    /// What tells one state from another.
    private enum Version: Hashable {
        /// Nil if there is no file.
        case file(FileStamp?)
        case object(entityTag: String)
    }

    private struct State {
        var corrections: Corrections?
        /// That of what was read last, even if it could not be used.
        var version: Version?
        var isReading = false
        /// When an object is asked for again.
        var isFreshUntil = Date.distantPast
        /// What has been said of those that do not fit their pictures.
        var notes: Set<String> = []
    }

    private let place: Place
    /// The seconds for which an object is taken to be unchanged.
    private let objectLifetime: Int
    /// The folder of the file, and that of the pictures, with a slash at their ends; nil where there is none.
    private let folders: (own: String?, pictures: String?)
    private let clock: any LoadingClock
    private let logger: Logger
    /// Looks whether the file has changed, for each request.
    private let watch = WorkerPool(threadCount: 1, queueLimit: 10_000)
    /// Reads and writes it, which may take long.
    private let files = WorkerPool(threadCount: 1, queueLimit: 10_000)
    private let state = Mutex(State())

    init(_ place: Place, _ configuration: ServiceConfiguration, logger: Logger) {
        (self.place, self.logger) = (place, logger)
        (objectLifetime, clock) = (configuration.objectLifetime, configuration.storageClock)
        var own: String?
        if case .file(let path) = place { own = AtomicFile.realFolder(of: path) }
        folders = (own, configuration.rootFolder.flatMap { AtomicFile.realFolder(of: $0 + "/") })
    }

    /// Reads them for the first time.
    ///
    /// - Throws: `invalidSetting`, which says what is wrong with them and in which line.
    func start() async throws {
        do {
            try await read()
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidSetting, "corrections: \(name): \(error.message)", underlying: error)
        }
    }

    /// Those that were read last. A request waits for a file that has changed only if it is the first to notice.
    var current: Corrections? {
        get async {
            switch place {
            case .file(let path):
                let version = try? await watch.run { _ in Version.file(FileStamp(path)) }
                if let version, version != state.withLock(\.version) { await readAgain() }
            case .object:
                let now = clock.now
                let (isFresh, isKnown) = state.withLock { (now < $0.isFreshUntil, $0.corrections != nil) }
                if isFresh { break }
                state.withLock { $0.isFreshUntil = now.addingTimeInterval(Double(objectLifetime)) }
                if objectLifetime == 0 || !isKnown { await readAgain() } else { Task { await readAgain() } }
            }
            return state.withLock(\.corrections)
        }
    }

    /// Logs which corrections do not fit their pictures: once, until they are read again.
    @Sendable func tell(_ notes: [String]) {
        for note in notes where state.withLock({ $0.notes.insert(note).inserted }) { logger.warning("corrections: \(name): \(note)") }
    }

    /// The names under which corrections may know a picture.
    ///
    /// - Parameter name: A path below the root, a URL, or the location of an object.
    func pictures(named name: PictureFinder.Name) -> [Corrections.Picture] {
        switch name {
        case .other(let text): return [.file(text)]
        case .path(let path):
            let path = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
            guard let pictures = folders.pictures else { return [.file(path)] }
            let whole = pictures + path
            let relative = folders.own.flatMap { whole.hasPrefix($0) ? String(whole.dropFirst($0.count)) : nil }
            return [path, whole, relative].compactMap(\.self).map { .file($0) }
        }
    }

    /// Replaces the corrections of a picture in the file with one for all shapes, or with none.
    ///
    /// - Throws: `invalidArgument` for a correction that makes no sense, and what writing the file throws.
    func save(_ picture: Corrections.Edited, _ words: [String: JSONNode]?) async throws {
        guard case .file(let path) = place else { throw BoundedCropError(.notFound, "corrections are saved in a file only") }
        let entries = words.map { [Corrections.Entry(aspect: nil, words: $0)] } ?? []
        try await files.run { _ in try Corrections.change(path) { try $0.replace(picture, with: entries) } }
        await readAgain()
    }

    /// Whether a file that corrections name may be there: one that is no local file, or whose folder is not known, may always be.
    private func isThere(_ file: String) -> Bool {
        let folders = [folders.own, folders.pictures].compactMap(\.self)
        guard !file.contains("://"), !folders.isEmpty else { return true }
        return file.hasPrefix("/") ? AtomicFile.exists(file) : folders.contains { AtomicFile.exists($0 + file) }
    }

    private var name: String {
        switch place {
        case .file(let path): path
        case .object(let location, _): location.text
        }
    }

    private func readAgain() async {
        let isFirst = state.withLock { state in
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFirst else { return }
        do {
            try await read()
        } catch let error as BoundedCropError {
            logger.warning("corrections: \(name): \(error.message); those that were read before are still in force")
        } catch {
            // Whoever asked has left.
        }
        state.withLock { $0.isReading = false }
    }

    private func read() async throws {
        let (version, bytes) = try await content()
        guard let bytes, version == nil || version != state.withLock(\.version) else { return }
        do {
            let corrections = try await files.run { [self] _ in
                var corrections = try Corrections(bytes: bytes)
                corrections.locate(isThere)
                return corrections
            }
            state.withLock { ($0.corrections, $0.version, $0.notes) = (corrections, version, []) }
            logger.info("corrections: \(name): \(corrections.pictures.count) pictures")
        } catch let error where !(error is CancellationError) {
            // Not again before it changes.
            state.withLock { $0.version = version }
            throw error
        }
    }

    /// The version and the bytes, which are nil for an object that is as it was.
    private func content() async throws -> (version: Version?, bytes: [UInt8]?) {
        switch place {
        case .file(let path):
            return try await files.run { [self] _ in
                let version = Version.file(FileStamp(path))
                do {
                    return (version, try FileReader.bytes(ofFile: path, limits: ImageLimits()))
                } catch {
                    state.withLock { $0.version = version }
                    throw error
                }
            }
        case .object(let location, let client):
            var known: String?
            if case .object(let entityTag) = state.withLock(\.version) { known = entityTag }
            let object = try await client.object(at: location, ifNoneMatch: known)
            return (object?.entityTag.map(Version.object), object?.bytes)
        }
    }
}

extension ServiceConfiguration {
    /// The corrections that the settings name; nil for none.
    ///
    /// - Throws: `invalidURL` for a location that names no object.
    func makeCorrections(logger: Logger) throws -> ServiceCorrections? {
        if savesCorrections, corrections.map(Self.isLocation) ?? true {
            throw BoundedCropError(.invalidSetting, "save-corrections: corrections are saved in a file, which corrections must name")
        }
        guard let corrections else { return nil }
        guard Self.isLocation(corrections) else { return ServiceCorrections(.file(corrections), self, logger: logger) }
        return ServiceCorrections(.object(try S3Location(corrections), S3Client(s3, logger: logger)), self, logger: logger)
    }
}
