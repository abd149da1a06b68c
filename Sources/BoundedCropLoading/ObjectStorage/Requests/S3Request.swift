internal import BoundedCrop
internal import NIOHTTP1

/// A request to an object storage, before it is signed.
struct S3Request: Sendable {
    /// What the request does, by the name under which a policy allows it.
    enum Action: String, Sendable {
        case read = "s3:GetObject"
        case write = "s3:PutObject"
        case list = "s3:ListBucket"
        case remove = "s3:DeleteObject"
    }

    let action: Action
    let method: HTTPMethod
    let location: S3Location
    var query: [(name: String, value: String)] = []
    private(set) var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The SHA-256 of the body, made once for all attempts.
    private(set) var payloadHash = Self.emptyHash

    private static let emptyHash = Fingerprint.text(of: [])

    init(_ action: Action, _ method: HTTPMethod, _ location: S3Location) {
        (self.action, self.method, self.location) = (action, method, location)
    }

    /// Whether the request may only be done if there is no object yet.
    var isConditional: Bool { action == .write && headers.contains { $0.name == "if-none-match" } }

    mutating func set(body: [UInt8]) {
        self.body = body
        payloadHash = body.withUnsafeBytes { Fingerprint.text(of: $0) }
    }

    /// Throws `invalidArgument` for a value that cannot be sent as it is, since it would not be what is signed.
    mutating func add(_ name: String, _ value: String) throws {
        let isPossible = !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
        guard isPossible, !name.hasSuffix("-"), value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }), value.trimmingSpaces() == value
        else {
            throw BoundedCropError(
                .invalidArgument,
                "“\(name.prefix(60)): \(value.prefix(100))” cannot be sent: use letters, digits and hyphens in names, printable ASCII in values"
            )
        }
        headers.append((name.lowercased(), value))
    }
}

/// A request as it is sent.
struct SignedS3Request: Sendable {
    let url: String
    let headers: [(name: String, value: String)]
    /// The region that it was signed for.
    let region: String
    /// The keys that signed it; nil if it is not signed.
    let credentials: S3Credentials?
}
