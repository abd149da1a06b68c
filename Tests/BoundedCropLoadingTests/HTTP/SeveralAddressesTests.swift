import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// A name may have addresses that cannot be reached from here: the next one is tried, as part of the same attempt.
@Suite(.timeLimit(.minutes(15))) struct SeveralAddressesTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.tiny(9)))
    }

    /// Nothing listens on this port of the other addresses.
    private func load(_ path: String, at addresses: [String], _ method: String = "GET") async throws -> Int? {
        let loader = ImageLoader.testing(transport: .names { _ in addresses }) {
            $0.http.attempts = 1
            $0.http.modifyRequest = { $0.method = method }
        }
        return try await loader.image(for: ImageRequest(server.url(path, host: "several.test"))).number
    }

    @Test(arguments: [["127.0.0.2", "127.0.0.1"], ["127.0.0.2", "127.0.0.3", "127.0.0.1"], ["::1", "127.0.0.1"]])
    func theNextAddressIsTriedAtOnce(_ addresses: [String]) async throws {
        #expect(try await load("/a", at: addresses) == 9)
        #expect(server.requests().count == 1)
    }

    @Test func requestsThatMustNotBeRepeatedAreSentToTheNextAddressToo() async throws {
        #expect(try await load("/a", at: ["127.0.0.2", "127.0.0.1"], "POST") == 9)
        #expect(server.requests().map(\.method) == ["POST"])
    }

    @Test func ifNoAddressAnswersTheNameIsInTheError() async {
        await expectError(.connectionFailed, saying: "several.test") { _ = try await load("/a", at: ["127.0.0.2", "127.0.0.3"]) }
        #expect(server.requests().isEmpty)
    }

    @Test func whatAServerReceivedIsNotSentToAnotherAddress() async throws {
        let other = try await PictureServer(address: "127.0.0.2", port: server.port)
        other.serve("/b", .picture(Fixture.tiny()).with { $0.cut = 10 })
        await expectError(.invalidContentLength) { _ = try await load("/b", at: ["127.0.0.2", "127.0.0.1"]) }
        #expect(other.requests().count == 1)
        #expect(server.requests().isEmpty)
    }

    @Test func addressesThatTheSourcePolicyRefusesAreNotTried() async throws {
        let loader = ImageLoader.testing(transport: .names { _ in ["127.0.0.2", "127.0.0.1"] }) {
            $0.policy = .standard
            $0.policy.allowedRanges = [try! .init("127.0.0.2")]
            $0.http.attempts = 1
        }
        await expectError(.connectionFailed) { _ = try await loader.image(for: ImageRequest(server.url("/a", host: "several.test"))) }
        #expect(server.requests().isEmpty)
    }
}
