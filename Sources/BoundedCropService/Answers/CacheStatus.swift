internal import BoundedCrop
internal import HTTPTypes

/// How the caches of answers handled a request: `Cache-Status` (RFC 9211).
enum CacheStatus {
    /// The value of the field; nil where no answer was looked for, as for a 304. Keys are not told.
    static func text(_ times: RequestTimes) -> String? {
        switch times.origin {
        case nil: nil
        case .memory: "BoundedCrop; hit; detail=memory"
        case .storage: "BoundedCrop; hit; detail=storage"
        case .made:
            "BoundedCrop; fwd=miss" + (times.isStored ? "; stored" : "") + (times.startedWork ? "" : "; collapsed")
        }
    }
}

extension HTTPField.Name {
    static let cacheStatus = named("Cache-Status")
}
