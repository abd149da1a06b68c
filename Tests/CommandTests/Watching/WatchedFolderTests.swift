import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// Folders that come and go while `boundedcrop watch` runs.
@Suite(.timeLimit(.minutes(15))) struct WatchedFolderTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
    }

    @Test func `new folders are watched with the pictures that are in them already`() async throws {
        let watch = try await RunningWatch("in -r -o out", in: scratch)
        _ = try await watch.lines(1)
        for name in ["moved/x.png", "moved/deep/er/y.png"] { try scratch.add(Fixture.portrait, as: name) }
        try scratch.move("moved", to: "in/moved")
        #expect(try await watch.names(["out/moved/x.png", "out/moved/deep/er/y.png"]))
        let made = try await scratch.shell(
            "for i in 1 2 3 4 5 6 7 8 9; do mkdir -p in/$i/b/c && cp in/a.png in/$i/b/c/ && cp in/a.png in/$i/; done"
        )
        #expect(made.status == 0)
        let outputs = Set((1...9).flatMap { ["out/\($0)/b/c/a.png", "out/\($0)/a.png"] })
        #expect(try await watch.names(outputs))
        try scratch.add(Fixture.portrait, as: "in/3/b/c/later.png")
        #expect(try await watch.names(["out/3/b/c/later.png"]))
        #expect(try await outputs.isSuperset(of: watch.stopped()))
    }

    @Test func `without --recursive, they are not`() async throws {
        let watch = try await RunningWatch("in -o out", in: scratch)
        _ = try await watch.lines(1)
        try scratch.add(Fixture.portrait, as: "in/sub/b.png")
        try scratch.add(Fixture.portrait, as: "in/c.png")
        #expect(try await watch.outputs(1) == ["out/c.png"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `folders may be renamed, removed and made again`() async throws {
        try scratch.add(Fixture.portrait, as: "in/one/deep/b.png")
        let watch = try await RunningWatch("in -r -o out", in: scratch)
        _ = try await watch.lines(2)
        try scratch.move("in/one", to: "in/two")
        #expect(try await watch.outputs(1) == ["out/two/deep/b.png"])
        try scratch.add(Fixture.portrait, as: "in/two/deep/c.png")
        #expect(try await watch.outputs(1) == ["out/two/deep/c.png"])
        try scratch.move("in/two", to: "away")
        try scratch.add(Fixture.portrait, as: "away/deep/d.png")
        try scratch.add(Fixture.portrait, as: "in/two/e.png")
        #expect(try await watch.outputs(1) == ["out/two/e.png"])
        try FileManager.default.removeItem(atPath: scratch.path("in/two"))
        try scratch.add(Fixture.portrait, as: "in/two/f.png")
        #expect(try await watch.outputs(1) == ["out/two/f.png"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `a folder that is reachable through links is watched once`() async throws {
        try scratch.add(Fixture.portrait, as: "in/sub/b.png")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/sub/loop"), withDestinationPath: scratch.path("in"))
        let watch = try await RunningWatch("in -r -o out --follow-links", in: scratch)
        #expect(try await watch.outputs(2) == ["out/a.png", "out/sub/b.png"])
        #expect(await watch.caughtUp().hasSuffix("watching 2 folders"))
        try scratch.add(Fixture.portrait, as: "other/c.png")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/link"), withDestinationPath: scratch.path("other"))
        #expect(try await watch.outputs(1) == ["out/link/c.png"])
        try scratch.add(Fixture.portrait, as: "in/sub/d.png")
        #expect(try await watch.outputs(1) == ["out/sub/d.png"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `a folder of the command line that goes away is an error, and the others are still watched`() async throws {
        try scratch.add(Fixture.portrait, as: "more/b.png")
        let watch = try await RunningWatch("in more -o out", in: scratch)
        _ = try await watch.lines(2)
        _ = await watch.caughtUp()
        try FileManager.default.removeItem(atPath: scratch.path("in"))
        let line = try #require(try await watch.lines(1).first)
        #expect(line.file == "in" && line.error?.contains("removed, renamed or unmounted") == true)
        try scratch.add(Fixture.portrait, as: "more/c.png")
        #expect(try await watch.outputs(1) == ["out/c.png"])
        try scratch.move("more", to: "less")
        #expect(try await watch.lines(2).map(\.file) == ["more"])
        #expect(try await watch.running.ended() == (1, false))
    }

    @Test func `a folder above a watched one that is moved is noticed by the next picture`() async throws {
        try scratch.add(Fixture.portrait, as: "above/in/a.png")
        let watch = try await RunningWatch("above/in -o out", in: scratch)
        _ = try await watch.lines(1)
        _ = await watch.caughtUp()
        try scratch.move("above", to: "elsewhere")
        try scratch.add(Fixture.portrait, as: "elsewhere/in/b.png")
        #expect(try await watch.lines(2).map(\.file) == ["above/in"])
        #expect(try await watch.running.ended() == (1, false))
    }

    @Test func `a folder that is missing at the start is an error, and so is one that cannot be read`() async throws {
        let outcome = try await scratch.boundedcrop("watch missing --size 9x9 -o out")
        #expect(outcome.status == 1 && outcome.errors.contains("missing: "))
    }

    @Test(arguments: ["watches", "instances"]) func `the system's limits are named`(limit: String) async throws {
        for name in ["in/b/c.png", "in/d/e.png"] { try scratch.add(Fixture.portrait, as: name) }
        let file = "/proc/sys/user/max_inotify_\(limit)"
        let number = limit == "watches" ? 2 : 0
        let line = "unshare -Ur sh -c 'echo \(number) > \(file) || exit 99; \"$BOUNDEDCROP\" watch in -r --size 9x9 -o out'"
        let outcome = try await scratch.shell(line)
        // Not every system lets users have limits of their own.
        guard outcome.status != 99, !outcome.errors.contains("unshare") else { return }
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("/proc/sys/fs/inotify/max_user_\(limit)"), "\(outcome.errors)")
    }
}
