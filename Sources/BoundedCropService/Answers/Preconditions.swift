internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import HTTPTypes

/// The preconditions of a request, in the order of RFC 9110, 13.2.2.
struct Preconditions {
    let headers: HTTPFields

    /// Whether the client already has the current answer.
    ///
    /// Throws `preconditionFailed` where the client requires another state of the picture.
    /// - Parameters:
    ///   - tag: A strong entity tag, with its quotes.
    ///   - lastModified: Nil where it is not known.
    func isNotModified(tag: String, lastModified: Date?) throws -> Bool {
        if let tags = headers[.ifMatch] {
            guard Self.tags(tags, contain: tag, weakly: false) else {
                throw BoundedCropError(.preconditionFailed, "the picture's ETag is \(tag), which If-Match does not name")
            }
        } else if let date = headers[.ifUnmodifiedSince].flatMap({ HTTPDate.date($0) }), let lastModified {
            guard Self.seconds(lastModified) <= Self.seconds(date) else {
                throw BoundedCropError(.preconditionFailed, "the picture has changed since If-Unmodified-Since")
            }
        }
        if let tags = headers[.ifNoneMatch] { return Self.tags(tags, contain: tag, weakly: true) }
        if let date = headers[.ifModifiedSince].flatMap({ HTTPDate.date($0) }), let lastModified {
            return Self.seconds(lastModified) <= Self.seconds(date)
        }
        return false
    }

    /// Whether a list of tags names one, in the part of the list that is read.
    private static func tags(_ list: String, contain tag: String, weakly: Bool) -> Bool {
        let space: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let parts = list.readPart.utf8.split(separator: UInt8(ascii: ","))
        return parts.contains { part in
            let part = part.drop(while: space)
            let name = part.prefix(part.count - part.reversed().prefix(while: space).count)
            return name.elementsEqual(tag.utf8) || weakly && name.elementsEqual(("W/" + tag).utf8)
                || parts.count == 1 && name.elementsEqual("*".utf8)
        }
    }

    /// HTTP dates have no fractions of a second.
    private static func seconds(_ date: Date) -> Double { date.timeIntervalSince1970.rounded(.down) }
}
