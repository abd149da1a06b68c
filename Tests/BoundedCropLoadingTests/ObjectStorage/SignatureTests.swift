import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Signature Version 4, against Amazon's published examples and its own library.
@Suite(.timeLimit(.minutes(15))) struct SignatureTests {
    /// The examples of “Authenticating Requests: Using the Authorization Header” in S3's documentation.
    @Test(
        arguments: [
            ("GET", "/test.txt", [], ["range": "bytes=0-9"], "", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
            (
                "PUT", "/test%24file.text", [], ["date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
                "Welcome to Amazon S3.", "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            ),
            ("GET", "/", [["lifecycle", ""]], [:], "", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
            (
                "GET", "/", [["prefix", "J"], ["max-keys", "2"]], [:], "",
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ] as [(String, String, [[String]], [String: String], String, String)]
    )
    func itIsThatOfTheDocumentation(
        _ method: String,
        _ path: String,
        _ query: [[String]],
        _ headers: [String: String],
        _ body: String,
        _ expected: String
    ) {
        let signature = SignatureV4(
            credentials: S3Credentials(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1",
            date: Date(timeIntervalSince1970: 1_369_353_600)
        )
        let hash = Fingerprint.text(of: body.utf8)
        let fixed = [("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", hash), ("x-amz-date", "20130524T000000Z")]
        let signed = signature.authorization(
            method: method,
            path: path,
            query: query.map { ($0[0], $0[1]) },
            headers: headers.map { ($0, $1) } + fixed,
            payloadHash: hash
        )
        #expect(signature.timestamp == "20130524T000000Z")
        #expect(signed.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders="))
        #expect(signed.hasSuffix("Signature=\(expected)"))
    }

    /// From aws-sig-v4-test-suite: those whose paths are not normalized, since S3's are not.
    @Test(
        arguments: [
            ("get-vanilla", "GET", "/", [], [], "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            (
                "get-vanilla-query-order-key-case", "GET", "/", [["Param2", "value2"], ["Param1", "value1"]], [],
                "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
            ),
            (
                "get-vanilla-empty-query-key", "GET", "/", [["Param1", "value1"]], [],
                "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"
            ),
            (
                "get-vanilla-utf8-query", "GET", "/", [["ሴ", "bar"]], [], "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"
            ),
            (
                "get-unreserved", "GET", "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", [], [],
                "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"
            ),
            ("get-utf8", "GET", "/%E1%88%B4", [], [], "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
            (
                "get-header-key-duplicate", "GET", "/", [],
                [["My-Header1", "value2"], ["My-Header1", "value2"], ["My-Header1", "value1"]],
                "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"
            ),
            (
                "get-header-value-trim", "GET", "/", [], [["My-Header1", " value1"], ["My-Header2", " \"a   b   c\""]],
                "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"
            ),
            ("post-vanilla", "POST", "/", [], [], "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        ] as [(String, String, String, [[String]], [[String]], String)]
    )
    func itIsThatOfTheTestSuite(
        _ name: String,
        _ method: String,
        _ path: String,
        _ query: [[String]],
        _ headers: [[String]],
        _ expected: String
    ) {
        let signature = SignatureV4(
            credentials: S3Credentials(accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1",
            service: "service",
            date: Date(timeIntervalSince1970: 1_440_938_160)
        )
        let signed = signature.authorization(
            method: method,
            path: path,
            query: query.map { ($0[0], $0[1]) },
            headers: headers.map { ($0[0], $0[1]) } + [("Host", "example.amazonaws.com"), ("X-Amz-Date", "20150830T123600Z")],
            payloadHash: Fingerprint.text(of: [])
        )
        #expect(signed.hasSuffix("Signature=\(expected)"), "\(name)")
    }

    private struct Table: Decodable {
        let date: String
        let accessKey: String
        let secretKey: String
        let requests: [Request]

        struct Request: Decodable {
            let operation, method, bucket, key, region, host, path, payloadHash, authorization: String
            let endpoint: String?
            let pathStyle: Bool
            let token: String?
            let query: [[String]]
            let headers: [String: String]
        }
    }

    /// `Scripts/make-signature-table` wrote the table.
    @Test func itIsThatOfBotocoreForTheSamePlaceAndFields() throws {
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: Fixture.root.appendingPathComponent("s3/signatures.json")))
        #expect(table.requests.count > 50)
        let date = try #require(InternetDate.date(table.date))
        for row in table.requests {
            var configuration = S3Configuration()
            configuration.endpoint = row.endpoint.flatMap { URL(string: $0) }
            configuration.usesPathStyle = row.pathStyle
            let endpoint = try S3Endpoint(of: row.bucket, in: row.region, configuration)
            // In its first region, botocore still uses the name without a region.
            let host = row.region == "us-east-1" ? row.host.replacing("s3.amazonaws", with: "s3.us-east-1.amazonaws") : row.host
            #expect(endpoint.host == host)
            #expect(endpoint.path(of: row.key) == row.path)
            let keys = S3Credentials(accessKey: table.accessKey, secretKey: table.secretKey, sessionToken: row.token)
            let signed = SignatureV4(credentials: keys, region: row.region, date: date).authorization(
                method: row.method,
                path: row.path,
                query: row.query.map { ($0[0], $0[1]) },
                headers: row.headers.map { ($0, $1) },
                payloadHash: row.payloadHash
            )
            #expect(signed == row.authorization, "\(row.operation) \(row.key)")
        }
    }

    @Test(arguments: [
        (-1e300, "19700101T000000Z"), (0, "19700101T000000Z"), (1_709_164_799, "20240228T235959Z"), (1_709_251_199, "20240229T235959Z"),
        (1e300, "99991231T235959Z"), (.nan, "19700101T000000Z"),
    ])
    func everyDateHasItsForm(_ seconds: Double, _ text: String) {
        let keys = S3Credentials(accessKey: "a", secretKey: "b")
        #expect(SignatureV4(credentials: keys, region: "r", date: Date(timeIntervalSince1970: seconds)).timestamp == text)
    }
}
