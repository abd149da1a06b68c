import Foundation
import PictureServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ProgressTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for number in 0..<6 { try scratch.add(Fixture.portrait, as: "in/\(number).png") }
    }

    private func transcript(_ line: String, environment: [String: String] = [:]) async throws -> (text: String, status: Int32) {
        let terminal = try Terminal()
        let running = try await Command.start(
            line.split(separator: " ").map(String.init),
            in: scratch.url,
            environment: environment,
            errors: terminal.line
        )
        let text = try await terminal.transcript()
        return (text, try await running.ended().status)
    }

    /// The terminal's last line after each piece of output: a carriage return and "erase to the end" start it again.
    private func sights(_ transcript: String) -> [String] {
        transcript.components(separatedBy: "\r\u{1B}[K").flatMap { $0.components(separatedBy: "\r\n") }
    }

    @Test(arguments: ["", "--verbose", "--json"]) func aTerminalShowsABarThatGrowsAndDisappears(_ options: String) async throws {
        let (text, status) = try await transcript("crop in --size 20x20 --no-bounding --output out \(options)")
        #expect(status == 0)
        let bars = sights(text).filter { $0.contains(" of 6") }
        for count in 0...6 { #expect(bars.contains { $0.contains(" \(count) of 6") }) }
        #expect(bars.first?.contains("█") == false && bars.last?.contains("░") == false)
        #expect(sights(text).last == "")
    }

    @Test func theBarStaysUntilTheNextStepWhenNothingIsPrinted() async throws {
        let (text, _) = try await transcript("crop in --size 20x20 --no-bounding --output out --jobs 1")
        // Only the end leaves the line empty; a bar erased as soon as it is drawn would not be visible.
        #expect(sights(text).filter(\.isEmpty).count == 2)
    }

    @Test func linesAboutFailuresAreSeparateFromBars() async throws {
        try scratch.write([], to: "in/3.png")
        let (text, status) = try await transcript("crop in --size 20x20 --no-bounding --output out")
        #expect(status == 1)
        #expect(sights(text).contains("boundedcrop: in/3.png: the file is empty"))
        #expect(sights(text).contains { $0.hasPrefix("boundedcrop: 5 done, 1 of 6 failed, ") })
    }

    @Test func onePictureNeedsNoBar() async throws {
        let (text, status) = try await transcript("crop in/0.png --size 20x20 --no-bounding --output out")
        #expect(status == 0 && text == "boundedcrop: out/0.png written\r\n")
        let (several, _) = try await transcript("crop in/0.png --size 20x20 --size 30 --no-bounding --overwrite --output out")
        #expect(several == "boundedcrop: out/0-20x20.png and 1 more written\r\n")
        #expect(try await transcript("crop in/0.png --size 20 --no-bounding --overwrite --output out --quiet").text.isEmpty)
    }

    @Test func aTerminalShowsThatNothingWasFound() async throws {
        try scratch.add(Fixture.black, as: "black.jpg")
        let (text, status) = try await transcript("detect black.jpg")
        #expect(status == 0 && text == "black.jpg: 0 found\r\n")
    }

    @Test func aPipeGetsNoBar() async throws {
        let outcome = try await scratch.boundedcrop("crop in --size 20x20 --no-bounding --output out")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    @Test func aListingIsCountedUntilItsEndIsKnown() async throws {
        let gate = ServerGate()
        let listing = try await FakeListing { number in (["\(number).png"], number < 2) }
        try listing.add("0.png", "1.png")
        let photo = try Fixture.bytes(Fixture.portrait)
        listing.server.serve("/photos/2.png") { _ in Answer.picture(photo).with { $0.gate = gate } }
        async let outcome = transcript("crop s3://photos/ --size 20x20 --no-bounding --output out", environment: listing.environment)
        await gate.arrivals(1)
        gate.open()
        let (text, status) = try await outcome
        #expect(status == 0)
        let shown = sights(text)
        #expect(shown.first { !$0.isEmpty } == "0 done")
        // After a second, the rate follows.
        #expect(shown.last { $0.contains("█") }?.contains(" 3 of 3") == true, "\(shown)")
    }
}
