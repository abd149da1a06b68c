import BoundedCrop
import Foundation
import PictureServer
import TestSupport

/// An object server that lists what the test says, whether that is stored there or not.
struct FakeListing {
    let server: PictureServer

    /// - Parameter page: The keys of a page, by its number from 0, and whether more come; nil for an error.
    init(_ page: @escaping @Sendable (Int) -> (keys: [String], hasMore: Bool)?) async throws {
        server = try await PictureServer()
        let script: PictureServer.Script = { request in
            let parameters = request.query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            let token = parameters.first { $0[0] == "continuation-token" }?.last ?? "0"
            guard let number = Int(token), let (keys, hasMore) = page(number) else {
                return Self.document(404, "<Error><Code>NoSuchBucket</Code><Message>It is gone.</Message></Error>")
            }
            return Self.document(200, Self.listing(keys, next: hasMore ? number + 1 : nil))
        }
        server.serve("/photos", script)
        server.serve("/photos/", script)
    }

    /// Answers requests for an object with a photo.
    func add(_ keys: String...) throws { try add(keys) }

    func add(_ keys: [String]) throws {
        let photo = try Fixture.bytes(Fixture.portrait)
        for key in keys { server.serve("/photos/\(key)", .picture(photo, entityTag: "\"1\"")) }
    }

    var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL": "http://127.0.0.1:\(server.port)", "AWS_ACCESS_KEY_ID": "any", "AWS_SECRET_ACCESS_KEY": "any",
            "AWS_REGION": "us-east-1", "AWS_CONFIG_FILE": "/nothing", "AWS_SHARED_CREDENTIALS_FILE": "/nothing",
        ]
    }

    private static func document(_ status: Int, _ body: String) -> Answer {
        Answer(status: status, headers: ["content-type": "application/xml"], body: Array(("<?xml version=\"1.0\"?>" + body).utf8))
    }

    private static func listing(_ keys: [String], next: Int?) -> String {
        let contents = keys.map { key in
            """
            <Contents><Key>\(PercentEncoding.encoded(key))</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>\
            <ETag>&quot;1&quot;</ETag><Size>9</Size></Contents>
            """
        }
        let token = next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? ""
        return """
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>photos</Name><EncodingType>url</EncodingType>
            <KeyCount>\(keys.count)</KeyCount><IsTruncated>\(next != nil)</IsTruncated>\(token)\(contents.joined())</ListBucketResult>
            """
    }
}
