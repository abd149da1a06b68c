internal import BoundedCrop

/// The path of a request, split into what allows it and what it asks for.
public struct RequestPath: Hashable, Sendable {
    /// What the path says about being allowed. Whether that is true is a ``URLSigner``'s to say.
    public enum Authorization: Hashable, Sendable {
        /// `unsafe`: nobody signed it, and it says so.
        case unsafe
        /// What stands where a signature does, as it stands there.
        case signature(String)
        /// Neither.
        case missing

        /// What the first part of a path, not percent-encoded, says.
        init(first part: String) {
            self = part == "unsafe" ? .unsafe : URLSigner.isSignature(part) ? .signature(part) : .missing
        }
    }

    /// How the path begins.
    public let authorization: Authorization
    /// All that follows the first slash behind that, still percent-encoded: what a signature signs, and what ``ImageURL`` reads.
    public let instructions: String

    /// Splits a path as it stands in the request line, percent-encoded, with or without the slash that it begins with; a query behind a
    /// bare `?` belongs to it.
    public init(_ path: some StringProtocol) {
        // By bytes: characters would have to be put together first.
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

    /// A signature of SHA-256 with all its characters escaped.
    private static let longestFirstPart = 3 * 44
}
