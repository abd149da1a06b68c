import BoundedCropRuntime
import TestSupport
import Testing

@testable import boundedcrop

@Suite struct PictureQueueTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func item(_ name: String, isClosed: Bool = true) -> PictureQueue.Item {
        PictureQueue.Item(entry: PictureEntry(file: scratch.path(name), relativePath: name), isClosed: isClosed)
    }

    private func stamp(_ name: String, _ count: Int = 1) throws -> FileStamp {
        try scratch.write(Array(repeating: 1, count: count), to: name)
        return try #require(FileStamp(scratch.path(name)))
    }

    @Test func `a picture that is named twice waits once, at its first place, and is closed if one of them says so`() {
        var queue = PictureQueue(limit: 9)
        for (name, isClosed) in [("a", true), ("b", false), ("a", false), ("b", true)] {
            let isAdded = queue.add(item(name, isClosed: isClosed))
            #expect(isAdded)
        }
        let (first, second, third) = (queue.next(), queue.next(), queue.next())
        #expect(first?.entry.name == "a" && first?.isClosed == true)
        #expect(second?.entry.name == "b" && second?.isClosed == true)
        #expect(third == nil)
    }

    @Test func `beyond the limit there is no room, but for one that waits already`() {
        var queue = PictureQueue(limit: 1)
        let (first, again, other) = (queue.add(item("a")), queue.add(item("a")), queue.add(item("b")))
        #expect(first && again && !other)
    }

    @Test func `what is named while it is in work is done once more`() throws {
        var queue = PictureQueue(limit: 9)
        let (picture, before) = (item("a"), try stamp("a"))
        let (first, second) = (queue.begin(picture, before), queue.begin(picture, before))
        #expect(first != nil && second == nil && !queue.isIdle)
        let end = queue.end(picture.entry, isFailed: false, before)
        #expect(!end.hasChanged && end.isRepeated && queue.isIdle)
        _ = queue.begin(picture, before)
        let changed = queue.end(picture.entry, isFailed: true, try stamp("a", 2))
        #expect(changed.hasChanged && changed.isRepeated)
    }

    @Test func `a picture that is found while it waits is done once, as it waited`() throws {
        var queue = PictureQueue(limit: 2)
        let waiting = item("a").entry.renewed(.always)
        _ = (queue.add(PictureQueue.Item(entry: waiting, isClosed: true)), queue.add(item("b")))
        let found = PictureQueue.Item(entry: waiting.renewed(.ifChanged), isClosed: true)
        let entry = queue.begin(found, try stamp("a"))
        #expect(entry?.renewal == .always)
        let (next, none) = (queue.next(), queue.next())
        #expect(next?.entry.name == "b" && none == nil)
        let end = queue.end(waiting, isFailed: false, FileStamp(waiting.path))
        #expect(!end.isRepeated)
    }

    @Test func `a picture that failed is tried again when it has changed, or when it is forgotten`() throws {
        var queue = PictureQueue(limit: 1)
        let (picture, before) = (item("a"), try stamp("a"))
        _ = queue.begin(picture, before)
        _ = queue.end(picture.entry, isFailed: true, before)
        let (same, changed) = (queue.begin(picture, before), queue.begin(picture, try stamp("a", 2)))
        #expect(same == nil && changed != nil)
        let now = try stamp("a", 2)
        _ = queue.end(picture.entry, isFailed: true, now)
        let (other, own) = (item("b"), try stamp("b"))
        _ = queue.begin(other, own)
        _ = queue.end(other.entry, isFailed: true, own)
        let forgotten = queue.begin(picture, now)
        #expect(forgotten != nil)
    }
}
