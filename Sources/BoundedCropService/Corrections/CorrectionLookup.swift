internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import Synchronization

/// Finds out what was corrected of a picture.
final class CorrectionLookup: Sendable {
    private let corrections: ServiceCorrections
    private let finder: PictureFinder
    /// The hashes of pictures' content, by their identities.
    private let contents = Mutex(LeastRecentlyUsed<String, String>(countLimit: 100_000, costLimit: .max))

    init(_ corrections: ServiceCorrections, finder: PictureFinder) {
        (self.corrections, self.finder) = (corrections, finder)
    }

    /// Of a picture as URLs name it.
    ///
    /// - Parameter found: The picture; nil if it has not been looked for.
    /// - Throws: What finding and reading the picture throws.
    func corrections(of image: String, _ found: FoundPicture?, for client: String) async throws -> PictureCorrections {
        guard let all = await corrections.current else { return .none }
        var pictures = finder.names(of: image).flatMap(corrections.pictures)
        if all.namesContents {
            let found = if let found { found } else { try await finder.find(image, for: client) }
            pictures.append(.content(try await contentHash(image, found, client)))
        }
        return PictureCorrections(all: all, pictures: pictures)
    }

    /// Replaces the corrections of a picture with one for all shapes, or with none.
    ///
    /// - Throws: What finding the picture throws, and what changing the file throws.
    func save(_ image: String, _ words: [String: JSONNode]?, for client: String) async throws {
        let found = try await finder.find(image, for: client)
        let names = finder.names(of: image)
        var pictures = names.flatMap(corrections.pictures)
        if await corrections.current?.namesContents == true { pictures.append(.content(try await contentHash(image, found, client))) }
        // A name that is new to the file is the one that people write.
        let own = names.first { if case .path(image) = $0 { true } else { false } }.flatMap { corrections.pictures(named: $0).last }
        try await corrections.save(pictures.filter { $0 != own } + [own ?? .file(image)], words)
    }

    /// Of a picture that only its content names.
    func corrections(ofUpload bytes: [UInt8]) async throws -> PictureCorrections {
        guard let all = await corrections.current, all.namesContents else { return .none }
        let hash = try await ImageLoader.standardWorkers.run { _ in Fingerprint.text(of: bytes) }
        return PictureCorrections(all: all, pictures: [.content(hash)])
    }

    /// The SHA-256 of a picture, which is read for that once.
    private func contentHash(_ image: String, _ found: FoundPicture, _ client: String) async throws -> String {
        if let hash = contents.withLock({ $0.use(found.identity) }) { return hash }
        let fetched = try await finder.fetch(found, image, for: client)
        let source = try await finder.picture(image, fetched)
        let hash = try await ImageLoader.standardWorkers.run { _ in Fingerprint.text(of: source.bytes) }
        contents.withLock { $0.insert(hash, for: found.identity) }
        return hash
    }
}
