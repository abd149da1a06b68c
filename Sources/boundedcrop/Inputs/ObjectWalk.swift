internal import BoundedCrop

/// Finds one picture after the other in a listing of objects. As in folders, hidden ones are left out, and so are those that are not named
/// like pictures: to look into each would be a request.
struct ObjectWalk {
    private let prefix: String
    private let isRecursive: Bool
    private let objects: ObjectStorage
    private let filter: InputFilter
    private var locations: ObjectStorage.Locations?
    private var hasFound = false
    private var hasEnded = false

    init(below prefix: String, isRecursive: Bool, _ objects: ObjectStorage, filter: InputFilter) {
        self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
        self.isRecursive = isRecursive
        self.objects = objects
        self.filter = filter
    }

    /// The next picture, or why there are no more; nil at the end, and if the task is cancelled.
    mutating func next() async -> PictureFiles.Element? {
        guard !hasEnded else { return nil }
        do {
            if locations == nil { locations = try objects.locations(below: prefix, isRecursive: isRecursive) }
            while let location = try await locations?.next() {
                guard let found = found(location) else { continue }
                if found.isPicture { hasFound = true }
                return found
            }
            hasEnded = true
            if hasFound { return nil }
            let hint = isRecursive ? "" : "; --recursive also lists the keys with more slashes"
            throw BoundedCropError(.fileNotFound, "there are no pictures below this prefix\(hint)")
        } catch is CancellationError {
            return nil
        } catch {
            hasEnded = true
            let error = error as? BoundedCropError ?? BoundedCropError(.unreadableFile, "\(error)", underlying: error)
            return .failure(InputFailure(path: prefix, error: error))
        }
    }

    private func found(_ location: String) -> PictureFiles.Element? {
        let slash = UInt8(ascii: "/")
        // By bytes, since a character may be a slash with an accent.
        let key = location.utf8.dropFirst(prefix.utf8.count)
        let isHidden = key.split(separator: slash).contains { $0.first == UInt8(ascii: ".") }
        let unread = UnreadPicture.format(of: location)
        guard !isHidden, key.last != slash, unread != nil || PictureFiles.isNamedLikePicture(location) else { return nil }
        if filter.earlier?.holdsObject(location, listedBelow: prefix) == true { return nil }
        if filter.excludes(String(decoding: key, as: UTF8.self)) { return nil }
        return unread.map { .failure(UnreadPicture.failure(location, $0)) } ?? .success(PictureEntry(object: location, relativeKey: key))
    }
}
