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

extension ImagePath {
    private static let cropped = "A picture, cropped so that faces stay whole."
    private static let planned = "Where a picture would be cropped."
    private static let text: JSONNode = ["type": "string", "minLength": 1]
    private static let side: JSONNode = ["type": "integer", "minimum": 0, "maximum": 65_535]

    static func thumbor(hasKey: Bool, allowsUnsigned: Bool) -> [ImagePath] {
        let authorization = Parameter(
            "authorization",
            hasKey ? "The signature of the rest of the path\(allowsUnsigned ? ", or unsafe" : "")." : "No signature.",
            hasKey ? ["type": "string", "pattern": "^[A-Za-z0-9_-]+={0,2}$"] : ["const": "unsafe"],
            example: hasKey && !allowsUnsigned ? "SIGNATURE" : "unsafe"
        )
        let side = "-?(0*(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})|orig)?"
        let size = Parameter(
            "size",
            "Width and height in pixels. 0 or nothing keeps the aspect, orig is the picture's own, and a minus sign flips.",
            ["type": "string", "pattern": .text("^\(side)x\(side)$")],
            example: "300x200"
        )
        let filters = Parameter("filters", "The filters after each other, as in quality(80):grayscale().", text, example: "quality(80)")
        return [
            ImagePath(
                name: "thumbor",
                summary: cropped,
                template: "/{authorization}/{size}/smart/{picture}",
                parameters: [authorization, size, picture]
            ),
            ImagePath(
                name: "thumborFilters",
                summary: "A picture, cropped so that faces stay whole, and changed by filters.",
                template: "/{authorization}/{size}/smart/filters:{filters}/{picture}",
                parameters: [authorization, size, filters, picture]
            ),
            ImagePath(
                name: "thumborPlan",
                summary: planned,
                template: "/{authorization}/meta/{size}/smart/{picture}",
                content: .plan,
                parameters: [authorization, size, picture]
            ),
        ]
    }

    static let imgproxy: [ImagePath] = {
        let parameters = [
            Parameter("signature", "The signature of the rest of the path, or unsafe where none is needed.", text, example: "unsafe"),
            Parameter("width", "The width in pixels; 0 keeps the aspect.", side, example: 300),
            Parameter("height", "The height in pixels; 0 keeps the aspect.", side, example: 200),
            Parameter("gravity", "What the crop is to contain: sm for faces and what stands out.", text, example: "sm"),
            picture,
        ]
        let rest = "/{signature}/rs:fill:{width}:{height}/g:{gravity}/plain/{picture}"
        return [
            ImagePath(name: "imgproxy", summary: cropped, template: rest, parameters: parameters),
            ImagePath(name: "imgproxyPlan", summary: planned, template: "/info" + rest, content: .plan, parameters: parameters),
        ]
    }()

    static let iiif: [ImagePath] = {
        let identifier = Parameter(
            "identifier",
            "The path or URL of a picture, with slashes as %2F. The version of the API, 2 or 3, may stand before it.",
            text,
            example: "beach.jpg"
        )
        let parts = [
            Parameter("region", "full, square, X,Y,W,H or pct:X,Y,W,H. The square holds the faces.", text, example: "square"),
            Parameter("size", "max, W,H, W,, ,H, pct:N or !W,H; after ^, it may enlarge.", text, example: "200,"),
            Parameter("rotation", "Degrees clockwise; after !, it is mirrored first.", text, example: "0"),
            Parameter("quality", "The colors.", ["enum": ["default", "color", "gray", "bitonal"]], example: "default"),
            Parameter("format", "The format of the answer.", ["enum": .texts(IIIFFile.writableWords)], example: "jpg"),
        ]
        return [
            ImagePath(
                name: "iiif",
                summary: "A picture as the IIIF Image API has it.",
                template: "/{identifier}/{region}/{size}/{rotation}/{quality}.{format}",
                parameters: [identifier] + parts
            ),
            ImagePath(
                name: "iiifInformation",
                summary: "The size of a picture, and what can be requested of it.",
                template: "/{identifier}/info.json",
                content: .information,
                parameters: [identifier]
            ),
            ImagePath(
                name: "iiifBase",
                summary: "Leads to the description of a picture.",
                template: "/{identifier}",
                content: .redirect,
                parameters: [identifier]
            ),
        ]
    }()

    static let cloudinary = [
        ImagePath(
            name: "cloudinary",
            summary: cropped,
            template: "/image/upload/{transformation}/{picture}",
            parameters: [
                Parameter("transformation", "The parameters, separated by commas.", text, example: "c_fill,g_faces,h_200,w_300"), picture,
            ]
        )
    ]

    static let cloudflare = [
        ImagePath(
            name: "cloudflare",
            summary: cropped,
            template: "/{options}/{picture}",
            parameters: [
                Parameter("options", "The options, separated by commas.", text, example: "width=300,height=200,fit=cover,gravity=face"),
                picture,
            ]
        )
    ]

    static let imageKit = [
        ImagePath(
            name: "imagekit",
            summary: cropped,
            template: "/tr:{transformation}/{picture}",
            parameters: [
                Parameter("transformation", "The parameters, separated by commas.", text, example: "w-300,h-200,fo-face"), picture,
            ]
        )
    ]

    static func imgix(hasKey: Bool) -> [ImagePath] {
        let length: JSONNode = ["type": "number", "exclusiveMinimum": 0, "maximum": 8192]
        var parameters = [
            picture,
            Parameter("w", "The width in pixels, or up to 1 a share of the picture's.", length, example: 300, isInQuery: true),
            Parameter("h", "The height in pixels, or up to 1 a share of the picture's.", length, example: 200, isInQuery: true),
            Parameter("fit", "How the picture fits the box.", ["type": "string"], example: "crop", isInQuery: true),
            Parameter("crop", "What the crop is to contain.", ["type": "string"], example: "faces", isInQuery: true),
        ]
        if hasKey { parameters.append(Parameter("s", "The signature.", ["type": "string"], example: "SIGNATURE", isInQuery: true)) }
        return [ImagePath(name: "imgix", summary: cropped, template: "/{picture}", parameters: parameters)]
    }
}
