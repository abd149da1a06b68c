internal import BoundedCrop
public import BoundedCropLoading
internal import Logging

extension ServiceConfiguration {
    /// Whether pictures are served from object storage.
    public var usesObjectStorage: Bool { allowedBuckets != nil || root.map(Self.isLocation) ?? false }

    /// Whether anything is read from or written to object storage: pictures, or what services share.
    public var reachesObjectStorage: Bool {
        usesObjectStorage || [resultStorage, detectionStorage].contains { if case .s3? = $0 { true } else { false } }
    }

    /// Takes what is not set of how object storage is reached from another configuration, such as that of the environment.
    public mutating func completeObjectStorage(from other: S3Configuration) {
        let set = s3
        s3 = other
        s3.endpoint = set.endpoint ?? other.endpoint
        s3.region = set.region ?? other.region
        s3.usesPathStyle = set.usesPathStyle ?? other.usesPathStyle
    }

    /// The root, if it is a folder.
    var rootFolder: String? { root.flatMap { Self.isLocation($0) ? nil : $0 } }

    /// The root, if it is in object storage.
    var rootLocation: S3Location? {
        get throws { try root.flatMap { Self.isLocation($0) ? try S3Location($0) : nil } }
    }

    /// Where pictures are in object storage; nil if none are served.
    func objectSource(_ loader: ImageLoader, _ logger: Logger) throws -> ObjectSource? {
        guard usesObjectStorage else { return nil }
        return ObjectSource(
            client: S3Client(s3, logger: logger),
            loader: loader,
            root: try rootLocation,
            allowedBuckets: allowedBuckets ?? [],
            decoding: decoding
        )
    }

    static func isLocation(_ root: String) -> Bool { root.prefix(5).lowercased() == "s3://" }
}
