import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// A server that never answers delays only requests to that server.
@Suite(.timeLimit(.minutes(15))) struct SilentHostTests {
    @Test func otherServersAndFilesAreLoadedDespiteASilentServer() async throws {
        let (silent, other, gate) = (try await PictureServer(), try await PictureServer(), ServerGate())
        for number in 0..<66 { silent.serve("/\(number)", .picture(Fixture.tiny(number)).with { $0.gate = gate }) }
        for number in 0..<8 { other.serve("/\(number)", .picture(Fixture.tiny(number))) }
        let loader = ImageLoader.testing { $0.concurrentLoads = 16 }
        let held = (0..<66).map { loader.task(for: ImageRequest(silent.url("/\($0)"), priority: .high)) }
        await gate.arrivals(4)
        await until { loader.queue.waitingCount == 62 }
        for number in 0..<8 { #expect(try await loader.image(for: ImageRequest(other.url("/\(number)"), priority: .low)).number == number) }
        let file = URL(fileURLWithPath: Fixture.path("photos/grace_hopper.jpg"))
        #expect(try await loader.image(for: ImageRequest(file)).width == 512)
        #expect(gate.arrivals == 4)
        gate.open()
        for task in held { _ = try await task.image }
    }

    /// Whatever the spelling of its name.
    @Test func differentSpellingsAreOneHost() throws {
        func server(_ text: String) throws -> String { try #require(URL(string: text)).server }
        for text in ["http://A.test/x", "http://a.test:80", "http://a.test.:80/", "http://u:p@a.test/"] {
            #expect(try server(text) == "a.test:80")
        }
        #expect(try server("https://a.test") == "a.test:443")
        #expect(try server("http://[::1]:8080/") == "::1:8080")
    }

    /// Otherwise, lookups of one name whose name server does not answer could occupy all threads that resolve names.
    @Test func concurrentLookupsOfANameAreShared() async throws {
        let (server, held, resolutions) = (try await PictureServer(), ServerGate(), Counter())
        for number in 0..<8 { server.serve("/\(number)", .picture(Fixture.tiny(number))) }
        let transport = Transport.names { _ in
            resolutions.enter()
            defer { resolutions.leave() }
            await held.pass()
            return ["127.0.0.1"]
        }
        let loader = ImageLoader.testing(transport: transport) { ($0.concurrentLoads, $0.concurrentLoadsPerHost) = (8, 8) }
        let tasks = (0..<8).map { loader.task(for: ImageRequest(server.url("/\($0)", host: "slow.test"))) }
        await held.arrivals(1)
        await until { loader.queue.runningCount == 8 }
        held.open()
        for task in tasks { _ = try await task.image }
        // One that begins after the answer may look it up again.
        #expect(resolutions.most == 1)
    }

    /// Errors that concern one request only (cancellation, cache-only) are not passed to others that share its load.
    @Test func errorsOfOneRequestDoNotReachOthers() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        server.serve("/a", .picture(Fixture.photo).with { $0.gate = gate })
        let loader = ImageLoader.testing()
        let url = server.url("/a")
        let kept = loader.task(for: ImageRequest(url, processors: [.downsampled(longSide: 30)]))
        await gate.arrivals(1)
        let cancelled = loader.task(for: ImageRequest(url, processors: [.downsampled(longSide: 40)]))
        let same = loader.task(for: ImageRequest(url, processors: [.downsampled(longSide: 30)]))
        let wrong = loader.task(for: ImageRequest(url, processors: [.downsampled(longSide: 0)]))
        await expectError(.notCached) { _ = try await loader.image(for: ImageRequest(url, cachePolicy: .onlyCached)) }
        await until { loader.queue.interestCount == 1 && loader.inFlight == 4 }
        for task in [cancelled, same] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.image }
        }
        gate.open()
        await expectError(.invalidArgument) { _ = try await wrong.image }
        #expect(try await kept.image.size.longSide == 30)
        #expect(server.requests().count == 1)
        #expect(try await loader.image(for: ImageRequest(url)).width == 512)
    }
}
