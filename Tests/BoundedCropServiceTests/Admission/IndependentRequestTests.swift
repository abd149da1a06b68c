import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropService

@Suite("Requests for the same thing by different clients", .timeLimit(.minutes(15))) struct IndependentRequestTests {
    private static let photo = "orientations/obama_1.jpg"

    @Test("a client is not refused because another client's request for the same picture is") func separateClients() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.clientLimit = 1
        }
        let greedy = try await RawConnection(service)
        try await greedy.send("GET /unsafe/1x1/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        detector.open()
        for side in 10..<60 {
            let request = "GET /unsafe/\(side)x\(side)/\(Self.photo) HTTP/1.1\nhost: localhost\n\n"
            let rivals = try await [RawConnection(service), RawConnection(service)]
            let other = try await RawConnection(service, from: "127.0.0.2")
            for rival in rivals { try await rival.send(request) }
            try await other.send(request)
            let answer = await other.received { $0.contains("\r\n\r\n") }
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        }
    }

    @Test("silent servers do not block requests for the folder") func silentOrigin() async throws {
        let gate = ServerGate()
        let upstream = try await PictureServer()
        for number in 1...4 { upstream.serve("/\(number).jpg", .picture([1]).with { $0.gate = gate }) }
        let service = try await RunningService {
            $0.policy = .unrestricted
            $0.workers = 1
            $0.queueLimit = 2
        }
        let held = (1...3).map { number in
            Task { try await service.get("/unsafe/9x9/http://127.0.0.1:\(upstream.port)/\(number).jpg").status }
        }
        await until { service.metric("boundedcrop_requests_fetching") == 3 }
        #expect(service.metric("boundedcrop_requests_inside") == 0)
        #expect(try await service.get("/unsafe/9x9/\(Self.photo)").status == 200)
        #expect(try await service.get("/unsafe/9x9/http://127.0.0.1:\(upstream.port)/4.jpg").status == 503)
        gate.open()
        for task in held { _ = try await task.value }
    }
}
