internal import BoundedCrop
internal import Glibc
internal import Synchronization

/// A storage in a folder: one file an entry, written whole or not at all, with a checksum, bounded in bytes. What was used least recently
/// goes first. Several processes may share one folder.
public final class DiskStorage: ImageStorage {
    /// The folder that entries are in.
    public let folder: String
    /// The most bytes that are kept; while it is written to, a tenth more may be there.
    public let byteLimit: Int
    /// Bytes written since the folder was last measured; nil before the first time.
    private let unmeasured = Mutex<Int?>(nil)
    private let workers: WorkerPool

    /// A storage in a folder, which is made, for its owner only, when the first entry is written.
    /// - Parameters:
    ///   - folder: by default `boundedcrop` in the user's folder for caches (`XDG_CACHE_HOME`, or `.cache` in the home folder).
    ///   - byteLimit: 500 MB by default.
    public init(folder: String = DiskStorage.standardFolder, byteLimit: Int = 500_000_000) {
        self.folder = folder
        self.byteLimit = byteLimit
        workers = WorkerPool(threadCount: 2, queueLimit: 1_000_000)
    }

    /// `boundedcrop` in the user's folder for caches.
    public static var standardFolder: String {
        if let caches = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), caches.hasPrefix("/") { return caches + "/boundedcrop" }
        let home = getenv("HOME").map { String(cString: $0) } ?? "/tmp"
        return home + "/.cache/boundedcrop"
    }

    /// What is kept under a key; counts as a use of it. A damaged entry is removed.
    public func image(for key: String) async -> StoredImage? {
        try? await workers.run { _ in self.read(key) }
    }

    /// Keeps a picture. Throws `unwritableFile` when the system refuses, as on a full disk; then what was kept before is still there.
    public func store(_ image: StoredImage, for key: String) async throws {
        try await workers.run { _ in try self.write(image, key) }
    }

    /// Forgets what is kept under a key.
    public func remove(_ key: String) async {
        try? await workers.run { _ in _ = unlink(self.path(of: key)) }
    }

    /// Forgets everything: removes all entries from the folder, and nothing else.
    public func removeAll() async {
        try? await workers.run { _ in StorageFolder(path: self.folder).removeEntries() }
    }

    /// Where an entry is: the first two letters of its hash are a folder, so that none grows too long.
    func path(of key: String) -> String {
        let hash = Fingerprint.text(of: key.utf8)
        return "\(folder)/\(hash.prefix(2))/\(hash.dropFirst(2))\(StorageFolder.ending)"
    }

    /// `UTIME_NOW` and `UTIME_OMIT` of <sys/stat.h>, macros that Swift does not see.
    private static let (now, unchanged) = ((1 << 30) - 1, (1 << 30) - 2)

    private func read(_ key: String) -> StoredImage? {
        let path = path(of: key)
        var limits = ImageLimits()
        limits.maximumBytes = byteLimit
        let bytes: [UInt8]
        do {
            bytes = try FileReader.bytes(ofFile: path, limits: limits, waits: false)
        } catch {
            return nil
        }
        guard let image = StoredImageFile.image(in: bytes, key: key) else {
            unlink(path)
            return nil
        }
        // The time of last access, said explicitly, since file systems do not all keep it.
        var times = [timespec(tv_sec: 0, tv_nsec: Self.now), timespec(tv_sec: 0, tv_nsec: Self.unchanged)]
        utimensat(AT_FDCWD, path, &times, 0)
        return image
    }

    private func write(_ image: StoredImage, _ key: String) throws {
        let bytes = try StoredImageFile.bytes(of: image, key: key)
        guard bytes.count <= byteLimit else { return }
        let path = path(of: key)
        if !AtomicFile.isDirectory(folder) {
            try AtomicFile.makeDirectory(for: folder)
            // Others have no business with what pictures somebody looks at.
            mkdir(folder, 0o700)
        }
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(bytes, to: path, replacing: true)
        let isDue = unmeasured.withLock { written in
            let sum = written.map { $0 + bytes.count }
            let isDue = sum.map { $0 > byteLimit / 10 } ?? true
            written = isDue ? 0 : sum
            return isDue
        }
        if isDue { StorageFolder(path: folder).trim(to: byteLimit) }
    }
}
