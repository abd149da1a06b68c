internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// What an object storage answers to a request that it refuses.
struct S3Fault: Error {
    let status: Int
    /// The storage's name for the reason, such as `NoSuchKey`; empty if it sent none, as to `HEAD`.
    let code: String
    /// The storage's own words, on one line.
    let message: String
    /// The region of the bucket, if the answer names it.
    let region: String?
    /// The time by the storage's clock.
    let serverTime: Date?
    let retryAfter: Duration?

    private static let byteLimit = 65_536

    /// Reads the answer's error document, if it has one.
    init(_ response: HTTPClientResponse) async {
        let bytes = (try? await response.body.collect(upTo: Self.byteLimit)).map { Array($0.readableBytesView) } ?? []
        self.init(status: Int(response.status.code), headers: response.headers, document: bytes)
    }

    init(status: Int, headers: HTTPHeaders, document: [UInt8]) {
        let error = XMLTree(document, elementLimit: 100)?.root
        func value(_ name: String) -> String {
            (error?.children.first { $0.localName == name }?.text ?? "").trimmingSpaces()
        }
        self.status = status
        code = String(value("Code").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(60))
        message = String(value("Message").map { $0.isNewline ? " " : $0 }.prefix(300))
        let named = headers.first(name: "x-amz-bucket-region") ?? value("Region")
        region = S3Endpoint.isRegion(named) ? named : nil
        serverTime = InternetDate.date(value("ServerTime")) ?? headers.first(name: "date").flatMap { HTTPDate.date($0.trimmed()) }
        retryAfter = headers.first(name: "retry-after").flatMap { HTTPNumber.value($0.trimmed()) }.map { .seconds($0) }
    }

    /// Whether the answer says that the bucket is in another region than the one for which the request was signed.
    func isMoved(from used: String) -> Bool { [301, 307, 308, 400].contains(status) && region != nil && region != used }

    /// Whether the keys are too old.
    var isExpired: Bool { ["ExpiredToken", "TokenRefreshRequired", "InvalidToken"].contains(code) }

    var isWrongClock: Bool { code == "RequestTimeTooSkewed" }
}

extension XMLTree.Element {
    /// The name without its namespace, which differs between servers.
    var localName: String { name.split(separator: "|").last.map(String.init) ?? name }
}
