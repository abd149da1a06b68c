import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

/// Listings that no good server sends.
@Suite(.timeLimit(.minutes(15))) struct ObjectListingTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func boundedcrop(_ line: String, _ listing: FakeListing) async throws -> Command.Outcome {
        try await Command.run(line.split(separator: " ").map(String.init), in: scratch.url, environment: listing.environment)
    }

    @Test func allPagesAreReadInTheirOrder() async throws {
        let listing = try await FakeListing { number in (["\(number)a.png", "\(number)b.txt", "\(number)c.png"], number < 4) }
        for number in 0...4 { try listing.add("\(number)a.png", "\(number)c.png") }
        let outcome = try await boundedcrop("crop s3://photos/ --size 20x20 --no-bounding --json -o out --jobs 4", listing)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let expected = (0...4).flatMap { ["s3://photos/\($0)a.png", "s3://photos/\($0)c.png"] }
        #expect(try outcome.decoded(CropLine.self).map(\.file) == expected)
    }

    @Test func `objects below the prefix of the outputs are no inputs`() async throws {
        let listing = try await FakeListing { _ in (["a.png", "thumbs/a.png", "thumbsup.png"], false) }
        try listing.add("a.png", "thumbs/a.png", "thumbsup.png")
        let line = "crop s3://photos/ -r --size 9x9 --no-bounding --json --plan -o"
        let inside = try await boundedcrop("\(line) s3://photos/thumbs/", listing)
        #expect(try inside.objects().map { $0["file"] as? String } == ["s3://photos/a.png", "s3://photos/thumbsup.png"])
        let beside = try await boundedcrop("\(line) s3://photos/{name}-{width}.{ext}", listing)
        #expect(try beside.objects().count == 3)
    }

    @Test func aBucketThatVanishesInTheMiddleCostsOnlyTheRest() async throws {
        let listing = try await FakeListing { number in number < 2 ? (["\(number).png"], true) : nil }
        try listing.add("0.png", "1.png")
        try scratch.add(Fixture.portrait, as: "last.png")
        let outcome = try await boundedcrop("crop s3://photos/ last.png --size 20x20 --no-bounding --json -o out", listing)
        #expect(outcome.status == 1 && outcome.errorLines.last == "boundedcrop: 1 of 4 failed")
        #expect(try scratch.files() == ["last.png", "out/0.png", "out/1.png", "out/last.png"])
        let files = try outcome.objects().map { $0["file"] as? String }
        #expect(files == ["s3://photos/0.png", "s3://photos/1.png", "s3://photos/", "last.png"])
        #expect(try outcome.errorCodes() == ["fileNotFound"])
    }

    @Test(arguments: [
        "../out.png", "a/../../out.png", "/../../out.png", "..//out.png", "a/\u{301}/../../../out.png", ".../out.png", "a/./out.png",
    ])
    func noKeyLeadsOutOfTheFolder(key: String) async throws {
        let listing = try await FakeListing { _ in ([key, "fine.png"], false) }
        try listing.add("fine.png", key)
        try scratch.makeFolder("deep/er")
        let outcome = try await Command.run(
            ["crop", "s3://photos/", "--recursive", "--size", "20x20", "--no-bounding", "-o", "{name}.{ext}"],
            in: scratch.url.appendingPathComponent("deep/er"),
            environment: listing.environment
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.files() == ["deep/er/fine.png"])
    }

    @Test(arguments: [("/etc/out.png", "etc/out.png"), ("a//b.png", "a/b.png"), ("a\u{1B}[2Jb.png", "a-[2Jb.png")])
    func namesAreMadeHarmless(key: String, file: String) async throws {
        let listing = try await FakeListing { _ in ([key], false) }
        try listing.add(key)
        listing.server.serve("/photos/\(PercentEncoding.encoded(key))", .picture(try Fixture.bytes(Fixture.portrait)))
        let outcome = try await boundedcrop("crop s3://photos/ --recursive --size 20x20 --no-bounding -o {name}.{ext}", listing)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.files() == [file])
    }

    @Test func oneFailedUploadDoesNotStopTheOthers() async throws {
        let listing = try await FakeListing { _ in (["a.png", "b.png", "c.png"], false) }
        try listing.add("a.png", "b.png", "c.png")
        for name in ["a-20", "a-30", "b-20", "b-30", "c-20", "c-30"] {
            listing.server.serve("/crops/\(name).png", name == "b-20" ? Answer(status: 403) : Answer())
        }
        let outcome = try await boundedcrop(
            "crop s3://photos/ --size 20x20 --size 30x20 --no-bounding --json -o s3://crops/{name}-{width}.{ext}",
            listing
        )
        #expect(outcome.status == 1 && outcome.errorLines.count == 2 && outcome.errorLines.last == "boundedcrop: 1 of 3 failed")
        #expect(outcome.errors.contains("s3://crops/b-20.png was not written: the object storage denies access"))
        #expect(try outcome.outputs() == ["a-20", "a-30", "b-30", "c-20", "c-30"].map { "s3://crops/\($0).png" })
        let conditions = listing.server.requests().filter { $0.method == "PUT" }.map { $0.headers["if-none-match"] }
        #expect(conditions.allSatisfy { $0 == "*" } && conditions.count >= 6)
    }

    @Test func aLongListingNeedsNoMoreMemoryThanAShortOne() async throws {
        let folder = String(repeating: "a-folder-of-many/", count: 25)
        var peaks: [Int] = []
        for pages in [2, 60] {
            let listing = try await FakeListing { number in
                ((0..<999).map { "\(folder)\(number)-\($0).txt" } + ["\(number).png"], number + 1 < pages)
            }
            try listing.add((0..<pages).map { "\($0).png" })
            let line = "crop s3://photos/ --recursive --size 20x20 --no-bounding --jobs 1 --output out-\(pages)"
            peaks.append(try await peak(line, listing))
            #expect(try scratch.files().count { $0.hasPrefix("out-\(pages)/") } == pages)
        }
        // The bytes of 60,000 keys alone would take 26,000.
        #expect(peaks[1] - peaks[0] < 16_000, "\(peaks) kB")
    }

    /// The most memory that the command needs, in kB.
    private func peak(_ line: String, _ listing: FakeListing) async throws -> Int {
        guard let executable = Command.executable else { throw Command.NotBuilt() }
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let outcome = try await Command.run(
            ["-c", script, executable.path] + line.split(separator: " ").map(String.init),
            in: scratch.url,
            executable: URL(fileURLWithPath: "/usr/bin/python3"),
            environment: listing.environment
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(Int(outcome.lines.last ?? ""))
    }
}
