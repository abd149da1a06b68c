import BoundedCrop
import Synchronization

/// Tracks which picture each output of a run belongs to, so that no two write the same file.
final class OutputNames: Sendable {
    private struct State {
        /// The first outputs, as bytes, with their pictures: names that look the same may be different files.
        var sources: [[UInt8]: String] = [:]
        /// The fingerprints of all others, with those of their pictures: of a million outputs, the names would take hundreds of megabytes.
        /// That two of a million are the same by chance, so that one is refused, has a probability below one in ten million.
        var others: [UInt64: UInt64] = [:]
        /// The fingerprints of the files that this run has written, and of the real paths of the pictures that it reads.
        var written: Set<UInt64> = []
        var inputs: Set<UInt64> = []
    }

    private let namedCount: Int
    private let isRepeatable: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - namedCount: How many outputs are remembered with their pictures.
    ///   - isRepeatable: Whether a picture may write its output again, and another one may take the place of a picture that is gone.
    init(namedCount: Int = 10_000, isRepeatable: Bool = false) {
        (self.namedCount, self.isRepeatable) = (namedCount, isRepeatable)
    }

    /// Whether the path is an output of this run. Those that turn up in a folder or a listing are no inputs.
    func contains(_ path: String) -> Bool {
        state.withLock { state in
            state.sources[Array(path.utf8)] != nil || !state.others.isEmpty && state.others[Self.fingerprint(path)] != nil
        }
    }

    /// Notes a picture that this run reads. Its file is not replaced. Blocks.
    func read(_ entry: PictureEntry) {
        guard !entry.isObject, !entry.isURL, let real = EarlierOutputs.realPath(entry.path) else { return }
        state.withLock { _ = $0.inputs.insert(Self.fingerprint(real)) }
    }

    /// Whether a real path is that of a picture that this run reads and has not written.
    func isInput(_ realPath: String) -> Bool { state.withLock { $0.inputs.contains(Self.fingerprint(realPath)) } }

    /// Notes that this run has written a file.
    func wrote(_ path: String) { state.withLock { _ = $0.written.insert(Self.fingerprint(path)) } }

    /// Whether this run has written the file.
    func isWritten(_ path: String) -> Bool { state.withLock { $0.written.contains(Self.fingerprint(path)) } }

    private static func fingerprint(_ path: String) -> UInt64 {
        SHA256.hash(of: path.utf8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// Throws `fileExists` if another picture has this path.
    func claim(_ path: String, for source: String) throws {
        let other: String? = state.withLock { state in
            let key = Array(path.utf8)
            if let known = state.sources[key], !isRepeatable || known != source && AtomicFile.exists(known) { return known }
            if state.sources[key] != nil || state.sources.count < namedCount {
                state.sources[key] = source
                return nil
            }
            let (output, own) = (Self.fingerprint(path), Self.fingerprint(source))
            guard let known = state.others[output] else {
                state.others[output] = own
                return nil
            }
            return isRepeatable && known == own ? nil : "another input"
        }
        if let other {
            throw BoundedCropError(
                .fileExists,
                "\(path) is already made of \(other): give the inputs different names, or run once for each"
            )
        }
    }
}
