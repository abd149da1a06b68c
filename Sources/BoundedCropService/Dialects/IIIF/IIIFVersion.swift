/// A version of the IIIF Image API.
enum IIIFVersion: String, Sendable, CaseIterable {
    /// 2.1, whose URLs are also those of 2.0.
    case two = "2"
    /// 3.0.
    case three = "3"

    /// The context of `info.json`.
    var context: String { "http://iiif.io/api/image/\(rawValue)/context.json" }
    /// The URI of the compliance level.
    var profile: String { "http://iiif.io/api/image/\(rawValue)/level2.json" }
}
