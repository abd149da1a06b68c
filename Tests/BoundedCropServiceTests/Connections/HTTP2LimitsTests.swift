import NIOHTTP2
import TestSupport
import Testing

@testable import BoundedCropService

/// The limits of HTTP/2 connections: floods, and clients that do nothing.
@Suite(.timeLimit(.minutes(15))) struct HTTP2LimitsTests {
    @Test func `a flood of canceled requests ends the connection`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        for _ in 0..<2000 where !client.isOver { try? await client.open("/livez").cancel() }
        await until { client.isOver }
        #expect(Set(client.goodbyes).isSubset(of: [.enhanceYourCalm]))
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `a flood of pings ends the connection`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        for number in 0..<2000 { client.send(.ping(HTTP2PingData(withInteger: UInt64(number)), ack: false)) }
        await until { client.isOver }
        // The reason may be lost: the connection is closed while the flood still arrives.
        #expect(Set(client.goodbyes).isSubset(of: [.enhanceYourCalm]))
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `a head without an end ends the connection`() async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send(HTTP2Frames.beginning + HTTP2Frames.frame(1, stream: 1, [0x82]))
        for _ in 0..<10 { try? await connection.send(HTTP2Frames.frame(9, stream: 1, [0x00, 1, 0x61, 1, 0x62])) }
        _ = await connection.receivedAll()
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `a body that does not arrive ends its request alone`() async throws {
        let client = try await HTTP2Client(
            try await RunningService {
                // The head must arrive within this time, too, even on a busy machine.
                $0.requestTimeout = .seconds(5)
                $0.idleTimeout = .seconds(600)
            }
        )
        let request = try await client.open("POST", "/detect", isComplete: false)
        await until { request.isClosed }
        #expect(try await client.get("/livez").status == 200)
    }

    @Test func `a connection without a request is closed`() async throws {
        let service = try await RunningService {
            $0.requestTimeout = .milliseconds(200)
            $0.idleTimeout = .seconds(600)
        }
        let client = try await HTTP2Client(service)
        await until { client.isOver }
        await until { service.metric("boundedcrop_connections") == 0 }
    }

    @Test func `a client that takes nothing of its answers is disconnected`() async throws {
        let service = try await RunningService {
            $0.writeTimeout = .milliseconds(300)
            $0.idleTimeout = .seconds(600)
        }
        let client = try await HTTP2Client(service)
        let path = "/unsafe/1100x1100/filters:format(png)/orientations/obama_1.jpg"
        let request = try await client.open(path, reads: false)
        await until { client.isOver }
        #expect(!request.isEnded)
    }
}
