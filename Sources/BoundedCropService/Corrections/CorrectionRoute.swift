internal import BoundedCrop
internal import BoundedCropRendering
internal import FoundationEssentials
internal import HTTPTypes

/// Saves what people place by hand on the page.
struct CorrectionRoute: Sendable {
    /// What the page sends.
    private struct Change: Decodable {
        /// As URLs name it.
        let picture: String
        /// The point or the region; neither takes back what was corrected.
        let focal: String?
        let region: String?
    }

    private static let longest = 16 << 10

    private let lookup: CorrectionLookup
    private let bodyMemory = BodyMemory(byteLimit: 64 * longest)

    init(_ lookup: CorrectionLookup) { self.lookup = lookup }

    /// - Throws: `malformedRequest` for anything else than the page sends, and what saving throws.
    func answer(_ request: ServiceRequest) async throws -> Answer {
        // Pages of other sites cannot send this type without asking, which is refused.
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
            throw BoundedCropError(.malformedRequest, "a correction is sent as application/json")
        }
        let bytes = try await bodyMemory.run { try await request.bytes(limit: Self.longest, memory: $0) }
        let change: Change
        do {
            change = try JSONDecoder().decode(Change.self, from: Data(bytes))
        } catch {
            throw BoundedCropError(.malformedRequest, "this is not a correction of a picture", underlying: error)
        }
        var words: [String: JSONNode] = [:]
        if let focal = change.focal { words[RequestOption.focal.jsonName] = .text(focal) }
        if let region = change.region { words[RequestOption.region.jsonName] = .text(region) }
        try await lookup.save(change.picture, words.isEmpty ? nil : words, for: request.client)
        return Answer(status: .noContent, type: "text/plain; charset=utf-8", bytes: [])
    }
}
