import BoundedCrop
import Foundation
import ObjectServer
import TestSupport

/// A prefix of its own on the object server, and a folder in which the command runs.
struct ObjectScene {
    let server: ObjectServer
    let scratch: TemporaryFolder
    /// Where the pictures are, such as `s3://photos/UUID/`.
    let photos: String
    /// Where crops go to.
    let crops: String

    init() async throws {
        server = try await ObjectServer.running
        scratch = try TemporaryFolder()
        (photos, crops) = (server.prefix(), server.prefix(in: "thumbnails"))
    }

    /// Adds a photo below the prefix.
    func add(_ keys: String..., fixture: String = Fixture.portrait) async throws {
        for key in keys { try await server.add(fixture, as: photos + key) }
    }

    /// Runs the command with the server's keys. The line is split at spaces; PHOTOS and CROPS are the prefixes.
    func boundedcrop(
        _ line: String,
        _ more: [String] = [],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Command.Outcome {
        let words = line.replacing("PHOTOS", with: photos).replacing("CROPS", with: crops).split(separator: " ").map(String.init)
        return try await Command.run(
            words + more,
            in: scratch.url,
            environment: server.environment.merging(environment) { $1 },
            input: Array(input.utf8)
        )
    }
}

extension Command.Outcome {
    /// The codes of the errors that were printed as JSON.
    func errorCodes() throws -> [String] { try objects().compactMap { ($0["error"] as? [String: String])?["code"] } }

    /// The locations or files of the outputs that were printed as JSON.
    func outputs() throws -> [String] { try objects().compactMap { ($0["output"] as? [String: Any])?["file"] as? String } }
}
