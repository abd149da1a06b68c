internal import BoundedCrop
import FoundationEssentials

/// An input of which nothing can be read, such as a folder without pictures.
struct InputFailure: Error {
    let path: String
    let error: BoundedCropError
    /// Whether this is a picture that was found, in a format that is not read, which is left out.
    var isLeftOut = false
}

/// The pictures that inputs name, found while they are asked for, so that a million of them need no more memory than one. Each iterator
/// finds them anew.
///
/// Files, URLs and objects are used as given. Of a folder, those files are used that look like pictures; of the objects below a prefix,
/// those that are named like pictures, in the order of the server.
struct PictureFiles: AsyncSequence, Sendable {
    typealias Element = Result<PictureEntry, InputFailure>

    let inputs: [String]
    /// Whether to look into the folders in folders too.
    let isRecursive: Bool
    let objects: ObjectStorage
    var filter = InputFilter()

    /// Whether any of the pictures are objects.
    var hasObjects: Bool { inputs.contains(where: ObjectStorage.isLocation) }

    func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The number of pictures, if no server has to be asked for it. Blocks.
    func localCount() -> Int? {
        let walk = FolderWalk(isRecursive: isRecursive, filter: filter)
        let named = NamedInputs(inputs, filter)
        var count = 0
        for input in inputs where named.reason(toLeaveOut: input) == nil {
            switch PictureInput(input) {
            case .objects: return nil
            case .folder:
                guard walk.start(input) == nil else { continue }
                while let found = walk.next() { count += found.isPicture ? 1 : 0 }
            case .standardInput, .file, .url, .object: count += 1
            }
        }
        return count
    }

    /// Whether there is more than one picture.
    func areMany() async -> Bool {
        var count = 0
        for await found in self where found.isPicture {
            count += 1
            if count > 1 { return true }
        }
        return false
    }

    /// The files that are named one by one and not left out. Blocks.
    var namedFiles: [String] {
        let named = NamedInputs(inputs, filter)
        return inputs.filter { PictureInput($0) == .file && named.reason(toLeaveOut: $0) == nil }
    }

    static func isNamedLikePicture(_ path: String) -> Bool {
        ImageFormat(fileName: path) != nil
    }

    struct Iterator: AsyncIteratorProtocol {
        private enum Place {
            case betweenInputs
            case folder
            case prefix(ObjectWalk)
        }

        private var inputs: ArraySlice<String>
        private var place = Place.betweenInputs
        private let files: PictureFiles
        private let walk: FolderWalk
        private let named: NamedInputs
        private var leftOutByName = InputFilter.Count()
        /// Folders on slow disks must not block Swift's threads.
        private let thread = WorkerPool(threadCount: 1)

        init(_ files: PictureFiles) {
            self.files = files
            inputs = files.inputs[...]
            walk = FolderWalk(isRecursive: files.isRecursive, filter: files.filter)
            named = NamedInputs(files.inputs, files.filter)
        }

        /// How many files were left out so far.
        var leftOut: InputFilter.Count { leftOutByName + walk.leftOut }

        /// The next picture, or an input of which nothing can be read; nil at the end, and when the task is cancelled.
        mutating func next() async -> PictureFiles.Element? {
            while !Task.isCancelled {
                switch place {
                case .folder:
                    if let found = await onThread({ Self.announced($0.next()) }) { return found }
                    place = .betweenInputs
                case .prefix(var walk):
                    // Its page of keys must have one owner, or it would be copied for each.
                    place = .betweenInputs
                    if let found = await walk.next() {
                        place = .prefix(walk)
                        return found
                    }
                case .betweenInputs:
                    guard let input = inputs.popFirst() else { return nil }
                    if let reason = named.reason(toLeaveOut: input) {
                        leftOutByName[keyPath: reason] += 1
                        continue
                    }
                    switch PictureInput(input) {
                    case .folder:
                        if let failure = await onThread({ $0.start(input) }) { return .failure(failure) }
                        place = .folder
                    case .objects:
                        place = .prefix(ObjectWalk(below: input, isRecursive: files.isRecursive, files.objects, filter: files.filter))
                    case .file:
                        return await onThread { _ in Self.announced(.success(PictureEntry(input: input))) }
                    case .standardInput, .url, .object:
                        return .success(PictureEntry(input: input))
                    }
                }
            }
            return nil
        }

        /// Lets the system read the file ahead.
        private static func announced(_ found: PictureFiles.Element?) -> PictureFiles.Element? {
            if case .success(let entry) = found { FileReader.announce(entry.path) }
            return found
        }

