import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// `boundedcrop watch` is stopped at any time, and the next start continues.
@Suite(.timeLimit(.minutes(15))) struct WatchRestartTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends it with status 0 and a summary`(signal: Int32) async throws {
        try scratch.add(Fixture.portrait, as: "in/a.png")
        let watch = try await RunningWatch("in -o out", in: scratch)
        _ = try await watch.lines(1)
        _ = await watch.caughtUp()
        if signal == SIGINT { watch.running.interrupt() } else { watch.running.terminate() }
        #expect(try await watch.running.ended() == (0, false))
        #expect(await watch.rest().last == "boundedcrop: stopped after 1: 1 done")
    }

    /// What a start has come to.
    enum Moment: CaseIterable {
        /// The program may not even have been loaded.
        case started
        /// It is about to catch signals.
        case preparing
        case catching
        case cropping
    }

    @Test(arguments: Moment.allCases) func `a signal while it starts is not lost`(moment: Moment) async throws {
        for _ in 0..<4 {
            try scratch.add(Fixture.portrait, as: "in/a.png")
            let watch = try await RunningWatch("in -o out", in: scratch)
            let running = watch.running
            switch moment {
            case .started: break
            case .preparing: await until { running.has(SIGPIPE, in: "SigIgn") || running.hasEnded }
            case .catching: await until { running.has(SIGTERM, in: "SigCgt") || running.hasEnded }
            case .cropping: #expect(try await watch.lines(1).count == 1)
            }
            running.terminate()
            let end = try await running.ended()
            let mayBeUncaught = moment == .started || moment == .preparing
            #expect(end == (0, false) || mayBeUncaught && end == (SIGTERM, true))
        }
    }

    @Test func `the next start crops what came, changed or was moved meanwhile, and nothing else`() async throws {
        for name in ["kept", "changed", "replaced", "removed"] { try scratch.add(Fixture.portrait, as: "in/\(name).png") }
        try scratch.add(Fixture.portrait, as: "old.png")
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1000)]
        try FileManager.default.setAttributes(old, ofItemAtPath: scratch.path("old.png"))
        var watch = try await RunningWatch("in -o out", in: scratch)
        #expect(try await watch.outputs(4).count == 4)
        #expect(try await watch.stopped().isEmpty)

        try scratch.add("edges/noise_200x200.png", as: "in/changed.png")
        for name in ["replaced", "removed"] { try FileManager.default.removeItem(atPath: scratch.path("in/\(name).png")) }
        try scratch.move("old.png", to: "in/replaced.png")
        try scratch.add(Fixture.portrait, as: "in/new.png")
        try FileManager.default.removeItem(atPath: scratch.path("out/kept.png"))
        watch = try await RunningWatch("in -o out", in: scratch)
        #expect(try await watch.outputs(4) == ["out/kept.png", "out/changed.png", "out/new.png", "out/replaced.png"])
        _ = await watch.caughtUp()
        #expect(try await watch.stopped().isEmpty)

        watch = try await RunningWatch("in -o out", in: scratch)
        #expect(try await watch.lines(4).allSatisfy { $0.skipped != nil })
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `after it was killed, there are no half outputs, and the next start makes the rest`() async throws {
        let bytes = try Fixture.bytes(Fixture.photo)
        for number in 0..<40 { try scratch.write(bytes, to: "in/\(number).jpg") }
        let names = Set((0..<40).map { "out/\($0).jpg" })
        var done: Set<String> = []
        for count in [5, 15, 25, 40] {
            let watch = try await RunningWatch("in -o out", in: scratch)
            for line in try await watch.lines(count) { done.formUnion([line.output, line.skipped].compactMap(\.self)) }
            watch.running.kill()
            _ = try await watch.running.ended()
            for name in try scratch.files() where names.contains(name) {
                #expect(try scratch.picture(name).pixels().size == PixelSize(width: 30, height: 20))
            }
        }
        #expect(done == names)
    }

    @Test func `a reader that closes standard output ends it, and so does a full disk`() async throws {
        try scratch.add(Fixture.portrait, as: "in/a.png")
        let line = "watch in --size 9x9 --no-bounding -o out --json"
        #expect(try await scratch.shell("boundedcrop \(line) > /dev/full").status == 1)
        let piped = try await scratch.shell("{ boundedcrop \(line); echo $? >&2; } | true")
        #expect(piped.errors.contains("141"))
    }
}
