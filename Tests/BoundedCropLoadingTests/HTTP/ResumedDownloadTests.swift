import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Interrupted downloads are resumed.
@Suite(.timeLimit(.minutes(15))) struct ResumedDownloadTests {
    private let server: PictureServer
    private let clock = ManualClock()
    private static let whole = Answer.picture(Fixture.photo, entityTag: "\"1\"").with { $0.sendsRanges = true }
    private static let cut = whole.with { $0.cut = 20_000 }

    init() async throws {
        server = try await PictureServer()
    }

    /// Loads the picture, letting this many pauses pass.
    private func load(_ path: String = "/a", pauses: Int = 1) async throws -> PixelBuffer {
        let loader = ImageLoader.testing(clock: clock)
        let task = Task { try await loader.image(for: ImageRequest(server.url(path))) }
        for _ in 0..<pauses { clock.advance(by: await clock.sleeper { $0 < .seconds(60) }) }
        return try await task.value
    }

    /// The offset at which each request for a path began. How much arrives before a cut depends on the network.
    private func starts(_ path: String = "/a") -> [Int?] {
        server.requests(path).map { $0.headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } }
    }

    private let photo = try? ImageSource(bytes: Fixture.photo).pixels()

    @Test func onlyTheRestIsRequested() async throws {
        server.serve("/a", Self.cut, Self.whole)
        #expect(try await load() == photo)
        #expect(starts().first == .some(nil))
        #expect((1...20_000).contains(try #require(starts()[1])))
        #expect(server.requests()[1].headers["if-range"] == "\"1\"")
    }

    @Test func severalInterruptionsAddUp() async throws {
        server.serve("/a", Self.cut, Self.cut, Self.whole)
        #expect(try await load(pauses: 2) == photo)
        #expect(try #require(starts()[2]) > #require(starts()[1]))
    }

    @Test func aPictureThatHasChangedIsLoadedWhole() async throws {
        server.serve("/a", Self.cut.with { $0.body = Fixture.photo.reversed() }, Self.whole.with { $0.headers["etag"] = "\"2\"" })
        #expect(try await load() == photo)
        #expect(server.requests()[1].headers["range"] != nil)
    }

    @Test func aServerWithoutRangesSendsTheWholePicture() async throws {
        server.serve("/a", Self.cut, Self.whole.with { $0.sendsRanges = false })
        #expect(try await load() == photo)
    }

    @Test(arguments: [nil, "W/\"1\""]) func withoutAStrongValidatorTheDownloadStartsOver(_ tag: String?) async throws {
        server.serve("/a", Self.cut.with { $0.headers["etag"] = tag }, Self.whole)
        #expect(try await load() == photo)
        #expect(server.requests().map { $0.headers["range"] } == [nil, nil])
    }

    @Test func lastModifiedIsAValidatorToo() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let whole = Answer.picture(Fixture.photo, lastModified: date).with { $0.sendsRanges = true }
        server.serve("/a", whole.with { $0.cut = 20_000 }, whole)
        #expect(try await load() == photo)
        #expect(server.requests()[1].headers["if-range"] == date)
    }

    @Test func downloadsResumeAfterARedirect() async throws {
        server.serve("/a", .redirect("/b"))
        server.serve("/b", Self.cut, Self.whole)
        #expect(try await load() == photo)
        #expect(starts("/b").count == 2)
        #expect(starts("/b").last != .some(nil))
    }

    @Test func downloadsResumeAfterAnInterveningServerError() async throws {
        server.serve("/a", Self.cut, Answer(status: 503), Self.whole)
        #expect(try await load(pauses: 2) == photo)
        #expect(starts()[1] != nil)
        #expect(starts()[2] == starts()[1])
    }

    @Test func aRangeOtherThanTheRequestedOneIsNotUsed() async throws {
        let wrong = Answer(status: 206, headers: ["content-range": "bytes 100-199/61306", "etag": "\"1\""], body: [1, 2, 3])
        server.serve("/a", Self.cut, wrong, Self.whole)
        #expect(try await load(pauses: 2) == photo)
        #expect(starts()[1] != nil)
        #expect(starts()[2] == nil)
    }

    /// Fields of a second response that contradict the first; S stands for the offset at which it begins.
    static let misfits: [[String: String]] = [
        ["etag": "\"2\""], ["etag": "W/\"1\""], ["etag": ""],
        ["content-range": "bytes S-61305/61307"], ["content-range": "bytes S-61304/61306"], ["content-range": "bytes S-61306/61307"],
        ["content-range": "bytes S-99999/*"], ["content-range": "bytes S-61305/"], ["content-range": "bytes S-/61306"],
        ["content-range": "bytes S-9223372036854775806/9223372036854775807"], ["content-range": "bytes S-9223372036854775807/*"],
        ["content-range": "bytes S-61305/9223372036854775808"], ["content-range": ""],
    ]

    /// RFC 9110, 15.3.7.3.
    @Test(arguments: misfits) func aRestOfAnotherRepresentationIsNotAppended(_ fields: [String: String]) async throws {
        server.serve("/a") { request in
            guard request.index == 1 else { return request.index == 0 ? Self.cut : Self.whole }
            let start = String(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "")
            var answer = Answer(status: 206, headers: ["etag": "\"1\"", "content-range": "bytes \(start)-61305/61306"])
            for (name, value) in fields { answer.headers[name] = value.isEmpty ? nil : value.replacingOccurrences(of: "S", with: start) }
            answer.body = Array(Fixture.photo[(Int(start) ?? 0)...])
            return answer
        }
        #expect(try await load(pauses: 2) == photo)
        #expect(starts()[1] != nil)
        #expect(starts()[2] == nil)
    }

    @Test(arguments: [Int.max, Int.max - 1, 5]) func aRestOfAnotherLengthIsNotAppended(_ length: Int) async throws {
        server.serve("/a") { request in
            guard request.index == 1 else { return request.index == 0 ? Self.cut : Self.whole }
            let start = Int(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
            var answer = Answer(status: 206, headers: ["etag": "\"1\"", "content-range": "bytes \(start)-61305/61306"])
            (answer.body, answer.claimedLength) = (Array(Fixture.photo[start...]), length)
            return answer
        }
        #expect(try await load(pauses: 2) == photo)
        #expect(starts()[2] == nil)
    }

    @Test func aRestWithoutALengthIsCounted() async throws {
        server.serve("/a") { request in
            guard request.index == 1 else { return request.index == 0 ? Self.cut : Self.whole }
            let start = Int(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
            var answer = Answer(status: 206, headers: ["etag": "\"1\"", "content-range": "bytes \(start)-61305/*"])
            (answer.body, answer.claimedLength) = (Array(Fixture.photo[start...] + [1, 2, 3]), -1)
            return answer
        }
        #expect(try await load(pauses: 2) == photo)
        #expect(starts()[2] == nil)
    }

    @Test func anUnrequestedPartIsNotUsed() async throws {
        let part = Answer(status: 206, headers: ["content-range": "bytes 0-2/61306"], body: [1, 2, 3])
        server.serve("/a", part, Self.whole)
        #expect(try await load() == photo)
    }

    /// All bytes have arrived, but not the end of the response.
    @Test func whenNothingIsLeftTheWholePictureIsRequestedAgain() async throws {
        let (gate, loader) = (ServerGate(), ImageLoader.testing(clock: clock))
        let count = Fixture.photo.count
        server.serve("/a", Self.whole.with { ($0.pause, $0.cut, $0.claimedLength) = ((count, gate), count, -1) }, Self.whole)
        var events = loader.events.makeAsyncIterator()
        let task = loader.task(for: ImageRequest(server.url("/a")))
        while let event = await events.next() {
            if case .progress(_, count, nil) = event { break }
        }
        gate.open()
        for _ in 0..<2 { clock.advance(by: await clock.sleeper { $0 < .seconds(60) }) }
        #expect(try await task.image == photo)
        #expect(server.requests().map { $0.headers["range"] } == [nil, "bytes=61306-", nil])
    }

    @Test func aCancelledDownloadIsResumed() async throws {
        let (gate, loader) = (ServerGate(), ImageLoader.testing(clock: clock))
        server.serve("/a", Self.whole.with { $0.pause = (20_000, gate) }, Self.whole)
        var events = loader.events.makeAsyncIterator()
        let task = loader.task(for: ImageRequest(server.url("/a")))
        while let event = await events.next() {
            if case .progress(_, 20_000, _) = event { break }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.image }
        await loader.settled()
        #expect(try await loader.image(for: ImageRequest(server.url("/a"))) == photo)
        #expect(server.requests()[1].headers["range"] == "bytes=20000-")
        gate.open()
    }

    @Test func partialDownloadsAreKeptUpToTheLimit() {
        let downloads = ResumableDownloads(byteLimit: 1000)
        for number in 0..<10 { downloads.keep(.init(bytes: [UInt8](repeating: 1, count: 300), validator: "\"1\""), of: "\(number)") }
        #expect(downloads.count == 3)
        #expect(downloads.part(of: "9")?.bytes.count == 300)
        downloads.forget("9")
        downloads.keep(.init(bytes: [], validator: "\"1\""), of: "empty")
        #expect(downloads.part(of: "9") == nil)
        #expect(downloads.part(of: "empty") == nil)
    }
}
