internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import Synchronization

/// Finds out what was corrected of a picture.
final class CorrectionLookup: Sendable {
    private let corrections: ServiceCorrections
    private let finder: PictureFinder
    /// What the contents of pictures are, by their identities.
    private let contents = Mutex(LeastRecentlyUsed<String, Content>(countLimit: 100_000, costLimit: .max))

    private struct Content {
        /// The SHA-256.
        let hash: String
        let size: PixelSize
    }

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
            pictures.append(.content(try await content(image, found, client).hash))
        }
        return PictureCorrections(all: all, pictures: pictures, tell: corrections.tell)
    }

    /// Replaces the corrections of a picture with one for all shapes, or with none.
    ///
    /// - Throws: What finding and reading the picture throws, and what changing the file throws.
    func save(_ image: String, _ words: [String: JSONNode]?, for client: String) async throws {
        let content = try await content(image, finder.find(image, for: client), client)
        let names = finder.names(of: image)
        let pictures = names.flatMap(corrections.pictures) + [.content(content.hash)]
        // A name that is new to the file is the one that people write.
        let own = names.first { if case .path(image) = $0 { true } else { false } }.flatMap { corrections.pictures(named: $0).last }
        let all = pictures.filter { $0 != own } + [own ?? .file(image)]
        try await corrections.save(Corrections.Edited(names: all, content: content.hash, size: content.size), words)
    }

    /// Of a picture that only its content names.
    func corrections(ofUpload bytes: [UInt8]) async throws -> PictureCorrections {
        guard let all = await corrections.current, all.namesContents else { return .none }
        let hash = try await ImageLoader.standardWorkers.run { _ in Fingerprint.text(of: bytes) }
        return PictureCorrections(all: all, pictures: [.content(hash)], tell: corrections.tell)
    }

    /// Reads a picture for that once.
    private func content(_ image: String, _ found: FoundPicture, _ client: String) async throws -> Content {
        if let content = contents.withLock({ $0.use(found.identity) }) { return content }
        let fetched = try await finder.fetch(found, image, for: client)
        let source = try await finder.picture(image, fetched)
        let hash = try await ImageLoader.standardWorkers.run { _ in Fingerprint.text(of: source.bytes) }
        let content = Content(hash: hash, size: source.size)
        contents.withLock { $0.insert(content, for: found.identity) }
        return content
    }
}
