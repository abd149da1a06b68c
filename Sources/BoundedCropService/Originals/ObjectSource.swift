internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials

/// Reads pictures in object storage: below the root, by their paths, and in the allowed buckets, by `s3://bucket/key`. Keys are taken
/// literally.
struct ObjectSource: Sendable {
    let client: S3Client
    /// Loads `s3` URLs, and keeps originals.
    let loader: ImageLoader
    /// The prefix below which paths are; nil for none.
    let root: S3Location?
    let allowedBuckets: [String]
    /// How pictures are decoded, which is a part of what they are.
    let decoding: DecodingOptions

    /// Whether the picture's text in a URL begins as that of an object: `s3://`, of which proxies leave one slash.
    static func isObject(_ image: String) -> Bool { image.prefix(4).lowercased() == "s3:/" }

    /// The objects that the picture's text in a URL may mean: that of this name, and if there is none, that without the query.
    ///
    /// Throws `sourceNotAllowed`, `invalidURL`, and `fileNotFound` for what names no object.
    func locations(_ image: String) throws -> [S3Location] {
        let plain = String(image.prefix { $0 != "?" })
        return try (plain == image ? [image] : [image, plain]).map(location)
    }

    private func location(_ image: String) throws -> S3Location {
        let location: S3Location
        if Self.isObject(image) {
            location = try S3Location("s3://" + image.dropFirst(3).drop { $0 == "/" })
            guard allowedBuckets.contains(location.bucket) else {
                throw BoundedCropError(.sourceNotAllowed, "“\(location.bucket)” is not an allowed bucket")
            }
        } else {
            guard let root else { throw BoundedCropError(.sourceNotAllowed, "only objects of the allowed buckets are served") }
            // By bytes, since a character may be a slash with an accent.
            guard !image.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) else {
                throw BoundedCropError(.sourceNotAllowed, "the path leads out of the pictures’ prefix")
            }
            let prefix = root.key.isEmpty || root.key.hasSuffix("/") ? root.key : root.key + "/"
            location = try S3Location(bucket: root.bucket, key: prefix + image)
        }
        guard !location.key.isEmpty, !location.key.hasSuffix("/") else {
            throw BoundedCropError(.fileNotFound, "there is no such picture")
        }
        return location
    }

    /// Identifies the first of the objects that there is, without reading it.
    func find(_ locations: [S3Location]) async throws -> FoundPicture {
        for location in locations {
            do {
                let entry = try await client.entry(at: location)
                let version = entry.entityTag ?? "\(entry.size) \(entry.lastModified?.timeIntervalSince1970 ?? 0)"
                return FoundPicture(
                    identity: "\(location.text) \(version)\(ImageSource.hashEnding(decoding))",
                    lastModified: entry.lastModified,
                    source: nil,
                    object: FoundPicture.Object(location: location, entityTag: entry.entityTag)
                )
            } catch let error as BoundedCropError where error.code == .fileNotFound {
                continue
            }
        }
        throw BoundedCropError(.fileNotFound, "there is no such picture")
    }

    /// The picture in the version that was found.
    ///
    /// Throws `pictureChanged` if it was replaced since.
    func picture(_ object: FoundPicture.Object) async throws -> ImageSource {
        for policy in [ImageRequest.CachePolicy.standard, .reload] {
            let original = try await loader.original(for: ImageRequest(object.location.url, cachePolicy: policy))
            if object.entityTag == nil || original.entityTag == object.entityTag { return original.source }
        }
        throw FoundPicture.replaced
    }
}
