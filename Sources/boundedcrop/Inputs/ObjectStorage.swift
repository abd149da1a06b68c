import BoundedCrop
import Synchronization

#if HTTP
import BoundedCropLoading
#endif

/// Reads, writes and lists objects, which are named as `s3://bucket/key`. A build without the trait HTTP cannot, and says so.
final class ObjectStorage: Sendable {
    /// Whether a text names an object, a prefix or a bucket.
    static func isLocation(_ text: String) -> Bool { text.prefix(scheme.count).lowercased() == scheme }

    /// Whether a location is a bucket, or a prefix that ends with a slash.
    static func isFolder(_ location: String) -> Bool {
        let slash = UInt8(ascii: "/")
        return location.utf8.last == slash || !location.utf8.dropFirst(scheme.utf8.count).contains(slash)
    }

    private static let scheme = "s3://"

    #if HTTP
    private let makeConfiguration: @Sendable () throws -> S3Configuration
    private let client = Mutex<S3Client?>(nil)

    /// - Parameter configuration: Called when something is read or written for the first time.
    init(_ configuration: @escaping @Sendable () throws -> S3Configuration) { makeConfiguration = configuration }

    /// For runs without objects.
    convenience init() { self.init { S3Configuration() } }

    private func connected() throws -> S3Client {
        try client.withLock { client in
            let made = try client ?? S3Client(makeConfiguration())
            client = made
            return made
        }
    }

    /// - Throws: `limitExceeded` for more bytes than the limits allow, `invalidResponse` for a content encoding that makes them no picture,
    ///   and what `S3Client` throws.
    func bytes(of location: String, limits: ImageLimits) async throws -> [UInt8] {
        guard let object = try await connected().object(at: S3Location(location), byteLimit: limits.maximumBytes) else { return [] }
        try object.encoding.check(object.bytes, from: "the object storage")
        return object.bytes
    }

    func exists(_ location: String) async throws -> Bool {
        do {
            _ = try await connected().entry(at: S3Location(location))
            return true
        } catch let error as BoundedCropError where error.code == .fileNotFound {
            return false
        }
    }

    /// Writes an object in one request.
    /// - Throws: `fileExists` if there is one that must not be replaced, and what `S3Client` throws.
    func write(_ bytes: [UInt8], to location: String, type: String, replacing: Bool) async throws {
        try await connected().put(bytes, at: S3Location(location), type: type, overwriting: replacing)
    }

    /// The locations of the objects below a prefix, in the order of the server.
    func locations(below prefix: String, isRecursive: Bool) throws -> Locations {
        let entries = try connected().entries(below: S3Location(prefix), recursive: isRecursive)
        return Locations(entries: entries.makeAsyncIterator())
    }

    /// Throws `invalidURL` for a bucket or a key that is not possible.
    static func check(_ location: String) throws { _ = try S3Location(location) }

    func finish() async { await client.withLock { $0 }?.shutDown() }

    struct Locations {
        fileprivate var entries: S3Listing.AsyncIterator

        mutating func next() async throws -> String? { try await entries.next()?.location.text }
    }
    #else
    private static let missing = BoundedCropError(
        .invalidURL,
        "this boundedcrop was built without object storage; build it with the trait HTTP"
    )

    func bytes(of location: String, limits: ImageLimits) async throws -> [UInt8] { throw Self.missing }

    func exists(_ location: String) async throws -> Bool { throw Self.missing }

    func write(_ bytes: [UInt8], to location: String, type: String, replacing: Bool) async throws { throw Self.missing }

    func locations(below prefix: String, isRecursive: Bool) throws -> Locations { throw Self.missing }

    static func check(_ location: String) throws { throw missing }

    func finish() async {}

    struct Locations {
        mutating func next() async throws -> String? { nil }
    }
    #endif
}

/// An output that becomes an object. It is sent when the work on its picture is done, so that no thread waits for the network.
struct Upload: Sendable {
    let bytes: [UInt8]
    let location: String
    /// The media type.
    let type: String
    let replaces: Bool
    /// What to do if the object exists.
    var advice = "use --overwrite or --skip-existing"

    /// Sends the output.
    /// - Throws: `fileExists` if the object exists and must not be replaced, and what `ObjectStorage` throws.
    func send(to objects: ObjectStorage) async throws {
        do {
            try await objects.write(bytes, to: location, type: type, replacing: replaces)
        } catch let error as BoundedCropError {
            let message =
                error.code == .fileExists ? "\(location) already exists: \(advice)" : "\(location) was not written: \(error.message)"
            throw BoundedCropError(error.code, message, underlying: error)
        }
    }
}
