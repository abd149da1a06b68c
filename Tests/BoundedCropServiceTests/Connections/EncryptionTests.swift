import AsyncHTTPClient
import BoundedCrop
import BoundedCropLoading
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// Encrypted connections.
@Suite(.timeLimit(.minutes(15))) struct EncryptionTests {
    private func service(
        _ files: TestCertificate,
        _ book: LogBook = LogBook(),
        clock: StorageClock = StorageClock()
    ) async throws
        -> RunningService
    {
        try await RunningService(logger: book.logger) {
            ($0.tlsCertificate, $0.tlsKey) = (files.certificate, files.key)
            $0.storageClock = clock
        }
    }

    @Test(arguments: [true, false]) func `clients choose their protocol`(_ isNew: Bool) async throws {
        let files = try await TestCertificate()
        let service = try await service(files)
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(files.certificate)
        configuration.httpVersion = isNew ? .automatic : .http1Only
        configuration.timeout.connect = .hours(24)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(url: "https://localhost:\(service.port)/unsafe/30x30/smart/orientations/obama_1.jpg")
        let picture = try await client.execute(request, deadline: .distantFuture)
        #expect(picture.status == .ok && picture.version == (isNew ? .http2 : .http1_1))
        #expect(try await picture.body.collect(upTo: 1_000_000).readableBytes > 100)
        request = HTTPClientRequest(url: "https://localhost:\(service.port)/detect")
        request.method = .POST
        request.body = .bytes(try Fixture.bytes("photos/biden.jpg"))
        #expect(try await client.execute(request, deadline: .distantFuture).status == .ok)
        try await client.shutdown()
        await service.stop()
    }

    @Test func `what is not encrypted is not answered`() async throws {
        let service = try await service(try await TestCertificate())
        let connection = try await RawConnection(service)
        try await connection.send("GET /livez HTTP/1.1\nhost: localhost\n\n")
        #expect(await connection.receivedAll().hasPrefix("HTTP") == false)
    }

    @Test func `handshakes count as connections, and must end in time`() async throws {
        let files = try await TestCertificate()
        let service = try await service(files)
        let (silent, slow) = (try await RawConnection(service), try await RawConnection(service))
        // The beginning of a handshake.
        try await slow.send([22, 3, 1, 2, 0, 1])
        await service.clock.due(in: .seconds(10), count: 2)
        await until { service.metric("boundedcrop_connections") == 2 }
        service.clock.advance(by: .seconds(10))
        for connection in [silent, slow] { _ = await connection.receivedAll() }
        await until { service.metric("boundedcrop_connections") == 0 }
    }

    @Test func `old versions of TLS are refused`() async throws {
        let files = try await TestCertificate()
        let service = try await service(files)
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(files.certificate)
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv1
        configuration.tlsConfiguration?.maximumTLSVersion = .tlsv11
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let request = HTTPClientRequest(url: "https://localhost:\(service.port)/livez")
        await #expect(throws: (any Error).self) { try await client.execute(request, deadline: .distantFuture) }
        try await client.shutdown()
    }

    @Test func `documents name the service with its scheme`() async throws {
        let files = try await TestCertificate()
        let mount = try GrammarMount(.iiif, at: "/iiif")
        let service = try await RunningService {
            ($0.tlsCertificate, $0.tlsKey) = (files.certificate, files.key)
            $0.grammars = [mount]
        }
        let client = try await HTTP2Client(service, trusting: files.certificate)
        let answer = try await client.get("/iiif/orientations%2Fobama_1.jpg")
        #expect(answer["location"] == "https://localhost/iiif/orientations%2Fobama_1.jpg/info.json")
    }

    @Test func `while the service ends, requests that have begun are answered`() async throws {
        let (files, detector) = (try await TestCertificate(), HeldDetector())
        let service = try await RunningService {
            ($0.tlsCertificate, $0.tlsKey) = (files.certificate, files.key)
            $0.detector = detector
        }
        let client = try await HTTP2Client(service, trusting: files.certificate)
        let request = try await client.open("/unsafe/30x30/smart/orientations/obama_1.jpg")
        await detector.calls(1)
        let stopped = Task { await service.stop() }
        await until { client.goodbyes.count >= 2 }
        detector.open()
        #expect(await request.finished().status == 200)
        await stopped.value
        await until { client.isOver }
    }

    @Test func `a renewed certificate is used without a restart`() async throws {
        let (files, book, clock) = (try await TestCertificate(), LogBook(), StorageClock())
        let service = try await service(files, book, clock: clock)
        let early = try await HTTP2Client(service, trusting: files.certificate)
        #expect(try await early.get("/livez").status == 200)
        try await files.renew()
        clock.advance(by: 2)
        let late = try await HTTP2Client(service, trusting: files.certificate)
        #expect(try await late.get("/livez").status == 200)
        // Connections go on with the certificate that they began with.
        #expect(try await early.get("/livez").status == 200)
        #expect(book.text.contains("the certificate has been read again"))
    }

    @Test(arguments: ["certificate", "key", "both", "missing"]) func `a broken certificate leaves the earlier one in use`(
        _ broken: String
    ) async throws {
        let (files, book, clock) = (try await TestCertificate(), LogBook(), StorageClock())
        let other = try await TestCertificate()
        let service = try await service(files, book, clock: clock)
        let known = files.certificate + ".known"
        try FileManager.default.copyItem(atPath: files.certificate, toPath: known)
        switch broken {
        case "certificate": try Data("no certificate".utf8).write(to: URL(fileURLWithPath: files.certificate))
        // Of another certificate.
        case "key": try Data(contentsOf: URL(fileURLWithPath: other.key)).write(to: URL(fileURLWithPath: files.key))
        case "both": for file in [files.certificate, files.key] { try Data().write(to: URL(fileURLWithPath: file)) }
        default: try FileManager.default.removeItem(atPath: files.key)
        }
        for _ in 0..<2 {
            clock.advance(by: 2)
            let client = try await HTTP2Client(service, trusting: known)
            #expect(try await client.get("/livez").status == 200)
        }
        #expect(book.lines("the certificate cannot be read again; the earlier one stays in use").count == 1)
        try await files.renew()
        clock.advance(by: 2)
        #expect(try await HTTP2Client(service, trusting: files.certificate).get("/livez").status == 200)
    }

    @Test func `a service does not start with a certificate that cannot be used`() async throws {
        let (files, other) = (try await TestCertificate(), try await TestCertificate())
        let pairs: [(String?, String?)] = [
            (files.certificate, nil), (nil, files.key), (files.certificate, other.key), (files.key, files.certificate),
            (files.certificate, "/nowhere"), (Fixture.root.path, files.key),
        ]
        for (certificate, key) in pairs {
            var configuration = ServiceConfiguration()
            (configuration.tlsCertificate, configuration.tlsKey) = (certificate, key)
            expectError(.invalidSetting, saying: "tls-") { _ = try ImageService(configuration, logger: .silent) }
        }
    }

    @Test func `the health check trusts this machine`() async throws {
        let files = try await TestCertificate()
        let service = try await service(files)
        var configuration = ServiceConfiguration()
        configuration.port = service.port
        (configuration.tlsCertificate, configuration.tlsKey) = (files.certificate, files.key)
        try await HealthCheck(of: configuration).run(within: .seconds(86_400))
        configuration.tlsCertificate = nil
        let plain = HealthCheck(of: configuration)
        do {
            try await plain.run(within: .seconds(86_400))
            Issue.record("the service does not answer without encryption")
        } catch let error as BoundedCropError {
            #expect(error.code == .connectionFailed)
        }
    }

    @Test func `a client that takes nothing of its answers is disconnected`() async throws {
        let files = try await TestCertificate()
        let service = try await service(files)
        let client = try await HTTP2Client(service, trusting: files.certificate)
        _ = try await client.open("/unsafe/1100x1100/filters:format(png)/orientations/obama_1.jpg", reads: false)
        await service.clock.advance(by: .milliseconds(2500)) { client.isOver }
    }
}
