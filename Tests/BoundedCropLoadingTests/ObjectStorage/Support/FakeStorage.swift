import BoundedCrop
import Foundation
import Logging
import PictureServer

@testable import BoundedCropLoading

/// A server that answers as the test says, and a client of it with keys.
struct FakeStorage {
    let server: PictureServer
    let clock: ImpatientClock
    let client: S3Client

    init(clock: ImpatientClock = ImpatientClock(), _ change: (inout S3Configuration) -> Void = { _ in }) async throws {
        (server, self.clock) = (try await PictureServer(), clock)
        client = S3Client(.testing(server.url(""), clock: clock, change), logger: .silent)
    }

    /// A photo in the bucket of these tests.
    static let photo = S3Location(listed: "anna.jpg", in: "photos")
    static let path = "/photos/anna.jpg"

    /// An error document.
    static func refusal(
        _ status: Int,
        _ code: String,
        _ message: String = "Because.",
        more: String = "",
        headers: [String: String] = [:]
    ) -> Answer {
        let document = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>\(code)</Code><Message>\(message)</Message>\(more)<RequestId>4442587FB7D0A2F9</RequestId></Error>
            """
        return Answer(status: status, headers: headers.merging(["content-type": "application/xml"]) { $1 }, body: Array(document.utf8))
    }
}

extension S3Configuration {
    /// For tests: nothing but what the test says is known, and only the test's clock ends waits.
    static func testing(_ endpoint: URL?, clock: any LoadingClock, _ change: (inout S3Configuration) -> Void = { _ in }) -> S3Configuration
    {
        var configuration = S3Configuration()
        configuration.environment = [:]
        configuration.endpoint = endpoint
        configuration.credentials = .fixed(S3Credentials(accessKey: "AKIDEXAMPLE", secretKey: "secret"))
        configuration.clock = clock
        (configuration.timeout, configuration.silenceTimeout) = (.seconds(3600), .seconds(3600))
        change(&configuration)
        return configuration
    }
}

extension Logger {
    static var silent: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }
}
