import BoundedCrop
import BoundedCropLoading
import Foundation
import Logging
import PictureServer
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct LogTests {
    private static let photo = "orientations/obama_1.jpg"

    @Test func `each request is logged with its identifier`() async throws {
        let book = LogBook()
        let service = try await RunningService(logger: book.logger)
        let reply = try await service.get("/unsafe/20x20/\(Self.photo)", ["x-request-id": "mine"])
        await until { !book.lines("image").isEmpty }
        let line = try #require(book.lines("image").first)
        #expect(line["request-id"] == "mine" && line["method"] == "GET" && line["status"] == "200" && line["client"] == "127.0.0.1")
        #expect(line["path"] == "/unsafe/20x20/\(Self.photo)" && line["bytes"] == String(reply.body.count))
        #expect(line["milliseconds"].flatMap { Int($0) } != nil && line["error"] == nil)
    }

    @Test func `lines of JSON have numbers as numbers`() throws {
        var handler = JSONLogHandler(label: "test")
        handler.metadata = ["status": "504"]
        let event = LogEvent(
            level: .info,
            message: "image",
            metadata: [
                "status": .stringConvertible(200 as UInt16), "seconds": .stringConvertible(0.5),
                "endless": .stringConvertible(Double.infinity), "hit": .stringConvertible(true), "path": "/17",
                "parts": .array([.stringConvertible(-1), "a"]), "nested": .dictionary(["bytes": .stringConvertible(7)]),
            ],
            source: nil,
            file: "",
            function: "",
            line: 0
        )
        #expect(
            try handler.text(of: event, at: Date(timeIntervalSince1970: 0))
                == #"{"endless":"inf","hit":true,"level":"info","logger":"test","message":"image","nested":{"bytes":7},"#
                + #""parts":[-1,"a"],"path":"/17","seconds":0.5,"status":200,"time":"1970-01-01T00:00:00Z"}"#
        )
    }

    @Test func `health checks and metrics are not logged`() async throws {
        let book = LogBook()
        let service = try await RunningService(logger: book.logger)
        for path in ["/livez", "/readyz", "/healthcheck", "/metrics", "/nothing"] { _ = try await service.get(path) }
        await until { !book.lines("image").isEmpty }
        #expect(book.lines("health").isEmpty && book.lines("metrics").isEmpty)
        #expect(book.lines("image").first?["error"] == "notFound: there is nothing at this path")
    }

    @Test func `invalid HTTP is counted and logged`() async throws {
        let book = LogBook()
        let service = try await RunningService(logger: book.logger)
        let connection = try await RawConnection(service)
        try await connection.send("GET\n\n")
        #expect(await connection.receivedAll().hasPrefix("HTTP/1.1 400"))
        let line = try #require(book.lines("malformed").first)
        #expect(line["status"] == "400" && line["client"] == "127.0.0.1" && line["error"]?.hasPrefix("malformedRequest") == true)
        #expect(service.metric(#"boundedcrop_http_requests_total{route="malformed",status="400"}"#) == 1)
    }

    @Test func `keys, tokens and passwords are never logged`() async throws {
        let upstream = try await PictureServer()
        let book = LogBook()
        let service = try await RunningService(logger: book.logger) {
            $0.keys = ["sesame"]
            $0.allowsUnsafe = true
            $0.root = nil
            $0.policy = .unrestricted
        }
        let host = "127.0.0.1:\(upstream.port)"
        for image in [
            "http://\(host)/a.jpg%3Ftoken=hush", "http://\(host)/a.jpg%3ftoken=hush", "http://\(host)/a.jpg%253Ftoken=hush",
            "http://\(host)/a.jpg?token=hush", "http://me:hush@\(host)/a.jpg", "me:hush@\(host)/a.jpg", "http://hush@\(host)/a.jpg",
            "http:%2F%2Fme:hush@\(host)/a.jpg", "http://me%3Ahush%40\(host)/a.jpg", "ftp://me:hush@\(host)/a.jpg%3Fhush",
        ] {
            _ = try await service.get("/unsafe/20x20/\(image)")
        }
        _ = try await service.get(try URLSigner(keys: ["sesame"]).sign("20x20/http://\(host)/a.jpg%3Ftoken=hush"))
        _ = try await service.post("/crop?token=hush", [1])
        await until { book.lines("image").count == 11 && book.lines("crop").count == 1 }
        #expect(!book.text.contains("hush") && !book.text.contains("sesame"), "\(book.text)")
    }

    @Test func `no request can inject a log line`() async throws {
        let book = LogBook()
        let service = try await RunningService(logger: book.logger)
        _ = try await service.get("/unsafe/filters:format(a%0Ab)/%0Aevil%0D%1B.jpg")
        _ = try await service.get("/unsafe/%0A/ftp://a%0Ab/")
        await until { book.lines("image").count == 2 }
        for line in book.lines("image") {
            for (name, value) in line { #expect(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(name): \(value)") }
        }
    }

    @Test func `a client that disconnects is not an error of the service`() async throws {
        let book = LogBook()
        let detector = HeldDetector()
        let service = try await RunningService(logger: book.logger) { $0.detector = detector }
        let connection = try await RawConnection(service)
        try await connection.send("GET /unsafe/20x20/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        try await connection.close()
        await until { !book.lines("image").isEmpty }
        #expect(book.text.contains("info image") && !book.text.contains("error image"))
        detector.open()
    }

    @Test(arguments: [
        ("/unsafe/a.jpg?token=1", "/unsafe/a.jpg"), ("/a%3Fb", "/a"), ("/a%253fb", "/a"), ("/u:p@host/a.jpg", "/…@host/a.jpg"),
        ("/http://u@host/a.jpg", "/http://…@host/a.jpg"), ("/photo@2x.jpg", "/photo@2x.jpg"), ("/a\nb", "/a"), ("/ä", "/ä"), ("", ""),
    ])
    func `paths are logged without queries and users`(target: String, shown: String) {
        #expect(LogText.path(target) == shown)
    }

    @Test func `long paths are truncated`() {
        #expect(LogText.path("/" + String(repeating: "a", count: 10_000)).utf8.count == 500)
    }
}
