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
    /// - Parameters:
    ///   - found: The picture; nil to look for it if its content makes a difference.
    ///   - upload: The same picture, if it came with the request.
    /// - Throws: What reading the picture throws that was found.
    func corrections(
        of image: String,
        _ found: FoundPicture?,
        upload: [UInt8]? = nil,
        for client: String
    ) async throws -> PictureCorrections {
        guard let all = await corrections.current else { return .none }
        let pictures = finder.names(of: image).flatMap(corrections.pictures)
        let checks = all.namesContents || all.checksContent(of: pictures)
        // What was shown in a picture is shown in no other that is sent under its name.
        let sent: String? = if checks, let upload { try await Self.hash(of: upload) } else { nil }
        guard all.namesContents || found != nil && checks else { return known(all, pictures, sent) }
        do {
            let found = if let found { found } else { try await finder.find(image, for: client) }
            let hash = try await content(image, found, client).hash
            return known(all, pictures + [.content(hash)], sent ?? hash)
        } catch is BoundedCropError where found == nil {
            // What is hidden under its name stays so, whether or not it is found there.
            return known(all, pictures, sent)
        }
    }

    /// - Parameter content: The SHA-256 of the picture; nil if it makes no difference.
    private func known(_ all: Corrections, _ pictures: [Corrections.Picture], _ content: String?) -> PictureCorrections {
        PictureCorrections(all: all, pictures: pictures, content: content, tell: corrections.tell)
    }

    private static func hash(of bytes: [UInt8]) async throws -> String {
        try await ImageLoader.standardWorkers.run { _ in Fingerprint.text(of: bytes) }
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
        let hash = try await Self.hash(of: bytes)
        return known(all, [.content(hash)], hash)
    }

    /// Those of an upload under its name, with what redactions hide and show in its content.
    func redacting(_ bytes: [UInt8], _ named: PictureCorrections) async throws -> PictureCorrections {
        guard let all = await corrections.current, all.namesContents else { return named }
        return named.redacting(.content(try await Self.hash(of: bytes)), of: all, tell: corrections.tell)
    }

    /// Reads a picture for that once.
    private func content(_ image: String, _ found: FoundPicture, _ client: String) async throws -> Content {
        if let content = contents.withLock({ $0.use(found.identity) }) { return content }
        let fetched = try await finder.fetch(found, image, for: client)
        let source = try await finder.picture(image, fetched)
        let content = Content(hash: try await Self.hash(of: source.bytes), size: source.size)
        contents.withLock { $0.insert(content, for: found.identity) }
        return content
    }
}
