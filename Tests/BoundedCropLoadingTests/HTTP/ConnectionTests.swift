import AsyncHTTPClient
import BoundedCrop
import Foundation
import NIOCore
import NIOHTTP1
import PictureServer
import Subprocess
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct ConnectionTests {
    @Test func connectionsAreReused() async throws {
        let server = try await PictureServer()
        for number in 0..<10 { server.serve("/\(number)", .picture(Fixture.tiny(number))) }
        server.serve("/missing", Answer(status: 404, body: Array("there is nothing here".utf8)))
        server.serve("/redirect", .redirect("/0"))
        let loader = ImageLoader.testing()
        for number in 0..<10 { _ = try await loader.image(for: ImageRequest(server.url("/\(number)"))) }
        _ = try await loader.image(for: ImageRequest(server.url("/redirect")))
        #expect(Set(server.requests().map(\.connection)).count == 1)
    }

    /// The connection is closed, or has received bytes that belong to no response.
    @Test(arguments: ["", "and more of the one before\r\n\r\n"])
    func aSpentConnectionCostsNoAttempt(_ second: String) async throws {
        let picture = Fixture.tiny(7)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(picture.count)\r\n\r\n"
        let server = try await RawServer(answeringInTurn: [Array(head.utf8) + picture, Array(second.utf8)])
        let loader = ImageLoader.testing { $0.http.attempts = 1 }
        for path in ["/1", "/2", "/3"] { #expect(try await loader.image(for: ImageRequest(server.url(path))).number == 7) }
        #expect(server.connections == 3)
    }

    /// The server may have received it before it closed the connection.
    @Test func aPOSTOverASpentConnectionIsNotRepeated() async throws {
        let picture = Fixture.tiny(7)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(picture.count)\r\n\r\n"
        let server = try await RawServer(answeringInTurn: [Array(head.utf8) + picture, []])
        let loader = ImageLoader.testing {
            $0.http.modifyRequest = { if $0.url.hasSuffix("/2") { $0.method = "POST" } }
        }
        #expect(try await loader.image(for: ImageRequest(server.url("/1"))).number == 7)
        await expectError(.connectionFailed) { _ = try await loader.image(for: ImageRequest(server.url("/2"))) }
        #expect(server.connections == 1)
    }

    @Test func aServerThatNeverAnswersIsNotRetriedForever() async throws {
        let server = try await RawServer(answering: [])
        let loader = ImageLoader.testing { $0.http.attempts = 1 }
        await expectError(.connectionFailed) { _ = try await loader.image(for: ImageRequest(server.url("/"))) }
        #expect(server.connections == 1)
    }

    @Test func afterAnInvalidResponseTheConnectionIsNotReused() async throws {
        let server = try await PictureServer()
        for path in ["/a", "/b"] { server.serve(path, .picture(Fixture.tiny(5))) }
        server.serve("/odd", Answer(headers: ["content-encoding": "br"], body: [1, 2, 3]))
        let loader = ImageLoader.testing()
        _ = try await loader.image(for: ImageRequest(server.url("/a")))
        await expectError(.invalidResponse) { _ = try await loader.image(for: ImageRequest(server.url("/odd"))) }
        #expect(try await loader.image(for: ImageRequest(server.url("/b"))).number == 5)
        let connections = server.requests().map(\.connection)
        #expect(connections[1] == connections[0] && connections[2] != connections[1])
    }

    /// Creates a certificate for this run with OpenSSL's command.
    private func certificate(in folder: TemporaryFolder) async throws -> (certificate: String, key: String) {
        let arguments: [String] = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            "/CN=pictures.test", "-addext", "subjectAltName=DNS:pictures.test", "-keyout", folder.path("key.pem"), "-out",
            folder.path("certificate.pem"),
        ]
        let made = try await run(.name("openssl"), arguments: Arguments(arguments), output: .discarded)
        try #require(made.terminationStatus.isSuccess)
        return (folder.path("certificate.pem"), folder.path("key.pem"))
    }

    /// Each of the downloads that are under way at once has a connection of its own, where HTTP/2 would share one. The certificate is verified
    /// against the name although connections are made to an address.
    @Test func aServerThatOffersHTTP2IsAskedWithHTTP1() async throws {
        let (folder, gate) = (try TemporaryFolder(), ServerGate())
        let files = try await certificate(in: folder)
        let server = try await PictureServer(certificate: files.certificate, key: files.key)
        for number in 0..<4 { server.serve("/\(number)", .picture(Fixture.tiny(number)).with { $0.gate = gate }) }
        var transport = Transport.names { _ in ["127.0.0.1"] }
        transport.client.tlsConfiguration = PictureServer.clientConfiguration(trusting: files.certificate)
        let loader = ImageLoader.testing(transport: transport) { $0.concurrentLoadsPerHost = 4 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                let url = server.url("/\(number)", host: "pictures.test", scheme: "https")
                group.addTask {
                    let picture = try await loader.image(for: ImageRequest(url))
                    #expect(picture.number == number)
                }
            }
            await gate.arrivals(4)
            gate.open()
            try await group.waitForAll()
        }
        #expect(Set(server.requests().map(\.connection)).count == 4)
        await loader.shutDown()
    }

    /// Nobody knows what to do with names and numbers of a library.
    @Test func failuresOfTLSAreSaidInWords() async throws {
        let folder = try TemporaryFolder()
        let files = try await certificate(in: folder)
        let server = try await PictureServer(certificate: files.certificate, key: files.key)
        let plain = try await PictureServer()
        let strange = Transport.names { _ in ["127.0.0.1"] }
        var trusting = strange
        trusting.client.tlsConfiguration = PictureServer.clientConfiguration(trusting: files.certificate)
        func words(_ server: PictureServer, _ host: String, _ transport: Transport) async throws -> String {
            let loader = ImageLoader.testing(transport: transport) { $0.http.attempts = 1 }
            let error = await #expect(throws: BoundedCropError.self) {
                _ = try await loader.image(for: ImageRequest(server.url("/a", host: host, scheme: "https")))
            }
            await loader.shutDown()
            #expect(error?.code == .connectionFailed && error?.message.contains("SSL") == false, "\(error?.message ?? "")")
            return error?.message ?? ""
        }
        let start = "pictures.test cannot be reached: "
        #expect(try await words(server, "pictures.test", strange).hasPrefix(start + "its certificate is not trusted: it may have expired"))
        #expect(try await words(plain, "pictures.test", trusting).hasPrefix(start + "it answers without encryption (TLS) at this port"))
        let other = "others.test cannot be reached: its certificate is for another name: use a name that is in it"
        #expect(try await words(server, "others.test", trusting) == other)
    }

    @Test func anUntrustedCertificateIsRejected() async throws {
        let folder = try TemporaryFolder()
        let files = try await certificate(in: folder)
        let server = try await PictureServer(certificate: files.certificate, key: files.key)
        let loader = ImageLoader.testing(transport: .names { _ in ["127.0.0.1"] }) { $0.http.attempts = 1 }
        await expectError(.connectionFailed) {
            _ = try await loader.image(for: ImageRequest(server.url("/a", host: "pictures.test", scheme: "https")))
        }
        var transport = Transport.names { _ in ["127.0.0.1"] }
        transport.client.tlsConfiguration = PictureServer.clientConfiguration(trusting: files.certificate)
        let trusting = ImageLoader.testing(transport: transport) { $0.http.attempts = 1 }
        await expectError(.connectionFailed) {
            _ = try await trusting.image(for: ImageRequest(server.url("/a", host: "others.test", scheme: "https")))
        }
        #expect(server.requests().isEmpty)
    }

    @Test func aReleasedClientIsClosed() async throws {
        let server = try await PictureServer()
        let request = HTTPClientRequest(url: server.url("/a").absoluteString)
        var client: OwnedClient? = OwnedClient(.init())
        let http = try #require(client?.http)
        #expect(try await http.execute(request, timeout: .minutes(5)).status == .notFound)
        client = nil
        await #expect(throws: HTTPClientError.alreadyShutdown) { try await http.execute(request, timeout: .minutes(5)) }
    }

    @Test func unusedClientsAreReleased() async throws {
        let clients = PinnedClients(.init())
        let address = try #require(IPAddress("127.0.0.1"))
        func client(_ number: Int) async throws -> ObjectIdentifier {
            try await clients.withClient(for: .init(host: "host\(number).test", address: address)) { ObjectIdentifier($0) }
        }
        var last: ObjectIdentifier?
        for number in 0..<40 { last = try await client(number) }
        #expect(clients.count == 32)
        #expect(try await client(39) == last)
        #expect(clients.count == 32)
        await clients.shutDown()
        #expect(clients.count == 0)
    }
}
