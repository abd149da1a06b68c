import AsyncHTTPClient
import BoundedCropService
import FoundationEssentials
import Logging
import NIOCore
import NIOHTTP1
import Pictures

/// A service for the inputs on a free port of the loopback interface, and a client with a persistent connection.
struct RunningService: Sendable {
    /// The service shared by the process. It starts on first use and ends with the process.
    static let shared = Task { try await RunningService() }
    /// A service that decodes in other processes.
    static let isolated = Task { try await RunningService { try $0.isolate() } }

    let url: String

    private init(_ change: (inout ServiceConfiguration) throws -> Void = { _ in }) async throws {
        try Inputs.make()
        var configuration = ServiceConfiguration()
        configuration.port = 0
        configuration.root = Inputs.folder
        configuration.loadsFromWeb = false
        try change(&configuration)
        let (ports, announcement) = AsyncThrowingStream.makeStream(of: Int.self)
        let service = try ImageService(configuration, logger: Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }) {
            announcement.yield($0)
        }
        Task {
            do { try await service.run(handlesSignals: false) } catch { announcement.finish(throwing: error) }
        }
        var iterator = ports.makeAsyncIterator()
        url = try await "http://127.0.0.1:\(iterator.next() ?? 0)"
    }

    /// Requests a path and waits for the complete answer. Throws if the status differs.
    @discardableResult
    func get(_ path: String, _ headers: HTTPHeaders = [:], status: Int = 200) async throws -> HTTPHeaders {
        var request = HTTPClientRequest(url: url + path)
        request.headers = headers
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        _ = try await response.body.collect(upTo: 100_000_000)
        guard response.status.code == status else { throw UnexpectedStatus(path: path, status: response.status.code) }
        return response.headers
    }
}

extension ServiceConfiguration {
    /// Uses the decoder program that was built next to this one.
    fileprivate mutating func isolate() throws {
        isolates = true
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        decoderProgram = URL(filePath: running).deletingLastPathComponent().appending(path: "Decoder").path
    }
}

struct UnexpectedStatus: Error {
    let path: String
    let status: UInt
}
