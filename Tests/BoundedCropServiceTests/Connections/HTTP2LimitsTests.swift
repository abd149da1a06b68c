import NIOHTTP2
import TestSupport
import Testing

@testable import BoundedCropService

/// The limits of HTTP/2 connections: floods, and clients that do nothing.
@Suite(.timeLimit(.minutes(15))) struct HTTP2LimitsTests {
    @Test func `a flood of canceled requests ends the connection`() async throws {
        let service = try await RunningService()
        let connection = try await HTTP2Frames.begun(service)
        // At once, because the limit is for half a minute.
        var flood: [UInt8] = []
        for number in 0..<1000 as Range<UInt32> {
            let stream = 2 * number + 1
            flood += try HTTP2Frames.head(HTTP2Client.head("GET", "/livez"), stream: stream)
            flood += HTTP2Frames.frame(3, stream: stream, [0, 0, 0, 8])
        }
        try? await connection.send(flood)
        // The reason may be lost: the connection is closed while the flood still arrives.
        #expect(Set(HTTP2Frames.goodbyes(in: await connection.bytes())).isSubset(of: [.enhanceYourCalm]))
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
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        // The connection itself has no time limit for its first request any more.
        _ = try await client.get("/livez")
        let request = try await client.open("POST", "/detect", isComplete: false)
        await service.clock.due(in: .seconds(10))
        service.clock.advance(by: .seconds(10))
        await until { request.isClosed }
        #expect(try await client.get("/livez").status == 200)
    }

    @Test func `a connection without a request is closed`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        await until { !client.settings.isEmpty }
        service.clock.advance(by: .seconds(10))
        await until { client.isOver }
        #expect(client.goodbyes == [.noError])
        await until { service.metric("boundedcrop_connections") == 0 }
    }

    @Test func `a client that takes nothing of its answers is disconnected`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        let path = "/unsafe/1100x1100/filters:format(png)/orientations/obama_1.jpg"
        let request = try await client.open(path, reads: false)
        let checks = await service.clock.advance(by: .milliseconds(2500)) { client.isOver }
        #expect(checks >= 4)
        #expect(!request.isEnded)
    }
}
