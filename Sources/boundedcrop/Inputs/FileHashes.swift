import BoundedCrop
import Synchronization

/// The SHA-256 of files, each read once as long as it stays as it is.
final class FileHashes: Sendable {
    /// The contents of the files with one ending in a folder.
    private struct Contents {
        var stamp: FileStamp?
        /// The names of those that were read.
        var known: Set<String> = []
        /// Their names, by the SHA-256 of their bytes.
        var names: [String: [String]] = [:]
    }

    /// Each of the file as it was then.
    private let hashes = Mutex<[String: (stamp: FileStamp?, hash: String)]>([:])
    /// What is beside files that have other content than was expected, by folder and ending.
    private let contents = Mutex<[String: Contents]>([:])

    /// The SHA-256 of a file, which is read for it anew only when it has changed.
    func hash(of path: String, reading: () throws -> String) rethrows -> String {
        let stamp = FileStamp(path)
        if let known = hashes.withLock({ $0[path] }), known.stamp == stamp { return known.hash }
        let hash = try reading()
        hashes.withLock { $0[path] = (stamp, hash) }
        return hash
    }

    /// Another file with some content and the same ending, in the folder of a file; nil if there is none. All of these are read for that once.
    func holder(of content: String, beside file: String) -> String? {
        guard file.hasPrefix("/") else { return nil }
        let folder = SourcePlaces.directory(of: file)
        func ending(_ name: some StringProtocol) -> String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }
        let own = ending(file)
        return contents.withLock { known in
            var contents = known[folder + own] ?? Contents()
            let stamp = FileStamp(folder)
            if stamp != contents.stamp || stamp == nil {
                contents.stamp = stamp
                for name in DirectoryListing.names(in: folder) ?? [] where ending(name) == own && contents.known.insert(name).inserted {
                    if let hash = hash(ofFile: folder + name) { contents.names[hash, default: []].append(name) }
                }
                known[folder + own] = contents
            }
            // It may have been changed or moved since.
            return contents.names[content]?.map { folder + $0 }.sorted().first { $0 != file && hash(ofFile: $0) == content }
        }
    }

    /// The SHA-256 of a file that may be a picture; nil if it cannot be read.
    func hash(ofFile path: String) -> String? {
        guard path.hasPrefix("/"), !AtomicFile.isNoFile(path) else { return nil }
        return try? hash(of: path) { Hexadecimal.text(try SHA256.hash(ofFile: path)) }
    }
}
