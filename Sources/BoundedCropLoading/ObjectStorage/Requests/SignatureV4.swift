internal import BoundedCrop
internal import CLibrary
internal import FoundationEssentials

/// Signs requests with Amazon's Signature Version 4, in a header field.
struct SignatureV4 {
    let credentials: S3Credentials
    let region: String
    var service = "s3"
    let date: Date

    /// The value of the `Authorization` field.
    ///
    /// - Parameters:
    ///   - path: The path as it is sent, escaped once.
    ///   - query: The names and values of the query, not escaped.
    ///   - headers: All fields to sign, among them `host` and `x-amz-date`.
    ///   - payloadHash: The SHA-256 of the body in hexadecimal.
    func authorization(
        method: String,
        path: String,
        query: [(name: String, value: String)],
        headers: [(name: String, value: String)],
        payloadHash: String
    ) -> String {
        let fields = Self.canonical(headers)
        let names = fields.map(\.name).joined(separator: ";")
        let request = Self.canonicalRequest(method, path, query, fields, payloadHash)
        let toSign = ["AWS4-HMAC-SHA256", timestamp, scope, Fingerprint.text(of: request.utf8)].joined(separator: "\n")
        let signature = Hexadecimal.text(Self.code(Array(toSign.utf8), key))
        return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
    }

    /// The date for the `x-amz-date` field, such as `20130524T000000Z`.
    var timestamp: String {
        var seconds = time_t(Int(date.timeIntervalSince1970, within: 0...253_402_300_799, rounded: .down))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(1900 + Int(parts.tm_year))\(two(parts.tm_mon + 1))\(two(parts.tm_mday))"
        return "\(day)T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }

    /// Escapes a name or a value of a query.
    static func escaped(_ text: String) -> String { PercentEncoding.encoded(text, keeping: "-._~") }

    /// The query as it is sent.
    static func text(of query: [(name: String, value: String)]) -> String {
        query.map { (escaped($0.name), escaped($0.value)) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private var scope: String { "\(timestamp.prefix(8))/\(region)/\(service)/aws4_request" }

    private var key: [UInt8] {
        [String(timestamp.prefix(8)), region, service, "aws4_request"].reduce(Array("AWS4\(credentials.secretKey)".utf8)) {
            Self.code(Array($1.utf8), $0)
        }
    }

    private static func code(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
        MessageAuthentication.sha256.code(of: message, key: key)
    }

    static func canonicalRequest(
        _ method: String,
        _ path: String,
        _ query: [(name: String, value: String)],
        _ fields: [(name: String, value: String)],
        _ payloadHash: String
    ) -> String {
        let lines = fields.map { "\($0.name):\($0.value)\n" }.joined()
        return [method, path, text(of: query), lines, fields.map(\.name).joined(separator: ";"), payloadHash].joined(separator: "\n")
    }

    /// The fields by lower-case name, sorted, with single spaces; those of the same name joined.
    static func canonical(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        var values: [String: [String]] = [:]
        for (name, value) in headers {
            values[name.lowercased(), default: []].append(value.split(separator: " ").joined(separator: " ").trimmingSpaces())
        }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
    }
}
