import BoundedCropLoading
import Foundation
import Logging
import Subprocess
import TestSupport
import Testing

/// moto's S3 server, run by `Scripts/run-s3-server`, which checks signatures; and `aws`, a second client of it. Shared by all tests of this
/// process, and ended with it.
struct RealStorage: Sendable {
    static let bucket = "photos"
    private static let package = Fixture.package
    private static let tools = package.appendingPathComponent(".build/s3-tools")
    static var isInstalled: Bool { FileManager.default.fileExists(atPath: tools.appendingPathComponent("complete").path) }
    private static let started = Task { try await start() }

    static var running: RealStorage {
        get async throws { try await started.value }
    }

    let endpoint: URL
    let keys: S3Credentials
    /// The server's input, which this process closes when it ends.
    private let lifeline: Pipe

    func client(_ change: (inout S3Configuration) -> Void = { _ in }) -> S3Client {
        var configuration = S3Configuration()
        configuration.environment = [:]
        configuration.endpoint = endpoint
        configuration.credentials = .fixed(keys)
        change(&configuration)
        return S3Client(configuration, logger: .silent)
    }

    /// Runs `aws` with these arguments, and returns what it prints.
    func aws(_ arguments: [String]) async throws -> (isSuccess: Bool, output: [UInt8], errors: String) {
        let environment: [Environment.Key: String?] = [
            "PYTHONPATH": Self.tools.path, "AWS_ENDPOINT_URL": endpoint.absoluteString, "AWS_ACCESS_KEY_ID": keys.accessKey,
            "AWS_SECRET_ACCESS_KEY": keys.secretKey, "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "AWS_PAGER": "", "PYTHONUTF8": "1",
        ]
        let result = try await run(
            .name("python3"),
            arguments: Arguments([Self.tools.appendingPathComponent("bin/aws").path] + arguments),
            environment: .inherit.updating(environment),
            output: .bytes(limit: 10_000_000),
            error: .string(limit: 1_000_000)
        )
        return (result.terminationStatus.isSuccess, result.standardOutput, result.standardError)
    }

    private init(endpoint: URL, keys: S3Credentials, lifeline: Pipe) {
        (self.endpoint, self.keys, self.lifeline) = (endpoint, keys, lifeline)
    }

    private struct Announcement: Decodable {
        let endpoint: String
        let accessKey: String
        let secretKey: String
    }

    private static func start() async throws -> RealStorage {
        let (server, input, output) = (Process(), Pipe(), Pipe())
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = ["python3", package.appendingPathComponent("Scripts/run-s3-server").path, bucket]
        server.environment = ProcessInfo.processInfo.environment.merging(["PYTHONPATH": tools.path]) { $1 }
        (server.standardInput, server.standardOutput) = (input, output)
        try server.run()
        let line = await firstLine(of: output.fileHandleForReading)
        let announced = try JSONDecoder().decode(Announcement.self, from: line)
        return RealStorage(
            endpoint: try #require(URL(string: announced.endpoint)),
            keys: S3Credentials(accessKey: announced.accessKey, secretKey: announced.secretKey),
            lifeline: input
        )
    }

    /// On a thread that may wait.
    private static func firstLine(of file: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var line = Data()
                while line.last != UInt8(ascii: "\n"), let next = try? file.read(upToCount: 1), !next.isEmpty { line += next }
                continuation.resume(returning: line)
            }
        }
    }
}
