import BoundedCrop
import Synchronization

/// The pictures in folders: first those that are there, then those that come, without end.
///
/// Each folder is watched before it is read, so that nothing is missed between the two. Files that are still being written come when they
/// are closed. If the kernel or the queue here has no room for more events, all folders are read again.
final class WatchedPictures: Sendable {
    typealias Element = PictureFiles.Element

    private struct Start {
        let folder: String
        let root: String
        let prefix: String
    }

    private struct State {
        var walk: FolderWalk
        var starts: ArraySlice<Start> = []
        var queue: PictureQueue
        var failures: ArraySlice<InputFailure> = []
        var isCaughtUp = false
        var hasEnded = false
    }

    private enum Step {
        case found(Element), nothing, end
    }

    /// Beyond this, it is cheaper to read all folders again.
    private static let mostStarts = 1000

    private let roots: [String]
    private let isRecursive: Bool
    private let filter: InputFilter
    private let outputs: OutputNames
    private let folders: WatchedFolders
    private let whenCaughtUp: @Sendable (_ folders: Int) -> Void
    private let state: Mutex<State>
    /// Folders on slow disks must not block Swift's threads.
    private let thread = WorkerPool(threadCount: 1)

    /// - Parameters:
    ///   - roots: The folders, each named once.
    ///   - outputs: The outputs of this run, which are no pictures to take.
    ///   - limit: How many pictures may wait.
    ///   - whenCaughtUp: Called once, when all folders are watched and the work on all pictures that were there has ended.
    init(
        in roots: [String],
        isRecursive: Bool,
        filter: InputFilter,
        outputs: OutputNames,
        watch: FolderWatch,
        limit: Int = 10_000,
        whenCaughtUp: @escaping @Sendable (_ folders: Int) -> Void = { _ in }
    ) {
        (self.roots, self.isRecursive, self.filter, self.outputs) = (roots, isRecursive, filter, outputs)
        self.whenCaughtUp = whenCaughtUp
        folders = WatchedFolders(watch)
        let walk = FolderWalk(isRecursive: isRecursive, filter: filter, watched: folders)
        state = Mutex(State(walk: walk, starts: Self.starts(roots)[...], queue: PictureQueue(limit: limit)))
    }

