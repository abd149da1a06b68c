import BoundedCrop
import BoundedCropVideo

/// The videos that inputs name: files as given, and of folders those that are named like videos, sorted by name. Hidden files are left out,
/// and so are outputs of earlier runs.
struct VideoFiles {
    /// The videos, and the folders in which there are none.
    private(set) var found: [PictureFiles.Element] = []
    /// How many outputs of earlier runs were left out.
    private(set) var earlierCount = 0

    /// Looks for the videos. Blocks.
    init(_ inputs: [String], isRecursive: Bool, template: OutputTemplate) {
        for input in inputs {
            guard AtomicFile.isDirectory(input) else {
                found.append(.success(PictureEntry(input: input)))
                continue
            }
            var (paths, visited): ([String], Set<String>) = ([], [])
            do {
                try Self.walk(input, of: input, below: "", isRecursive, &paths, &visited)
            } catch {
                found.append(.failure(InputFailure(path: input, error: error)))
                continue
            }
            let videos = paths.filter(VideoFormat.isNamedLikeVideo)
            let names = Set(videos.map { PictureEntry(file: "\(input)/\($0)", relativePath: $0).name })
            let folder = AtomicFile.realPath(template.folder.isEmpty ? "." : template.folder)
            var count = 0
            for video in videos {
                let path = input.hasSuffix("/") ? input + video : "\(input)/\(video)"
                let entry = PictureEntry(file: path, relativePath: video)
                if let folder, Self.isOutput(entry, in: folder, of: template, names) {
                    earlierCount += 1
                } else {
                    found.append(.success(entry))
                    count += 1
                }
            }
            if count == 0, videos.isEmpty {
                let hint = isRecursive ? "" : "; --recursive looks into the folders in it too"
                let error = BoundedCropError(.fileNotFound, "there are no videos in this folder\(hint)")
                found.append(.failure(InputFailure(path: input, error: error)))
            }
        }
    }

    /// Whether a video is named like an output of another one that is there.
    private static func isOutput(_ entry: PictureEntry, in folder: String, of template: OutputTemplate, _ names: Set<String>) -> Bool {
        guard let real = AtomicFile.realPath(entry.path), real.hasPrefix(folder + "/") else { return false }
        let below = String(real.dropFirst(folder.count + 1))
        return template.names(matching: below, endings: VideoFormat.endings).contains { $0 != entry.name && names.contains($0) }
    }

    /// - Parameter visited: The folders that were read: a link may lead back to one.
    private static func walk(
        _ folder: String,
        of root: String,
        below prefix: String,
        _ isRecursive: Bool,
        _ paths: inout [String],
        _ visited: inout Set<String>
    ) throws(BoundedCropError) {
        guard visited.insert(AtomicFile.realPath(folder) ?? folder).inserted else { return }
        guard let names = DirectoryListing.names(in: folder) else {
            throw BoundedCropError(.unreadableFile, "the folder \(prefix.isEmpty ? "" : prefix + " in it ")cannot be read")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            if AtomicFile.isDirectory(path) {
                guard isRecursive, !InputFilter().isLink(path, outOf: root) else { continue }
                try walk(path, of: root, below: prefix + name + "/", isRecursive, &paths, &visited)
            } else if !AtomicFile.isNoFile(path) {
                paths.append(prefix + name)
            }
        }
    }
}
