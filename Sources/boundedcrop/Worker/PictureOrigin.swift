import BoundedCrop
import BoundedCropRendering
import FoundationEssentials

/// Where the picture of a request comes from.
enum PictureOrigin: Decodable, Sendable {
    case path(String)
    case url(String)
    /// The location of an object.
    case object(String)
    case bytes([UInt8])

    /// A picture that a step of a request names.
    init(name: String) {
        self = PictureEntry(input: name).isURL ? .url(name) : ObjectStorage.isLocation(name) ? .object(name) : .path(name)
    }

    init(from decoder: any Decoder) throws {
        var members = try JSONMembers(from: decoder)
        let given: (String?, String?, String?, String?) = try (
            members.take("path"), members.take("url"), members.take("s3"), members.take("base64")
        )
        try members.checkEnd()
        switch given {
        case (let path?, nil, nil, nil): self = .path(path)
        case (nil, let url?, nil, nil):
            // As a URL, its key would be percent-encoded.
            if ObjectStorage.isLocation(url) {
                throw members.wrong("use “s3” for an object, not “url”")
            }
            self = .url(url)
        case (nil, nil, let location?, nil): self = .object(location)
        case (nil, nil, nil, let text?):
            guard let data = Data(base64Encoded: text) else {
                throw members.wrong("this is not base64", in: "base64")
            }
            self = .bytes([UInt8](data))
        default:
            throw members.wrong("a picture has one of “path”, “url”, “s3” and “base64”")
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
