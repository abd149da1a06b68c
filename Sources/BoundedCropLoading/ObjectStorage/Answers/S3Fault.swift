internal import AsyncHTTPClient
public import BoundedCrop
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

extension S3Fault {
    /// The error for the caller: what was wrong, with the evidence, and what to do.
    func error(of request: S3Request, now: Date) -> BoundedCropError {
        let (code, text) = description(of: request, now)
        // Broken off by the server for slowness: the same as 408. Another write was under way, which may yet fail: to be asked again.
        let status = ["RequestTimeout": 408, "ConditionalRequestConflict": 503][self.code] ?? status
        let underlying = HTTPStatusError(status: status, retryAfter: retryAfter)
        return BoundedCropError(code, text, underlying: underlying, path: request.location.text)
    }

    private func description(of request: S3Request, _ now: Date) -> (BoundedCropError.Code, String) {
        let bucket = request.location.bucket
        switch code {
        case "NoSuchBucket":
            return (.fileNotFound, "there is no bucket “\(bucket)” in this object storage; check its name and the endpoint")
        case "NoSuchKey":
            return (.fileNotFound, Self.noObject)
        case "SignatureDoesNotMatch":
            return (
                .accessDenied,
                "the object storage rejects the signature\(said); check the secret key, and that no proxy changes requests"
            )
        case "InvalidAccessKeyId":
            return (.accessDenied, "the object storage does not know the access key\(said); check it, and that it is for this endpoint")
        case "ExpiredToken", "TokenRefreshRequired", "InvalidToken":
            return (.accessDenied, "the temporary keys have expired, or their token is wrong\(said); log in again or renew them")
        case "RequestTimeTooSkewed":
            let server = serverTime.map { HTTPDate.text($0) } ?? "unknown"
            return (
                .wrongClock,
                "the clocks differ too much: it is \(HTTPDate.text(now)) here and \(server) in the object storage; set this machine’s clock"
            )
        default:
            return byStatus(of: request)
        }
    }

    private func byStatus(of request: S3Request) -> (BoundedCropError.Code, String) {
        switch status {
        case 301, 307, 308:
            let place = region.map { "region \($0)" } ?? "another region or at another endpoint"
            return (.wrongRegion, "the bucket “\(request.location.bucket)” is in \(place)\(said); set the region and the endpoint")
        case 400 where region != nil:
            return (.wrongRegion, "the object storage expects region \(region ?? "")\(said); set the region")
        case 401, 403:
            let policy = "the policy of the keys or of the bucket must allow \(request.action.rawValue)"
            let hint = request.action == .read ? "; objects that are not there are refused too if s3:ListBucket is not allowed" : ""
            return (.accessDenied, "the object storage denies access\(said): \(policy)\(hint)")
        case 404:
            return (.fileNotFound, request.action == .read ? Self.noObject : "the object storage finds no such bucket or place\(said)")
        case 412 where request.isConditional:
            return (.fileExists, Self.thereIsOne)
        case 416:
            return (.invalidArgument, "the object has no such range of bytes\(said)")
        case 429, 503:
            return (.invalidStatusCode, "the object storage asks for fewer requests: status \(status)\(said)")
        case 501:
            return (.invalidStatusCode, "the object storage cannot do this: status 501\(said)")
        default:
            return (.invalidStatusCode, "the object storage answers with status \(status)\(said)")
        }
    }

    static let thereIsOne = "there is an object already; ask to overwrite it, or choose another name"
    private static let noObject = "there is no such object; check the key, in which upper and lower case differ"

    /// The storage's own words in brackets.
    private var said: String {
        let words = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
        return words.isEmpty ? "" : " (\(words))"
    }
}

extension BoundedCropError.Code {
    /// The object storage does not let these keys do this.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// There are no keys for the object storage: the message says where they were looked for.
    public static let noCredentials = Self(rawValue: "noCredentials")
    /// The bucket is in another region: the message names it.
    public static let wrongRegion = Self(rawValue: "wrongRegion")
    /// The clock of this machine and that of the object storage differ too much: the message has both.
    public static let wrongClock = Self(rawValue: "wrongClock")
}
