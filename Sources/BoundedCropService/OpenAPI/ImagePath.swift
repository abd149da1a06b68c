internal import BoundedCrop

/// One form of a grammar's image URLs, as far as a template can say it: parts that may be missing, and parts with slashes, have none.
struct ImagePath: Sendable {
    enum Content: Sendable {
        case picture
        /// What would be done with the picture.
        case plan
        /// The picture's size, and what can be requested of it.
        case information
        /// The URL of that.
        case redirect
    }

    /// A part of a URL that varies.
    struct Parameter: Sendable {
        let name: String
        let isInQuery: Bool
        let description: String
        let schema: JSONNode
        let example: JSONNode

        /// A part of the path, or of the query.
        init(_ name: String, _ description: String, _ schema: JSONNode, example: JSONNode, isInQuery: Bool = false) {
            (self.name, self.description, self.schema, self.example) = (name, description, schema, example)
            self.isInQuery = isInQuery
        }

        var node: JSONNode {
            [
                "name": .text(name),
                "in": isInQuery ? "query" : "path",
                "required": .flag(!isInQuery),
                "description": .text(description),
                "schema": schema,
                "examples": ["usual": ["value": example]],
            ]
        }
    }

    /// Names the operation.
    let name: String
    let summary: String
    /// After the grammar's path.
    let template: String
    var content = Content.picture
    let parameters: [Parameter]

    /// The picture, in most grammars.
    static let picture = Parameter(
        "picture",
        "The path of a picture in the service's folder, or the URL of one; slashes need no escapes.",
        ["type": "string", "minLength": 1],
        example: "beach.jpg"
    )

    /// The forms of a grammar.
    static func all(_ grammar: Grammar, _ configuration: ServiceConfiguration) -> [ImagePath] {
        switch grammar {
        case .thumbor: thumbor(hasKey: configuration.hasKey(of: grammar), allowsUnsigned: configuration.allowsUnsigned(grammar))
        case .imgproxy: imgproxy
        case .iiif: iiif
        case .cloudinary: cloudinary
        case .imgix: imgix(hasKey: configuration.hasKey(of: grammar))
        case .cloudflare: cloudflare
        case .imagekit: imageKit
        }
    }
}
