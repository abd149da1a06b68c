internal import BoundedCrop
package import BoundedCropLoading

/// Where services share answers or detections.
package enum StorageLocation: Hashable, Sendable, CustomStringConvertible {
    /// A folder, usually of a file server.
    case folder(String)
    /// A bucket of an object storage, with a prefix.
    case s3(S3Location)
    /// A Redis or Valkey server.
    case redis(RedisAddress)

    /// Reads a folder, `s3://bucket/prefix` or `redis://:password@host:port/database?prefix=text`.
    ///
    /// - Throws: `invalidURL`, without the text of an address, which may hold a password.
    package init(_ text: String) throws {
        guard let end = text.firstRange(of: "://") else {
            self = .folder(text)
            return
        }
        switch text[..<end.lowerBound].lowercased() {
        case "s3": self = .s3(try S3Location(text))
        case "redis": self = .redis(try RedisAddress(text))
        case "rediss":
            throw BoundedCropError(.invalidURL, "connections to Redis are not encrypted: use redis:// in a network that can be trusted")
        case let scheme:
            throw BoundedCropError(.invalidURL, "a storage is a folder, s3://bucket/prefix or redis://host:port/0, not \(scheme)://")
        }
    }

    /// The location as ``init(_:)`` reads it, without a password.
    package var description: String {
        switch self {
        case .folder(let folder): folder
        case .s3(let location): location.text
        case .redis(let address): address.description
        }
    }
}

extension SettingFormat<StorageLocation> {
    static var storage: Self {
        Self("folder|url") {
            do {
                return try StorageLocation($0)
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, error.message, underlying: error)
            }
        } text: {
            $0.description
        }
    }
}
