internal import BoundedCrop

/// The name under which a browser saves an answer, and whether it saves it at once: `Content-Disposition` (RFC 6266).
struct ContentDisposition: Hashable, Sendable {
    /// Without the extension.
    let name: String
    let isAttachment: Bool

    /// The longest name in a URL, in bytes of UTF-8. File systems have names of up to 255 bytes.
    static let longestName = 200

    /// The name that the URL gives, or else the picture's own: the last part of its path.
    init(_ delivery: Delivery, image: String) {
        isAttachment = delivery.isAttachment
        name = Self.withoutExtension(delivery.fileName ?? Self.fileName(of: image))
    }

    /// Whether a text is a name without folders and without characters that mislead who reads it.
    static func isFileName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(isOfNames)
    }

    /// The value of the field for a file of this media type; nil for one that is no picture.
    func text(type: String) -> String? {
        ImageFormat.allCases.first { $0.mediaType == type }.map { text(fileExtension: $0.fileExtension) }
    }

    /// The value of the field for a file with this extension.
    func text(fileExtension: String) -> String {
        let file = "\(name).\(fileExtension)"
        let kind = isAttachment ? "attachment" : "inline"
        // Some clients take a % for an escape, and some stumble over escaped quotes (RFC 6266, appendix D): others get it encoded.
        let plain = String(String.UnicodeScalarView(file.unicodeScalars.map { Self.isPlain($0) ? $0 : "_" }))
        guard plain != file else { return "\(kind); filename=\"\(file)\"" }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encoded(file, keeping: Self.attributeCharacters))"
    }

    /// What needs no escape besides letters and digits (RFC 8187, 3.2.1).
    private static let attributeCharacters = "!#$&+-.^_`|~"

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20...0x7E).contains(scalar.value) && !["\"", "\\", "%"].contains(scalar)
    }

    private static func isOfNames(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Changes of direction make gpj.exe of exe.jpg.
        default: !["/", "\\"].contains(scalar) && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }

    /// What is left of a picture's name without the characters that a name must not have.
    private static func fileName(of image: String) -> String {
        let path = image.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last ?? ""
        let decoded = PercentEncoding.decoded(last) ?? String(last)
        let file = decoded.split { $0 == "/" || $0 == "\\" }.last ?? ""
        var name = ""
        for scalar in file.unicodeScalars where isOfNames(scalar) {
            guard name.utf8.count + 4 <= longestName else { break }
            name.unicodeScalars.append(scalar)
        }
        return name
    }

    /// Without the extension of a picture's format, since the answer may have another one, and without dots that hide a file.
    private static func withoutExtension(_ file: String) -> String {
        var name = file[...]
        if let dot = file.lastIndex(of: "."), ImageFormat(fileName: file) != nil { name = file[..<dot] }
        let trimmed = String(name.drop { $0 == "." }).trimmingSpaces()
        return trimmed.isEmpty ? "picture" : trimmed
    }
}
