import BoundedCrop
import BoundedCropRuntime
import CLibrary
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// Events that the kernel rarely sends.
@Suite(.timeLimit(.minutes(15))) struct WatchedPicturesTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func pictures(limit: Int = 100, whenCaughtUp: @escaping @Sendable (Int) -> Void = { _ in }) throws -> WatchedPictures {
        WatchedPictures(
            in: [scratch.path("in")],
            isRecursive: true,
            filter: InputFilter(),
            outputs: OutputNames(),
            watch: try FolderWatch(),
            limit: limit,
            whenCaughtUp: whenCaughtUp
        )
    }

    /// Adds a fixture that nobody has open for writing any more, as a process does that another test starts at the same moment.
    private func add(_ fixture: String, as name: String) async throws {
        try scratch.add(fixture, as: name)
        await until { FileWriters.areThere(for: scratch.path(name)) != true }
    }

    private func next(_ pictures: WatchedPictures) async throws -> PictureEntry { try #require(try await pictures.next()?.get()) }

    private let lost = FolderEvent(watch: -1, kinds: UInt32(IN_Q_OVERFLOW), name: "")

    @Test func `after lost events, everything is read again, without pictures that failed`() async throws {
        for name in ["in/a.png", "in/b.png"] { try await add(Fixture.portrait, as: name) }
        let pictures = try pictures()
        let (a, b) = (try await next(pictures), try await next(pictures))
        #expect(a.name == "a" && b.name == "b")
        #expect(pictures.end(a, .done) && pictures.end(b, .failed))
        pictures.add([lost])
        try await add(Fixture.portrait, as: "in/new/c.png")
        #expect(try await next(pictures).name == "a")
        #expect(try await next(pictures).name == "new/c")
    }

    @Test func `that a picture was skipped is said at the start, not after lost events`() async throws {
        try await add(Fixture.portrait, as: "in/a.png")
        let (caughtUp, catchUp) = AsyncStream<Int>.makeStream()
        let pictures = try pictures { catchUp.yield($0) }
        let a = try await next(pictures)
        #expect(pictures.end(a, .skipped))
        let waiting = Task { try await next(pictures) }
        #expect(await caughtUp.first { _ in true } == 1)
        pictures.add([lost])
        try await add(Fixture.portrait, as: "in/b.png")
        #expect(pictures.end(try await waiting.value, .skipped) == false)
    }

    @Test func `the start ends with the work on the last picture, not when the last is taken`() async throws {
        for name in ["in/a.png", "in/b.png"] { try await add(Fixture.portrait, as: name) }
        let (caughtUp, catchUp) = AsyncStream<Int>.makeStream()
        let pictures = try pictures { catchUp.yield($0) }
        let (a, b) = (try await next(pictures), try await next(pictures))
        let waiting = Task { try await pictures.next() }
        #expect(pictures.end(a, .skipped))
        #expect(pictures.end(b, .skipped))
        #expect(await caughtUp.first { _ in true } == 1)
        waiting.cancel()
        #expect(try await waiting.value == nil)
    }

    @Test func `more pictures than may wait are found by reading the folders`() async throws {
        try scratch.makeFolder("in")
        let pictures = try pictures(limit: 3)
        try await add(Fixture.portrait, as: "in/first.png")
        #expect(try await next(pictures).name == "first")
        for number in 0..<20 { try await add(Fixture.portrait, as: "in/\(number).png") }
        var names: Set<String> = []
        while names.count < 20 {
            let entry = try await next(pictures)
            names.insert(entry.name)
            #expect(pictures.end(entry, .done))
        }
        #expect(names == Set((0..<20).map { "\($0)" }))
    }

    @Test func `the failure of a picture that has changed meanwhile does not count, and it comes again`() async throws {
        try await add(Fixture.portrait, as: "in/a.png")
        let pictures = try pictures()
        let entry = try await next(pictures)
        try await add(Fixture.photo, as: "in/a.png")
        #expect(!pictures.end(entry, .failed))
        #expect(try await next(pictures).name == "a")
    }

    @Test func `a picture in work does not come before it is done, and then once`() async throws {
        for name in ["in/a.png", "in/b.png"] { try await add(Fixture.portrait, as: name) }
        let pictures = try pictures()
        let (a, b) = (try await next(pictures), try await next(pictures))
        for _ in 0..<5 { try await add(Fixture.photo, as: "in/a.png") }
        try await add(Fixture.portrait, as: "in/c.png")
        #expect(try await next(pictures).name == "c")
        #expect(pictures.end(a, .done))
        #expect(try await next(pictures).name == "a")
        #expect(pictures.end(b, .done))
        try await add(Fixture.portrait, as: "in/d.png")
        #expect(try await next(pictures).name == "d")
    }

    @Test func `cancelling ends every wait`() async throws {
        try scratch.makeFolder("in")
        let pictures = try pictures()
        let waits = (0..<4).map { _ in Task { try await pictures.next() == nil } }
        waits[0].cancel()
        for wait in waits { #expect(try await wait.value) }
    }

    @Test func `events of folders that are not watched and impossible names mean nothing`() async throws {
        try await add(Fixture.portrait, as: "in/a.png")
        let pictures = try pictures()
        #expect(try await next(pictures).name == "a")
        for watch in [-1, 0, 1, Int32.max] {
            for kinds in [UInt32(IN_CLOSE_WRITE), UInt32(IN_CREATE) | UInt32(IN_ISDIR), 0, UInt32(IN_MOVED_FROM) | UInt32(IN_ISDIR)] {
                for name in ["", "..", ".", "missing.png", "a\u{0}b.png"] {
                    pictures.add([FolderEvent(watch: watch, kinds: kinds, name: name)])
                }
            }
        }
        try await add(Fixture.portrait, as: "in/z.png")
        #expect(try await next(pictures).name == "z")
    }
}

@Suite struct FolderEventTests {
    private func bytes(_ watch: Int32, _ kinds: UInt32, length: UInt32, _ name: [UInt8]) -> [UInt8] {
        [UInt32(bitPattern: watch), kinds, 7, length].flatMap { number in withUnsafeBytes(of: number) { Array($0) } } + name
    }

    @Test func `events follow one another, with zeros after their names`() {
        let name = Array("a.jpg".utf8) + [0, 0, 0]
        let two = bytes(1, 8, length: 8, name) + bytes(-1, UInt32(IN_Q_OVERFLOW), length: 0, [])
        let expected = [FolderEvent(watch: 1, kinds: 8, name: "a.jpg"), FolderEvent(watch: -1, kinds: UInt32(IN_Q_OVERFLOW), name: "")]
        #expect(FolderEvent.events(in: two) == expected && expected[1].areLost)
    }

    @Test func `what is cut off is left out`() {
        let one = bytes(1, 8, length: 4, [97, 0, 0, 0])
        for count in 0..<one.count { #expect(FolderEvent.events(in: one.prefix(count)).isEmpty) }
        for count in one.count..<(2 * one.count) { #expect(FolderEvent.events(in: (one + one).prefix(count)).count == 1) }
        #expect(FolderEvent.events(in: bytes(1, 8, length: .max, [97])).isEmpty)
    }

    @Test func `names that are not UTF-8 are repaired, as in listings`() {
        #expect(FolderEvent.events(in: bytes(1, 8, length: 2, [0xE9, 0])).map(\.name) == ["\u{FFFD}"])
    }
}
