import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct AdmissionTests {
    private static let photo = "orientations/obama_1.jpg"
    private static func path(_ side: Int) -> String { "/unsafe/\(side)x\(side)/smart/\(photo)" }

    /// A service whose only worker and queue of two are occupied, and the requests that occupy them.
    private func full(
        _ detector: HeldDetector,
        _ body: (RunningService) async throws -> Void
    ) async throws {
        let service = try await RunningService {
            $0.detector = detector
            $0.workers = 1
            $0.queueLimit = 2
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            // Parts of the picture, so that none waits for what another finds.
            for side in 1...3 { group.addTask { try await service.get("/unsafe/0x0:\(40 + side)x40/9x9/smart/\(Self.photo)").status } }
            await until {
                service.metric("boundedcrop_requests_inside") == 3 && service.metric("boundedcrop_queue_waiting") == 2
            }
            try await body(service)
            detector.open()
            for try await status in group { #expect(status == 200) }
        }
        #expect(try await service.get(Self.path(4)).status == 200)
    }

    @Test func `requests beyond the limit are refused immediately`() async throws {
        try await full(HeldDetector()) { service in
            let reply = try await service.get(Self.path(4))
            #expect(reply.status == 503 && reply.code == "queueFull" && reply["retry-after"] == "1")
            let upload = try await service.post("/detect", [1, 2, 3])
            #expect(upload.status == 503 && upload.code == "queueFull")
        }
    }

    @Test func `health checks, metrics and cached answers never wait behind pictures`() async throws {
        let detector = HeldDetector()
        try await full(detector) { service in
            for path in ["/livez", "/readyz", "/healthcheck"] {
                let reply = try await service.get(path)
                #expect(reply.status == 200 && reply.text == "WORKING\n")
            }
            let metrics = try await service.get("/metrics").text
            #expect(metrics.contains("\nboundedcrop_requests_inside 3\n") && metrics.contains("\nboundedcrop_queue_waiting 2\n"))
            #expect(try await service.get(Self.path(4), ["if-none-match": "*"]).status == 304)
        }
    }

    @Test func `cached answers are given while all workers are busy`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.workers = 1
            $0.queueLimit = 0
        }
        let cached = try await service.get("/unsafe/30x30/\(Self.photo)")
        async let held = service.get(Self.path(1))
        await detector.calls(1)
        #expect(try await service.get("/unsafe/30x30/\(Self.photo)").body == cached.body)
        #expect(try await service.get("/unsafe/31x31/\(Self.photo)").status == 503)
        detector.open()
        #expect(try await held.status == 200)
    }

    @Test func `one client cannot occupy all places`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.clientLimit = 1
        }
        async let first = service.get(Self.path(1))
        await detector.calls(1)
        let reply = try await service.get(Self.path(2))
        #expect(reply.status == 429 && reply.code == "tooManyRequests" && reply["retry-after"] == "1")
        detector.open()
        #expect(try await first.status == 200)
        #expect(try await service.get(Self.path(2)).status == 200)
    }

    @Test func `the deadline ends slow requests on time even if a thread is busy`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.workers = 2
        }
        async let picture = service.get(Self.path(1))
        await detector.calls(1)
        service.clock.advance(by: .seconds(30))
        let reply = try await picture
        #expect(reply.status == 504 && reply.code == "timeout")
        async let finds = service.post("/detect", Fixture.flat(40, 40).bytes)
        await detector.calls(2)
        service.clock.advance(by: .seconds(30))
        let upload = try await finds
        #expect(upload.status == 504 && upload.code == "timeout")
        detector.open()
        await until { service.metric("boundedcrop_requests_inside") == 0 }
    }

    @Test func `clients are counted separately`() async throws {
        let admission = Admission(limit: 3, clientLimit: 2)
        try await admission.run(for: "a") {
            try await admission.run(for: "a") {
                #expect(throws: BoundedCropError.self) { try admission.check(for: "a") }
                try await admission.run(for: "b") {
                    expectError(.queueFull) { try admission.check(for: "c") }
                }
                expectError(.tooManyRequests) { try admission.check(for: "a") }
                try admission.check(for: "b")
            }
        }
        #expect(admission.insideCount == 0)
    }

    @Test func `a failed request releases its place`() async throws {
        struct Failure: Error {}
        let admission = Admission(limit: 1, clientLimit: nil)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await admission.run(for: "a") { throw Failure() } }
        }
        #expect(admission.insideCount == 0)
    }
}
