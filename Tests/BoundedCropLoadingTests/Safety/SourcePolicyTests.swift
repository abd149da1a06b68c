import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// By default, only addresses on the public internet are contacted.
@Suite(.timeLimit(.minutes(15))) struct SourcePolicyTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.tiny(6)))
    }

    private func load(_ url: URL, transport: Transport = .system, _ change: (inout SourcePolicy) -> Void = { _ in }) async throws -> Int {
        var policy = SourcePolicy.standard
        change(&policy)
        let loader = ImageLoader.testing(transport: transport) {
            $0.policy = policy
            $0.http.attempts = 1
        }
        return try await loader.image(for: ImageRequest(url)).number
    }

    /// Different notations of addresses of this machine and its network.
    @Test(arguments: [
        "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7F.1", "017700000001", "0177.0.0.1", "0177.1",
        "127.0.0.1.", "localhost", "LOCALHOST", "0.0.0.0", "0", "127.255.255.254", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
        "169.254.169.254", "3232235777", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:c0a8:101::1]",
        "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[fe80::1]", "[fc00::1]", "[fd00::1]", "[ff02::1]", "[fec0::1]",
    ])
    func privateAddressesAreNotContactedInAnyNotation(_ host: String) async throws {
        // A notation that the resolver does not understand is no address: it is not contacted either.
        do {
            _ = try await load(server.url("/a", host: host))
            Issue.record("\(host) was contacted")
        } catch let error as BoundedCropError {
            let isUnknown = host.hasSuffix(".") && error.code == .connectionFailed
            #expect(error.code == .sourceNotAllowed || isUnknown, "\(error)")
        }
        #expect(server.requests().isEmpty)
    }

    @Test(arguments: ["127%2e0.0.1", "①②⑦.⓪.⓪.①", "[fe80::1%25eth0]", "exa mple.com", "user@", "a..b/..", "-"])
    func malformedHostsAreRefused(_ host: String) async throws {
        guard let url = URL(string: "http://\(host):\(server.port)/a") else { return }
        await #expect(throws: BoundedCropError.self) { _ = try await load(url) }
        #expect(server.requests().isEmpty)
    }

    @Test(arguments: [["127.0.0.1"], ["10.1.2.3", "::1"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"]])
    func namesThatResolveToPrivateAddressesAreRefused(_ addresses: [String]) async throws {
        await expectError(.sourceNotAllowed, saying: "innocent.test") {
            _ = try await load(server.url("/a", host: "innocent.test"), transport: .names { _ in addresses })
        }
        #expect(server.requests().isEmpty)
    }

    @Test func theCheckCanBeTurnedOff() async throws {
        for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1"] {
            #expect(try await load(server.url("/a", host: host)) { $0.allowsPrivateAddresses = true } == 6)
        }
        #expect(SourcePolicy.unrestricted.allowsPrivateAddresses)
    }

    @Test func onlyAllowedAddressesOfAHostAreContacted() async throws {
        let other = try await PictureServer(address: "127.0.0.2", port: server.port)
        let transport = Transport.names { _ in ["127.0.0.2", "10.0.0.1", "127.0.0.1"] }
        #expect(
            try await load(server.url("/a", host: "mixed.test"), transport: transport) { $0.allowedRanges = [try! .init("127.0.0.1")] } == 6
        )
        #expect(other.requests().isEmpty)
    }

    @Test(arguments: ["127.0.0.2", "localhost.test", "[::1]", "2130706434", "169.254.169.254"])
    func redirectsToPrivateAddressesAreRefused(_ host: String) async throws {
        let other = try await PictureServer(address: "127.0.0.2")
        other.serve("/a", .picture(Fixture.tiny()))
        server.serve("/redirect", .redirect(other.url("/a", host: host).absoluteString))
        let transport = Transport.names { host in host == "localhost.test" ? ["127.0.0.2"] : host == "2130706434" ? ["127.0.0.2"] : [] }
        await expectError(.sourceNotAllowed) {
            _ = try await load(server.url("/redirect"), transport: transport) { $0.allowedRanges = [try! .init("127.0.0.1/32")] }
        }
        #expect(server.requests("/redirect").count == 1)
        #expect(other.requests().isEmpty)
    }

    /// A second lookup of the name would give another address; but there is none, because the connection is made to the address that was
    /// checked.
    @Test func aNameThatChangesItsAddressIsNotFollowed() async throws {
        let (other, lookups) = (try await PictureServer(address: "127.0.0.2", port: server.port), Counter())
        other.serve("/a", .picture(Fixture.tiny()))
        server.serve("/b", .picture(Fixture.tiny(7)))
        let transport = Transport.names { _ in
            lookups.enter()
            return [lookups.total == 1 ? "127.0.0.1" : "127.0.0.2"]
        }
        let clock = ManualClock()
        let loader = ImageLoader.testing(clock: clock, transport: transport) {
            $0.policy = .standard
            $0.policy.allowedRanges = [try! .init("127.0.0.1")]
            $0.http.attempts = 1
        }
        #expect(try await loader.image(for: ImageRequest(server.url("/a", host: "rebinding.test"))).number == 6)
        #expect(try await loader.image(for: ImageRequest(server.url("/b", host: "rebinding.test"))).number == 7)
        #expect(lookups.total == 1)
        clock.advance(by: .seconds(61))
        let error = await expectError(.sourceNotAllowed, saying: "rebinding.test") {
            _ = try await loader.image(for: ImageRequest(server.url("/c", host: "rebinding.test")))
        }
        #expect((error?.underlying).map { "\($0)" }?.contains("127.0.0.2") == true)
        #expect(lookups.total == 2)
        #expect(other.requests().isEmpty)
    }

    @Test func hostsCanBeAllowedAndDenied() async throws {
        let transport = Transport.names { _ in ["127.0.0.1"] }
        func isAllowed(_ host: String, _ change: (inout SourcePolicy) -> Void) async -> Bool {
            let result: Int? = try? await load(server.url("/a", host: host), transport: transport) {
                $0.allowsPrivateAddresses = true
                change(&$0)
            }
            return result == 6
        }
        let some: (inout SourcePolicy) -> Void = { $0.allowedHosts = ["images.test", "*.cdn.test"] }
        #expect(await isAllowed("images.test", some))
        #expect(await isAllowed("IMAGES.test", some))
        #expect(await isAllowed("a.cdn.test", some))
        #expect(await isAllowed("a.b.cdn.test", some))
        for host in ["cdn.test", "evilcdn.test", "a.images.test", "images.test.evil.test", "127.0.0.1"] {
            #expect(await !isAllowed(host, some), "\(host)")
        }
        let all: (inout SourcePolicy) -> Void = { $0.deniedHosts = ["evil.test", "*.evil.test"] }
        #expect(await isAllowed("images.test", all))
        for host in ["evil.test", "EVIL.test.", "a.evil.test"] { #expect(await !isAllowed(host, all), "\(host)") }
        let port = server.port
        #expect(await isAllowed("images.test") { $0.allowedPorts = [port] })
        #expect(await !isAllowed("images.test") { $0.allowedPorts = [80, 443] })
        #expect(await !isAllowed("images.test") { $0.schemes = ["https"] })
    }

    @Test(arguments: ["65536", "0", "00", "", "70000", "9223372036854775807", "9223372036854775808", "99999999999999999999999"])
    func invalidPortsAreRefused(_ port: String) async throws {
        for host in ["127.0.0.1", "[::1]", "u:p@127.0.0.1", "example.com"] {
            guard let url = URL(string: "http://\(host):\(port)/a") else { continue }
            await expectError(.invalidURL, saying: "65535") { _ = try await load(url) { $0.allowsPrivateAddresses = true } }
        }
    }

    @Test func portsAreParsed() throws {
        for text in [
            "http://a", "http://a/", "http://a:1", "http://a:65535/b:0", "http://[::1]/", "http://[::1]:80/", "http://u:0@a/?x:0#y:0",
        ] {
            #expect(try #require(URL(string: text)).hasPossiblePort, "\(text)")
        }
    }

    @Test func schemesCanBeRestricted() async throws {
        let file = URL(fileURLWithPath: Fixture.path("photos/grace_hopper.jpg"))
        _ = try await load(file)
        await expectError(.sourceNotAllowed, saying: "file") { _ = try await load(file) { $0.schemes = ["http", "https"] } }
        for text in ["ftp://example.com/a.jpg", "a.jpg", "http:///a.jpg", "//example.com/a", "javascript:1"] {
            let url = try #require(URL(string: text))
            await expectError(.invalidURL) { _ = try await load(url) }
        }
    }

    @Test func thePolicyAppliesToStoredPicturesToo() async throws {
        let folder = try TemporaryFolder()
        let request = ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 4)])
        _ = try await ImageLoader.testing(storage: DiskStorage(folder: folder.path)).storedImage(for: request)
        let strict = ImageLoader.testing(storage: DiskStorage(folder: folder.path)) { $0.policy.deniedHosts = ["127.0.0.1"] }
        await expectError(.sourceNotAllowed) { _ = try await strict.image(for: request) }
    }

    @Test func thePolicyAppliesToPicturesInMemoryToo() async throws {
        let (request, loader) = (ImageRequest(server.url("/a")), ImageLoader.testing())
        _ = try await loader.image(for: request)
        #expect(loader.cachedImage(for: request) != nil)
        loader.configuration.policy.deniedHosts = ["127.0.0.1"]
        #expect(loader.memoryCache?.count == 1 && loader.cachedImage(for: request) == nil)
        for policy in [.standard, .onlyCached] as [ImageRequest.CachePolicy] {
            let request = ImageRequest(server.url("/a"), cachePolicy: policy)
            await expectError(.sourceNotAllowed) { _ = try await loader.image(for: request) }
            await expectError(.sourceNotAllowed) { _ = try await loader.task(for: request).image }
        }
        #expect(loader.statistics.loads == [.network: 1, .memory: 1])
    }

    @Test func ipv6AddressesAreContactedIfAllowed() async throws {
        guard let server = try? await PictureServer(address: "::1") else { return }
        server.serve("/a", .picture(Fixture.tiny(6)))
        #expect(try await load(server.url("/a", host: "[::1]")) { $0.allowedRanges = [try! .init("::1/128")] } == 6)
    }
}
