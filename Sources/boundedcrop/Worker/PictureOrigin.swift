import BoundedCrop
import BoundedCropRendering
import FoundationEssentials

/// Where the picture of a request comes from.
enum PictureOrigin: Sendable {
    case path(String)
    case url(String)
    /// The location of an object.
    case object(String)
    case bytes([UInt8])

    init(_ source: [String: JSONNode]) throws {
        var fields = RequestFields(source, in: "source: ")
        let given = (try fields.text("path"), try fields.text("url"), try fields.text("s3"), try fields.text("base64"))
        try fields.checkEnd()
        switch given {
        case (let path?, nil, nil, nil): self = .path(path)
        case (nil, let url?, nil, nil):
            // As a URL, its key would be percent-encoded.
            if ObjectStorage.isLocation(url) {
                throw BoundedCropError(.invalidArgument, "source: use “s3” for an object, not “url”")
            }
            self = .url(url)
        case (nil, nil, let location?, nil): self = .object(location)
        case (nil, nil, nil, let text?):
            guard let data = Data(base64Encoded: text) else {
                throw BoundedCropError(.invalidArgument, "source: “base64” is not base64")
            }
            self = .bytes([UInt8](data))
        default:
            throw BoundedCropError(.invalidArgument, "“source” has one of “path”, “url”, “s3” and “base64”")
        }
    }

    /// The picture as an input of `crop`; nil for bytes.
    var entry: PictureEntry? {
        switch self {
        case .path(let text), .url(let text), .object(let text): PictureEntry(input: text)
        case .bytes: nil
        }
    }

    /// How records name it: as `crop` does; empty for bytes.
    var name: String {
        switch self {
        case .path(let text), .url(let text), .object(let text): text
        case .bytes: ""
        }
    }
}
