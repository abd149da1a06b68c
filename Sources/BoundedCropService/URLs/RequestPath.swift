internal import BoundedCrop

/// The path of a request, split into its authorization and its instructions.
public struct RequestPath: Hashable, Sendable {
    /// The authorization that the path claims. A ``URLSigner`` verifies it.
    public enum Authorization: Hashable, Sendable {
        /// `unsafe`: explicitly not signed.
        case unsafe
        /// The text in the place of a signature, unchanged.
        case signature(String)
        /// Neither.
        case missing

        /// Parses the first part of a path, not percent-encoded.
        init(first part: String) {
            self = part == "unsafe" ? .unsafe : URLSigner.isSignature(part) ? .signature(part) : .missing
        }
    }

    /// The authorization at the beginning of the path.
    public let authorization: Authorization
    /// Everything after the slash that follows it, still percent-encoded: what a signature covers, and what ``ImageURL`` parses.
    public let instructions: String

    /// Splits a path as it stands in the request line, percent-encoded, with or without its leading slash. A query after a bare `?` belongs
    /// to it.
    public init(_ path: some StringProtocol) {
        // By bytes, since splitting by characters would have to form them first.
        let slash = UInt8(ascii: "/")
        let text = String(path)
        let path = text[(text.utf8.first == slash ? text.utf8.index(after: text.startIndex) : text.startIndex)...]
        let end = path.utf8.firstIndex(of: slash)
        let first = end.flatMap {
            path.utf8.distance(from: path.startIndex, to: $0) <= Self.longestFirstPart ? PercentEncoding.decoded(path[..<$0]) : nil
        }
        authorization = first.map { Authorization(first: $0) } ?? .missing
        guard let end, authorization != .missing else {
            instructions = String(path)
            return
        }
        instructions = String(path[path.utf8.index(after: end)...])
    }

    /// The length of a SHA-256 signature with all its characters escaped.
    private static let longestFirstPart = 3 * 44
}
