internal import BoundedCrop
internal import CLibrary
internal import Synchronization

/// A storage in a folder: one file per entry, written atomically, with a checksum. It is bounded in bytes and evicts the least recently
/// used entries first. Several processes may share a folder, also on several machines.
public final class DiskStorage: SharedStorage {
    /// The folder of the entries.
    package let folder: String
    /// The maximum number of bytes. It may be exceeded by a tenth between measurements.
    package let byteLimit: Int
    /// The bytes written since the folder was last measured; nil before the first measurement.
    private let unmeasured = Mutex<Int?>(nil)
    private let workers: WorkerPool

    /// Creates a storage in a folder. The folder is created, accessible to its owner only, when the first entry is written.
    /// - Parameters:
    ///   - folder: By default, `boundedcrop` in the user's cache folder (`XDG_CACHE_HOME`, or `.cache` in the home folder).
    ///   - byteLimit: The maximum number of bytes; 500 MB by default.
    public init(folder: String? = nil, byteLimit: Int = 500_000_000) {
        self.folder = folder ?? Self.standardFolder
        self.byteLimit = byteLimit
        workers = WorkerPool(threadCount: 2, queueLimit: 1_000_000)
    }

    /// `boundedcrop` in the user's cache folder.
    package static var standardFolder: String {
        if let caches = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), caches.hasPrefix("/") { return caches + "/boundedcrop" }
        let home = getenv("HOME").map { String(cString: $0) } ?? "/tmp"
        return home + "/.cache/boundedcrop"
    }

    /// The folder.
    public var description: String { folder }

    /// Returns the entry of a key and counts as a use of it. A damaged entry is removed.
    /// - Throws: `unreadableFile` if the system refuses, for example because the folder's server does not answer.
    package func find(_ key: String) async throws -> StoredImage? {
        try await workers.run { _ in try self.read(key) }
    }

    /// Stores a picture. If this fails, the previous entry remains.
    /// - Throws: `unwritableFile` if the system refuses, for example because the disk is full.
    public func store(_ image: StoredImage, for key: String) async throws {
        try await workers.run { _ in try self.write(image, key) }
    }

    /// Removes the entry of a key.
    public func remove(_ key: String) async {
        try? await workers.run { _ in _ = unlink(self.path(of: key)) }
    }

    /// Removes all entries from the folder, and nothing else.
    public func removeAll() async {
        try? await workers.run { _ in StorageFolder(path: self.folder).removeEntries() }
    }

    /// The path of an entry. The first two characters of its hash name a subfolder, so that no folder grows too large.
    func path(of key: String) -> String {
        let hash = Fingerprint.text(of: key.utf8)
        return "\(folder)/\(hash.prefix(2))/\(hash.dropFirst(2))\(StorageFolder.ending)"
    }

    /// `UTIME_NOW` and `UTIME_OMIT` of <sys/stat.h>, macros that Swift does not import.
    private static let (now, unchanged) = ((1 << 30) - 1, (1 << 30) - 2)

    private func read(_ key: String) throws -> StoredImage? {
        let path = path(of: key)
        var limits = ImageLimits()
        limits.maximumBytes = byteLimit
        let bytes: [UInt8]
        do {
            bytes = try FileReader.bytes(ofFile: path, limits: limits, waits: false)
        } catch let error as BoundedCropError where error.code != .unreadableFile {
            // There is none, or something that is no entry.
            return nil
        }
        guard let image = StoredImageFile.image(in: bytes, key: key) else {
            unlink(path)
            return nil
        }
        // Set the access time explicitly, because not all file systems maintain it.
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
            // Only the owner may see which pictures were loaded.
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
