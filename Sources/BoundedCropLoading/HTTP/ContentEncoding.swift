internal import BoundedCrop
internal import NIOHTTP1

/// What an answer says was done to its content (RFC 9110, 8.4). No encoding is ever requested, but object storages repeat any word that a
/// picture was uploaded with, such as `aws-chunked` or nothing at all.
package struct ContentEncoding: Sendable {
    private static let compressions: Set = ["gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "dcb", "dcz"]

    /// As it was sent, for messages.
    private let text: String
    private let words: [String]

    init(_ headers: HTTPHeaders) {
        text = String(headers["content-encoding"].joined(separator: ", ").prefix(100))
        words = headers[canonicalForm: "content-encoding"].map { $0.lowercased() }.filter { !["", "identity", "none"].contains($0) }
    }

    /// Throws `invalidResponse` for a compression, before the content is received.
    func refuseCompression(by place: String) throws {
        guard words.contains(where: Self.compressions.contains) else { return }
        throw BoundedCropError(.invalidResponse, "\(place) sent the picture with content encoding \(text), which was not requested")
    }

    /// Throws `invalidResponse` for a compression, and for any other word whose content is no picture as it stands.
    package func check(_ bytes: [UInt8], from place: String) throws {
        try refuseCompression(by: place)
        guard !words.isEmpty, ImageFormat(signatureOf: bytes) == nil else { return }
        throw BoundedCropError(
            .invalidResponse,
            "\(place) sent the content encoding \(text), which is unknown, and bytes that are no picture as they stand"
        )
    }
}