    /// The next picture, or a folder that cannot be watched any more; nil when none is watched, after `limitExceeded`, and when the task of
    /// any caller is cancelled. Each picture is to be given to `end`.
    ///
    /// Throws an `ExitStatus` without a message if the reader of standard output has closed it.
    func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            do {
                return try await thread.run(evenIfFull: true) { [self] _ in try wait() }
            } catch is CancellationError {
                return nil
            }
        } onCancel: {
            state.withLock { $0.hasEnded = true }
            folders.watch.wake()
        }
    }

    /// What became of a picture.
    enum Ending { case done, skipped, failed }

    /// Ends the work on a picture.
    ///
    /// - Returns: Whether that is worth saying. The failure of a picture that has changed meanwhile is not, since it comes again, and neither
    ///   is that of one in whose place another one is read by now, and that a picture was skipped which has been cropped here before.
    func end(_ entry: PictureEntry, _ ending: Ending) -> Bool {
        let stamp = FileStamp(entry.path)
        let twin = twin(of: entry)
        let (hasChanged, isRepeated, isCaughtUp) = state.withLock { state in
            let end = state.queue.end(entry, isFailed: ending == .failed, stamp)
            // The last to be written is the one that counts.
            if let twin, ending == .done { add(PictureQueue.Item(entry: twin.renewed(.always), isClosed: true), &state) }
            if end.isRepeated { add(PictureQueue.Item(entry: entry.renewed(.always), isClosed: true), &state) }
            return (end.hasChanged, end.isRepeated, state.isCaughtUp)
        }
        if isRepeated || !isCaughtUp || twin != nil { folders.watch.wake() }
        return ending == .done || ending == .failed && !hasChanged && twin == nil || ending == .skipped && !isCaughtUp
    }

    /// Takes note of events.
    func add(_ events: [FolderEvent]) {
        state.withLock { state in
            for event in events { add(event, &state) }
        }
    }

    private func wait() throws -> Element? {
        while true {
            switch state.withLock({ step(&$0) }) {
            case .found(let found):
                if case .success(let entry) = found { FileReader.announce(entry.path) }
                return found
            case .end: return nil
            case .nothing: try folders.watch.wait()
            }
        }
    }

    private func step(_ state: inout State) -> Step {
        if state.hasEnded { return .end }
        readEvents(&state)
        if let failure = state.failures.popFirst() { return .found(.failure(failure)) }
        while let item = state.queue.next() {
            if let entry = begin(item, &state) { return .found(.success(entry)) }
        }
        while let found = walked(&state) {
            switch found {
            case .failure(let failure):
                if failure.error.code == .limitExceeded { state.hasEnded = true }
                return .found(found)
            case .success(let entry):
                let item = PictureQueue.Item(entry: entry.renewed(.ifChanged), isClosed: true)
                if !outputs.contains(entry.path), let entry = begin(item, &state) { return .found(.success(entry)) }
            }
        }
        guard folders.haveRoots else { return .end }
        if !state.isCaughtUp, state.queue.isIdle {
            state.isCaughtUp = true
            whenCaughtUp(folders.count)
        }
        return .nothing
    }

    private func readEvents(_ state: inout State) {
        while case let events = folders.watch.events(), !events.isEmpty {
            for event in events { add(event, &state) }
        }
    }

    /// The next that is found in a folder.
    private func walked(_ state: inout State) -> Element? {
        while true {
            if let found = state.walk.next() {
                if case .failure(let failure) = found, !AtomicFile.exists(failure.path) { continue }
                return found
            }
            guard let start = state.starts.popFirst() else { return nil }
            if !start.prefix.isEmpty { state.walk = FolderWalk(isRecursive: isRecursive, filter: filter, watched: folders) }
            let failure = state.walk.start(start.folder, in: start.root, below: start.prefix)
            if let failure, start.prefix.isEmpty || AtomicFile.exists(failure.path) { return .failure(failure) }
        }
    }

    /// The picture if there is work on it now.
    private func begin(_ item: PictureQueue.Item, _ state: inout State) -> PictureEntry? {
        let path = item.entry.path
        guard !UnfinishedFile.isNamed(path), twin(of: item.entry) == nil else { return nil }
        guard FileStamp(path) != nil else {
            // It is gone, unless it cannot be named, which is an error. Of a folder above that was moved, there is no event.
            for root in roots where !AtomicFile.isDirectory(root) { leave(root, &state) }
            return path.unicodeScalars.contains("\u{FFFD}") ? state.queue.begin(item, nil) : nil
        }
        guard UnfinishedFile.isComplete(path, isClosed: item.isClosed) else { return nil }
        // The kernel announces that a file was closed before its writer is gone. What it has announced so far about this file is seen by
        // the work that begins now; read later, it would be a second reason to crop the same picture.
        readEvents(&state)
        // Programs make an empty file first, to have the name.
        guard let stamp = FileStamp(path), stamp.size > 0 else { return nil }
        return state.queue.begin(item, stamp)
    }

    private func add(_ event: FolderEvent, _ state: inout State) {
        if event.areLost { return startAnew(&state) }
        guard let folder = folders[event.watch] else { return }
        if event.isGone {
            if folder.isRoot { leave(folder.path, &state) }
            if event.hasEnded { folders.forget(event.watch) }
            return
        }
        let (path, below) = (folder.path(of: event.name), folder.prefix + event.name)
        guard !event.name.isEmpty, !event.name.hasPrefix("."), !filter.excludes(below) else { return }
        if event.isFolder, event.isDeparture { _ = folders.remove(path) }
        if event.isFolder || event.isArrival && AtomicFile.isDirectory(path) {
            guard isRecursive, event.isArrival else { return }
            guard state.starts.count < Self.mostStarts else { return startAnew(&state) }
            state.starts.append(Start(folder: path, root: folder.root, prefix: below + "/"))
        } else if event.isArrival || event.isComplete, isPicture(event.name, in: folder) {
            let entry = PictureEntry(file: path, relativePath: below, in: filter.followsLinks ? nil : folder.root).renewed(.always)
            add(PictureQueue.Item(entry: entry, isClosed: event.isComplete), &state)
        } else if event.isComplete, let format = UnreadPicture.format(of: path) {
            state.failures.append(UnreadPicture.failure(path, format))
        }
    }

    private func add(_ item: PictureQueue.Item, _ state: inout State) {
        if !state.queue.add(item) { startAnew(&state) }
    }

    /// Reads all folders again.
    private func startAnew(_ state: inout State) {
        state.queue.removeAll()
        state.walk = FolderWalk(isRecursive: isRecursive, filter: filter, watched: folders)
        state.starts = Self.starts(roots)[...]
    }

    /// Ends watching a folder of the command line that is not where it was.
    private func leave(_ root: String, _ state: inout State) {
        guard folders.remove(root) else { return }
        let message = "the folder is no longer watched: it was removed, renamed or unmounted"
        state.failures.append(InputFailure(path: root, error: BoundedCropError(.fileNotFound, message)))
    }

    /// Whether a walk through the folder would find a picture of this name.
    private func isPicture(_ name: String, in folder: WatchedFolders.Folder) -> Bool {
        let path = folder.path(of: name)
        guard !outputs.contains(path), !filter.isLink(path, outOf: folder.root), FolderWalk.looksLikePicture(path),
            UnreadPicture.format(of: path) == nil || FolderWalk.isPicture(path)
        else { return false }
        return twin(of: name, in: folder) == nil && !isEarlier(name, in: folder)
    }

    private func names(in place: Substring, below root: String) -> [String] {
        DirectoryListing.names(in: root + "/" + place)?.sorted() ?? []
    }

    private func isEarlier(_ name: String, in folder: WatchedFolders.Folder) -> Bool {
        filter.isEarlierOutput(folder.realPath + "/" + name, named: name, below: folder.prefix) { names(in: $0, below: folder.root) }
    }

    /// The name of the picture beside a file that shows the same and is read in its place, as the folder is now.
    private func twin(of name: String, in folder: WatchedFolders.Folder) -> String? {
        // Looked up by name, not listed: folders of cameras have many thousands of files.
        let there = filter.namesOfTwins(of: name).filter { AtomicFile.exists(folder.path(of: $0)) }
        return filter.twin(of: name, in: there) { !filter.excludes(folder.prefix + $0) && !isEarlier($0, in: folder) }
    }

    /// The same of a picture that is known. It may have come after it.
    private func twin(of entry: PictureEntry) -> PictureEntry? {
        let name = entry.fileName
        guard filter.mayHaveTwin(name), let folder = folders.folder(of: entry.path, named: name) else { return nil }
        return twin(of: name, in: folder).map { twin in
            PictureEntry(file: folder.path(of: twin), relativePath: folder.prefix + twin, in: filter.followsLinks ? nil : folder.root)
        }
    }

    private static func starts(_ roots: [String]) -> [Start] { roots.map { Start(folder: $0, root: $0, prefix: "") } }
}
