import BoundedCrop
import CLibrary

/// Which of the pictures that inputs name are left out.
struct InputFilter: Sendable {
    /// Nil to take them as any other picture.
    var earlier: EarlierOutputs?
    /// Patterns of a shell. One with a slash is for the path below the input, others for each name in it.
    var excluded: [String] = []
    /// Whether links that lead out of a folder are followed where its subfolders are read, or where it is watched.
    var followsLinks = false
    /// Whether a RAW photo is read rather than the JPEG that the camera wrote beside it.
    var prefersRaw = false
    /// Knows the folders that hold nothing but outputs; nil to take them as any other.
    var state = try? StateFolder(nil, environment: Environment.variables)

    /// How many files were left out.
    struct Count: Sendable {
        var excluded = 0
        /// Outputs of earlier runs.
        var earlier = 0
        /// Folders of outputs of earlier runs.
        var outputFolders = NamedCount()
        /// Files in folders that are no pictures.
        var others = 0
        /// RAW photos with a JPEG of the same name, or those JPEGs: they are one picture.
        var paired = 0
        /// Links that lead out of the requested folder.
        var links = 0
        /// Folders in a folder of which only the files are read.
        var folders = NamedCount()
        /// How many of the others are pictures in a format that is not read, by its name.
        var unread: [String: Int] = [:]

        /// How many files were left out in all. A folder is none.
        var fileCount: Int { excluded + earlier + others + paired + links }

        static func + (left: Self, right: Self) -> Self {
            Self(
                excluded: left.excluded + right.excluded,
                earlier: left.earlier + right.earlier,
                outputFolders: left.outputFolders + right.outputFolders,
                others: left.others + right.others,
                paired: left.paired + right.paired,
                links: left.links + right.links,
                folders: left.folders + right.folders,
                unread: left.unread.merging(right.unread) { $0 + $1 }
            )
        }
    }

    /// A number of files or folders, with the names of the first of them.
    struct NamedCount: Sendable {
        private(set) var count = 0
        private var first: [String] = []
        private static let mostNamed = 5

        mutating func add(_ path: String) {
            count += 1
            if first.count < Self.mostNamed { first.append(path) }
        }

        static func + (left: Self, right: Self) -> Self {
            var sum = left
            sum.count += right.count
            sum.first = Array((left.first + right.first).prefix(mostNamed))
            return sum
        }

        /// The names, and how many have none.
        var names: String { first.map(\.printable).listed(Self.mostNamed, of: count) }
    }

    /// Whether a pattern excludes a file or a folder with all that is in it.
    func excludes(_ path: String) -> Bool {
        excluded.contains { pattern in
            let name = pattern.contains("/") ? path : path.split(separator: "/").last.map(String.init) ?? path
            return fnmatch(pattern, name, 0) == 0
        }
    }

    /// The name of the picture beside a file that shows the same and is read in its place; nil if there is none.
    ///
    /// - Parameters:
    ///   - names: The sorted names in the folder.
    ///   - counts: Whether a picture of this name is not left out for another reason.
    func twin(of name: String, in names: [String], where counts: (String) -> Bool) -> String? {
        guard mayHaveTwin(name) else { return nil }
        return Self.pictures(named: name[..<(name.lastIndex(of: ".") ?? name.endIndex)], in: names).first { other in
            guard let format = ImageFormat(fileName: other), Self.ofCameras.contains(format) else { return false }
            return (format == .raw) == prefersRaw && counts(other)
        }
    }

    /// The sorted names that such a picture would have, with extensions as cameras and programs write them: `cr3`, `CR3` or `Cr3`.
    func namesOfTwins(of name: String) -> [String] {
        guard mayHaveTwin(name) else { return [] }
        let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
        let extensions = Self.ofCameras.filter { ($0 == .raw) == prefersRaw }.flatMap(\.fileExtensions)
        return extensions.flatMap { [$0, $0.uppercased(), $0.prefix(1).uppercased() + $0.dropFirst()] }.map { "\(stem).\($0)" }.sorted()
    }

    /// Whether a picture beside a file of this name may be read in its place.
    func mayHaveTwin(_ name: String) -> Bool {
        ImageFormat(fileName: name).map { Self.ofCameras.contains($0) && ($0 == .raw) != prefersRaw } ?? false
    }

    /// Whether a file is left out where another one is there: they show the same.
    static func leavesOut(_ path: String, for other: String, prefersRaw: Bool) -> Bool {
        func stem(_ path: String) -> Substring { path[..<(path.lastIndex(of: ".") ?? path.endIndex)] }
        guard stem(path).utf8.elementsEqual(stem(other).utf8), let own = ImageFormat(fileName: path),
            let read = ImageFormat(fileName: other),
            ofCameras.isSuperset(of: [own, read])
        else { return false }
        return (own == .raw) != prefersRaw && (read == .raw) == prefersRaw
    }

    /// What cameras write at once.
    static let ofCameras: Set<ImageFormat> = [.raw, .jpeg, .heic]

    /// Whether a path is a link that leads out of a folder, and links that do are not followed.
    func isLink(_ path: String, outOf root: String) -> Bool {
        var status = stat()
        guard !followsLinks, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }
        guard let target = AtomicFile.realPath(path), let folder = AtomicFile.realPath(root) else { return true }
        return !(target + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Whether a file is named as an output of another picture that is below the requested folder.
    ///
    /// - Parameters:
    ///   - realPath: The real path of the file.
    ///   - prefix: The path from the requested folder to the folder of the file, with a slash at its end.
    ///   - names: The sorted names in a folder, given by its path below the requested one.
    func isEarlierOutput(_ realPath: String, named name: String, below prefix: String, names: (Substring) -> [String]) -> Bool {
        for source in earlier?.names(of: realPath) ?? [] {
            let slash = source.lastIndex(of: "/").map(source.index(after:)) ?? source.startIndex
            let folder = source[..<slash]
            if Self.hasPicture(named: source[slash...], in: names(folder), besides: folder == prefix ? name : nil) { return true }
        }
        return false
    }

    /// Whether sorted names have a picture of this name with any extension, besides a file.
    private static func hasPicture(named name: Substring, in names: [String], besides file: String?) -> Bool {
        pictures(named: name, in: names).contains { $0 != file }
    }

    /// The sorted names that are those of pictures of this name, with any extension.
    private static func pictures(named name: Substring, in names: [String]) -> some Sequence<String> {
        let start = name + "."
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < start { low = middle + 1 } else { high = middle }
        }
        return names[low...].lazy.prefix { $0.hasPrefix(start) }.filter { other in
            PictureFiles.isNamedLikePicture(other) && !other.dropFirst(start.count).contains(".")
        }
    }
}