        /// Nil also if the task is cancelled.
        private func onThread<Value: Sendable>(_ body: @escaping @Sendable (FolderWalk) -> Value?) async -> Value? {
            try? await thread.run { [walk] _ in body(walk) }
        }
    }
}

extension PictureFiles.Element {
    var isPicture: Bool { if case .success = self { true } else { false } }
}

/// The inputs that are named one by one. A shell's `*.jpg` also names outputs of earlier runs.
struct NamedInputs: Sendable {
    private let filter: InputFilter
    /// How many files have a name, without its extension.
    private let names: [String: Int]

    init(_ inputs: [String], _ filter: InputFilter) {
        self.filter = filter
        let compares = filter.earlier != nil && inputs.count > 1
        names = compares ? inputs.reduce(into: [:]) { $0[PictureEntry(input: $1).name, default: 0] += 1 } : [:]
    }

    /// What is counted if an input is left out; nil if it is not. A file is only taken for an output of a picture that is an input, too.
    func reason(toLeaveOut input: String) -> WritableKeyPath<InputFilter.Count, Int>? {
        let kind = PictureInput(input)
        if kind == .file || kind == .object, filter.excludes(input) { return \.excluded }
        guard kind == .file, !names.isEmpty, let earlier = filter.earlier, let real = AtomicFile.realPath(input) else { return nil }
        let own = PictureEntry(input: input).name
        return earlier.names(of: real).contains { names[$0, default: 0] > ($0 == own ? 1 : 0) } ? \.earlier : nil
    }
}

/// Reads pictures from files and standard input, and loads them from URLs and object storage.
struct PictureSources: Sendable {
    let decoding: DecodingOptions
    /// Nil if there are no URLs.
    let downloads: Downloads?
    let objects: ObjectStorage
    /// Whether the regions in files beside pictures count.
    var readsSidecars = false

    /// Loads the picture of a URL or an object; nil for an input that is read by the job itself.
    func loaded(_ entry: PictureEntry) async throws -> ImageSource? {
        if entry.isObject {
            let bytes = try await objects.bytes(of: entry.path, limits: decoding.limits)
            return try await WorkerPool.shared.run(evenIfFull: true) { [decoding] _ in try ImageSource(bytes: bytes, options: decoding) }
        }
        guard entry.isURL, let downloads else { return nil }
        guard let url = URL(string: entry.path) else { throw BoundedCropError(.invalidURL, "this is not a URL") }
        return try await downloads.source(url)
    }

    /// Waits until loaded pictures are stored for the next run, and closes connections.
    func finish() async {
        await downloads?.finish()
        await objects.finish()
    }

    /// Reads the picture from a file or standard input. Blocks.
    func read(_ entry: PictureEntry, _ cancellation: Cancellation) throws -> ImageSource {
        guard entry.path == "-" else {
            var source = try ImageSource(contentsOfFile: entry.path, in: entry.folder, options: decoding)
            try UnreadPicture.check(source, at: entry.path)
            if readsSidecars { Sidecar.read(into: &source, of: entry.path) }
            return source
        }
        let bytes = try FileReader.bytes(fromDescriptor: 0, limits: decoding.limits, cancellation: cancellation)
        return try ImageSource(bytes: bytes, options: decoding)
    }
}

/// Pictures in formats that are known by their names, and not read. A run names them, so that nobody takes them for cropped.
enum UnreadPicture {
    /// The extension of such a picture in lowercase, such as `.cr3`; nil for other files.
    static func format(of path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let ending = path[dot...].lowercased()
        return endings.contains(ending) ? ending : nil
    }

    /// What is said of one, which is no failure of the run.
    static func failure(_ path: String, _ format: String) -> InputFailure {
        let message = "\(format) files cannot be read; \(ImageFormat.allCases.titles) can be read"
        return InputFailure(path: path, error: BoundedCropError(.unsupportedFormat, message), isLeftOut: true)
    }

    /// Throws `unsupportedFormat` for a file that is named as a RAW photo and is known only as a TIFF: that may be its small preview.
    static func check(_ source: ImageSource, at path: String) throws {
        guard source.header.format == .tiff, ImageFormat(fileName: path) == .raw else { return }
        let message = "this is named as a RAW photo, and has no values of a sensor that are known here; a TIFF is named .tif"
        throw BoundedCropError(.unsupportedFormat, message).about(path)
    }

    private static let endings: Set = [".exr", ".hdr", ".psb", ".psd", ".tga", ".xcf"]
}
