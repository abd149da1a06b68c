internal import BoundedCrop
package import BoundedCropLoading
package import Foundation
internal import Subprocess
internal import SystemPackage
internal import TestSupport

/// moto's S3 server, run by `Scripts/run-s3-server`, which checks signatures. Shared by all tests of this process, and ended with it.
package struct ObjectServer: Sendable {
    private static let tools = Fixture.package.appendingPathComponent(".build/s3-tools")
    private static let started = Task { try await start(["photos", "thumbnails"]) }

    /// Whether moto is there; `make test` installs it.
    package static var isInstalled: Bool { FileManager.default.fileExists(atPath: tools.appendingPathComponent("complete").path) }

    package static var running: ObjectServer {
        get async throws { try await started.value }
    }

    package let endpoint: URL
    private let keys: S3Credentials
    /// Writes and reads what tests need.
    package let client: S3Client

    /// The variables by which programs find it.
    package var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL": endpoint.absoluteString, "AWS_ACCESS_KEY_ID": keys.accessKey, "AWS_SECRET_ACCESS_KEY": keys.secretKey,
            "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/nothing",
            "AWS_SHARED_CREDENTIALS_FILE": "/nothing",
        ]
    }

    package var configuration: S3Configuration { client.configuration }

    /// A prefix that no other test has, such as `s3://photos/UUID/`.
    package func prefix(in bucket: String = "photos") -> String { "s3://\(bucket)/\(UUID().uuidString)/" }

    package func write(_ bytes: [UInt8], to location: String) async throws {
        try await client.put(bytes, at: S3Location(location), overwriting: true)
    }

    /// Writes a fixture below a prefix.
    package func add(_ fixture: String, as location: String) async throws {
        try await write(Fixture.bytes(fixture), to: location)
    }

    /// Nil only if there is no such object.
    package func object(_ location: String) async throws -> S3Object? {
        do {
            return try await client.object(at: S3Location(location))
        } catch let error as BoundedCropError where error.code == .fileNotFound {
            return nil
        }
    }

    /// The rest of the keys below a prefix, sorted.
    package func keys(below prefix: String) async throws -> [String] {
        var keys: [String] = []
        for try await entry in client.entries(below: try S3Location(prefix), recursive: true) {
            keys.append(String(entry.location.text.dropFirst(prefix.count)))
        }
        return keys.sorted()
    }

    private struct Announcement: Decodable {
        let endpoint: URL
        let accessKey: String
        let secretKey: String
    }

    /// Starts another one, with only these buckets.
    package static func start(_ buckets: [String]) async throws -> ObjectServer {
        let (input, output) = (Pipe(), Pipe())
        Task {
            _ = try await run(
                .name("python3"),
                arguments: Arguments([Fixture.package.appendingPathComponent("Scripts/run-s3-server").path] + buckets),
                environment: .inherit.updating(["PYTHONPATH": tools.path]),
                // It ends when this process does, which closes the other end.
                input: .fileDescriptor(descriptor(input.fileHandleForReading), closeAfterSpawningProcess: false),
                output: .fileDescriptor(descriptor(output.fileHandleForWriting), closeAfterSpawningProcess: false),
                error: .discarded
            )
            // Ends the wait for its announcement if it could not start.
            try output.fileHandleForWriting.close()
            try input.fileHandleForReading.close()
        }
        lifelines.append(input)
        let line = await firstLine(of: output)
        let announced = try JSONDecoder().decode(Announcement.self, from: line)
        let keys = S3Credentials(accessKey: announced.accessKey, secretKey: announced.secretKey)
        var configuration = S3Configuration()
        (configuration.environment, configuration.endpoint, configuration.credentials) = ([:], announced.endpoint, .fixed(keys))
        return ObjectServer(endpoint: announced.endpoint, keys: keys, client: S3Client(configuration))
    }

    private static func descriptor(_ handle: FileHandle) -> FileDescriptor { FileDescriptor(rawValue: handle.fileDescriptor) }

    private static func firstLine(of pipe: Pipe) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var line = Data()
                let handle = pipe.fileHandleForReading
                while line.last != UInt8(ascii: "\n"), case let part = handle.availableData, !part.isEmpty { line += part }
                continuation.resume(returning: line)
            }
        }
    }

    private static let lifelines = Record<Pipe>()
}
