import AsyncHTTPClient
import BoundedCrop
import BoundedCropLoading
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import TestSupport

@testable import BoundedCropService

/// A service on a free port of the loopback interface that ends with the last reference to it.
///
/// By default, it serves the fixtures, stores nothing on disk, and detects nothing in pictures. No time limit strikes unless a test
/// advances its clock.
final class RunningService: Sendable {
    let port: Int
    let service: ImageService
    let clock: ManualClock
    private let running: Task<Void, any Error>

    /// One client with many connections, so that no test waits for another.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1000
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .hours(24)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Many services run in the process at once, and each connection has both its ends here.
    private static let descriptors: Void = FileDescriptors.raiseLimit()

    init(logger: Logger = .silent, _ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws {
        Self.descriptors
        let clock = ManualClock()
        var configuration = ServiceConfiguration()
        configuration.port = 0
        configuration.root = Fixture.root.path
        configuration.detector = FixedFeatureDetector([Rect]())
        configuration.connectionClock = clock
        configuration.storageClock = PatientClock()
        configuration.storageTimeout = .seconds(60)
        configuration.s3.clock = PatientClock()
        configuration.memoryPressure = MemoryPressureMonitor(sources: [])
        change(&configuration)
        let (ports, announcement) = AsyncThrowingStream.makeStream(of: Int.self)
        let service = try ImageService(configuration, logger: logger) { announcement.yield($0) }
        running = Task {
            do { try await service.run(handlesSignals: false) } catch { announcement.finish(throwing: error) }
        }
        self.service = service
        self.clock = clock
        var iterator = ports.makeAsyncIterator()
        port = try await iterator.next() ?? 0
    }

    deinit {
        running.cancel()
        clock.skipFarewells()
    }

    /// Asks the service to end. Its connections close when the clock has advanced far enough for their clients to take their leave.
    func askToEnd() { running.cancel() }

    /// Waits until all connections are closed.
    func ended() async { _ = await running.result }

    /// Closes all connections and waits until they are closed.
    func stop() async {
        askToEnd()
        clock.skipFarewells()
        await ended()
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Reply {
        try await request(.GET, path, headers)
    }

    func post(_ path: String, _ body: [UInt8], _ headers: [String: String] = [:]) async throws -> Reply {
        try await request(.POST, path, headers, .bytes(ByteBuffer(bytes: body)))
    }

    func request(
        _ method: HTTPMethod,
        _ path: String,
        _ headers: [String: String] = [:],
        _ body: HTTPClientRequest.Body? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = body
        let response = try await Self.client.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: 100_000_000)
        return Reply(status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
    }

    /// The value of a series in `/metrics`, such as `boundedcrop_results_total{origin="made"}`, or 0 if it does not exist yet.
    func metric(_ series: String) -> Double {
        let line = service.parts.metrics.text().split(separator: "\n").first { $0.hasPrefix(series + " ") }
        return line.flatMap { Double($0.dropFirst(series.count + 1)) } ?? 0
    }
}

/// The answer of a service.
struct Reply: Sendable {
    struct Problem: Decodable {
        let title: String
        let status: Int
        let code: String
        let detail: String
        let requestID: String
    }

    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    /// Nil if the body is not text.
    var problem: Problem? { try? JSONDecoder().decode(Problem.self, from: Data(body)) }
    /// The code of a problem.
    var code: String? { problem?.code }
    var picture: ImageSource { get throws { try ImageSource(bytes: body) } }

    subscript(_ name: String) -> String? { headers.first(name: name) }
}

extension Logger {
    static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
}
