internal import BoundedCrop
internal import BoundedCropLoading
internal import CLibrary
// Declares stat first, as the compiler sees it here.
internal import Dispatch
internal import FoundationEssentials

/// Reads pictures in a folder, never outside it: paths are walked part by part, and links are not followed.
struct FolderSource: Sendable {
    let root: String
    /// File access may block, so it must not run on the event loops.
    let workers: WorkerPool
    let decoding: DecodingOptions
    /// Names files by their content, as other machines do; nil names them by what this machine's file system says of them.
    var contentNames: ContentNames?

    /// Throws `unreadableFile` if the folder is not there, is none, or cannot be read.
    func check() async throws {
        // The dot needs the permission to look into the folder, besides that to list it.
        try await workers.run { [root] _ in _ = close(try Self.open(root + "/.")) }
    }

    /// Identifies the file, without reading it if its content is known or not needed.
    ///
    /// Throws `fileNotFound`, `isDirectory`, `unreadableFile` and `sourceNotAllowed`.
    func find(_ path: String) async throws -> FoundPicture {
        try await workers.run { cancellation in
            try withFile(path) { descriptor, status in
                let version = "\(status.st_dev)-\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
                return FoundPicture(
                    identity: try contentNames?.name(of: version) { try bytes(descriptor, status, cancellation) } ?? version,
                    lastModified: Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)),
                    source: nil
                )
            }
        }
    }

    /// The picture that was found. Throws what `find` throws, what decoding a picture throws, and `pictureChanged` if the file was replaced
    /// since.
    ///
    /// Files that are named by what the file system says of them are not compared: such a name does not come back.
    func picture(_ path: String, _ found: FoundPicture?) async throws -> ImageSource {
        try await workers.run { cancellation in
            try withFile(path) { descriptor, status in
                let bytes = try bytes(descriptor, status, cancellation)
                if contentNames != nil, let found { try found.check(ImageSource.contentHash(of: bytes, decoding)) }
                return try ImageSource(bytes: bytes, options: decoding)
            }
        }
    }

    private func bytes(_ descriptor: Int32, _ status: stat, _ cancellation: Cancellation) throws -> [UInt8] {
        try decoding.limits.check(byteCount: Int(status.st_size))
        return try FileReader.bytes(
            fromDescriptor: descriptor,
            expecting: Int(status.st_size),
            limits: decoding.limits,
            cancellation: cancellation
        )
    }

    /// As in thumbor, the name is first tried as it is in the URL, then unescaped, then escaped as JavaScript's `encodeURIComponent` and
    /// Python's `quote` name the files that they save. Finally all are tried without a query, which has no meaning for a file.
    private func withFile<Result>(_ path: String, _ body: (Int32, stat) throws -> Result) throws -> Result {
        let plain = String(path.prefix { $0 != "?" })
        let names = (plain == path ? [path] : [path, plain]).flatMap { name -> [[UInt8]] in
            [Array(PercentEncoding.encoded(name).utf8), Array(name.utf8), PercentEncoding.decodedBytes(name)]
                + ["-_.!~*'()/", "-._~/"].map { Array(PercentEncoding.encoded(name, keeping: $0).utf8) }
        }
        var tried: Set<[UInt8]> = []
        for name in names where tried.insert(name).inserted {
            do {
                return try withFile(named: name, body)
            } catch let error as BoundedCropError where error.code == .fileNotFound {
                continue
            }
        }
        throw BoundedCropError(.fileNotFound, "there is no such picture")
    }

    private func withFile<Result>(named name: [UInt8], _ body: (Int32, stat) throws -> Result) throws -> Result {
        // A trailing slash would be a second name for the same file.
        guard !name.contains(0), name.last != UInt8(ascii: "/") else {
            throw BoundedCropError(.fileNotFound, "there is no such picture")
        }
        let parts = name.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
        guard !parts.contains("..") else {
            throw BoundedCropError(.sourceNotAllowed, "the path leads out of the picture folder")
        }
        var descriptor = try Self.open(root)
        for (index, part) in parts.enumerated() {
            let kind = index + 1 < parts.count ? O_DIRECTORY : O_NONBLOCK
            let next = openat(descriptor, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
            let code = errno
            close(descriptor)
            guard next >= 0 else { throw Self.failure(code) }
            descriptor = next
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return try body(descriptor, status)
        case S_IFDIR: throw BoundedCropError(.isDirectory, "this is a folder, not a picture")
        default: throw BoundedCropError(.sourceNotAllowed, "this is not a regular file")
        }
    }

    /// A descriptor of the picture folder. Throws `unreadableFile`.
    private static func open(_ root: String) throws -> Int32 {
        let descriptor = CLibrary.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BoundedCropError(.unreadableFile, "the picture folder cannot be read: \(SystemError.text(errno))")
        }
        return descriptor
    }

    private static func failure(_ code: Int32) -> BoundedCropError {
        switch code {
        case ENOENT, ENOTDIR, ENAMETOOLONG: BoundedCropError(.fileNotFound, "there is no such picture")
        case ELOOP: BoundedCropError(.sourceNotAllowed, "links are not followed")
        case ENXIO: BoundedCropError(.sourceNotAllowed, "this is not a regular file")
        default: BoundedCropError(.unreadableFile, "the picture cannot be read: \(SystemError.text(code))")
        }
    }
}
