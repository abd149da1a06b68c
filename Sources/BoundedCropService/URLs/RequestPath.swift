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
    }

    /// How the path begins.
    public let authorization: Authorization
    /// All that follows the first slash behind that, still percent-encoded: what a signature signs, and what ``ImageURL`` reads.
    public let instructions: String

    /// Splits a path as it stands in the request line, percent-encoded, with or without the slash that it begins with; a query behind a
    /// bare `?` belongs to it.
    public init(_ path: some StringProtocol) {
        let path = path.hasPrefix("/") ? String(path.dropFirst()) : String(path)
        guard let slash = path.firstIndex(of: "/"), let first = PercentEncoding.decoded(path[..<slash]) else {
            (authorization, instructions) = (.missing, path)
            return
        }
        let rest = String(path[path.index(after: slash)...])
        if first == "unsafe" {
            (authorization, instructions) = (.unsafe, rest)
        } else if URLSigner.isSignature(first) {
            (authorization, instructions) = (.signature(first), rest)
        } else {
            (authorization, instructions) = (.missing, path)
        }
    }
}
