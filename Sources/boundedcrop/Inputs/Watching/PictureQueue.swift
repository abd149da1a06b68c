import BoundedCrop

/// The pictures in watched folders that wait or are in work. One that is named several times waits once, and does not wait beside itself in
/// work, so that the last to be written is the newest.
struct PictureQueue {
    struct Item {
        let entry: PictureEntry
        /// Whether somebody has closed the file or moved it here, or it was found in a folder.
        let isClosed: Bool
    }

    /// Names are compared as bytes: those that look the same may be different files.
    private typealias Name = [UInt8]

    /// How many may wait. With more, all folders are walked through instead, which finds them one after the other.
    private let limit: Int
    private var order: ArraySlice<Name> = []
    private var waiting: [Name: Item] = [:]
    /// The pictures in work, as they were before.
    private var inWork: [Name: FileStamp?] = [:]
    /// Those in work that are to be done once more.
    private var repeated: [Name: Item] = [:]
    /// The pictures that failed, as they were.
    private var failed: [Name: FileStamp?] = [:]

    init(limit: Int) { self.limit = limit }

    /// Whether no picture is in work.
    var isIdle: Bool { inWork.isEmpty }

    /// Adds a picture at the end. Returns false if there is no room for it.
    mutating func add(_ item: Item) -> Bool {
        let name = Name(item.entry.path.utf8)
        let item = waiting[name].map { $0.isClosed ? $0 : item } ?? item
        guard waiting[name] != nil || waiting.count < limit else { return false }
        if waiting.updateValue(item, forKey: name) == nil { order.append(name) }
        return true
    }

    /// The first that waits.
    mutating func next() -> Item? {
        while let name = order.popFirst() {
            if let item = waiting.removeValue(forKey: name) { return item }
        }
        return nil
    }

    mutating func removeAll() { (order, waiting) = ([], [:]) }

    /// Takes a picture into work, unless it is, or has failed as it is now. It no longer waits.
    ///
    /// - Returns: The picture, as it waited if it did; nil if there is no work on it now.
    mutating func begin(_ item: Item, _ stamp: FileStamp?) -> PictureEntry? {
        let name = Name(item.entry.path.utf8)
        let item = waiting.removeValue(forKey: name) ?? item
        if inWork[name] != nil {
            repeated[name] = item
            return nil
        }
        if let before = failed[name], before == stamp { return nil }
        inWork[name] = .some(stamp)
        return item.entry
    }

    /// Ends the work on a picture.
    ///
    /// - Parameters:
    ///   - isFailed: Whether it failed.
    ///   - stamp: The file as it is now.
    /// - Returns: Whether it had changed meanwhile, and whether it is to be done once more.
    mutating func end(_ entry: PictureEntry, isFailed: Bool, _ stamp: FileStamp?) -> (hasChanged: Bool, isRepeated: Bool) {
        let name = Name(entry.path.utf8)
        let hasChanged = inWork.removeValue(forKey: name).map { $0 != stamp } ?? false
        let isRepeated = repeated.removeValue(forKey: name) != nil || hasChanged && stamp != nil
        failed[name] = nil
        if isFailed, !hasChanged {
            // Those that are forgotten may be reported once more.
            if failed.count >= limit { failed.removeAll() }
            failed[name] = .some(stamp)
        }
        return (hasChanged, isRepeated)
    }
}
