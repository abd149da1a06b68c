internal import BoundedCrop

extension ServiceDescription {
    // MARK: Requests

    /// The fields of all requests.
    static let generalFields = ["X-Request-ID", "Want-Content-Digest", "Want-Repr-Digest"]
    /// The conditions of requests for pictures.
    static let conditions = ["If-None-Match", "If-Match", "If-Modified-Since", "If-Unmodified-Since"]

    static func field(_ name: String) -> JSONNode { .reference("parameters/\(name)") }

    /// The header fields of requests by their names.
    var requestFields: [String: JSONNode] {
        var fields = [
            "X-Request-ID": field("The request's ID, which the answer and the log repeat.", example: "7f3a"),
            "Want-Content-Digest": field("The digests of the sent bytes that the client wants (RFC 9530).", example: "sha-256=1"),
            "Want-Repr-Digest": field("The digests of the whole file that the client wants (RFC 9530).", example: "sha-256=1"),
            "If-None-Match": field("Entity tags of what the client has.", example: #""0e2b""#),
            "If-Match": field("Entity tags of what the client requires.", example: "*"),
            "If-Modified-Since": field("The date of what the client has.", example: "Sat, 01 Jan 2000 00:00:00 GMT"),
            "If-Unmodified-Since": field("The date of what the client requires.", example: "Fri, 01 Jan 2100 00:00:00 GMT"),
            "If-Range": field("The entity tag of the file of which the client has a part.", example: #""0e2b""#),
            "Range": field("The part that the client wants.", example: "bytes=0-99"),
        ]
        if configuration.usesClientHints {
            fields["Sec-CH-Width"] = field("The width in pixels in which the picture is shown.", example: "320")
            fields["Sec-CH-DPR"] = field("The pixels of the screen for each pixel of the page.", example: "2")
            fields["Width"] = field("An older name of Sec-CH-Width.", example: "320")
            fields["DPR"] = field("An older name of Sec-CH-DPR.", example: "2")
        }
        if let origin = configuration.corsOrigins.first {
            fields["Origin"] = field("The site whose script sends the request.", example: origin == "*" ? "https://example.com" : origin)
        }
        for (name, field) in fields { fields[name] = field.with(["name": .text(name)]) }
        return fields
    }

    private func field(_ description: String, example: String) -> JSONNode {
        [
            "in": "header", "description": .text(description), "schema": ["type": "string"],
            "examples": ["usual": ["value": .text(example)]],
        ]
    }

    // MARK: Answers

    /// The fields of all answers.
    var generalHeaders: [String] {
        ["X-Request-ID", "X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Content-Digest", "Repr-Digest"]
    }

    /// The fields of answers that work on pictures has been done for.
    var workHeaders: [String] {
        var names = generalHeaders
        if configuration.sendsServerTiming { names.append("Server-Timing") }
        if !configuration.corsOrigins.isEmpty { names += ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"] }
        return names
    }

    /// The fields of the answer to a browser that asks whether a script may send a request.
    var preflightHeaders: [String] {
        workHeaders + [
            "Allow", "Access-Control-Allow-Origin", "Access-Control-Allow-Methods", "Access-Control-Allow-Headers",
            "Access-Control-Max-Age", "Access-Control-Expose-Headers",
        ]
    }

    /// The fields that tell caches and clients about a picture, also in a 304.
    func imageHeaders(_ grammar: Grammar) -> [String] {
        var names = workHeaders + ["ETag", "Last-Modified", "Cache-Control", "Expires", "Vary", "X-BoundedCrop-Ignored-Filters"]
        if configuration.usesClientHints { names.append("Accept-CH") }
        if configuration.sendsCacheStatus { names.append("Cache-Status") }
        if grammar == .iiif { names.append("Link") }
        if grammar.isShared { names += ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers"] }
        return names
    }

    /// The fields that describe a picture that is sent.
    var pictureHeaders: [String] {
        (configuration.sendsPlan ? ["X-BoundedCrop-Plan"] : []) + ["X-BoundedCrop-Covered", "X-BoundedCrop-Placeholder"]
    }

    /// The header fields of answers by their names.
    var headers: [String: JSONNode] {
        let text: JSONNode = ["type": "string"]
        return [
            "X-Request-ID": header("The ID of the request: the client's own, if it sent one.", pattern: "^[!-~]{1,128}$", always: true),
            "X-Content-Type-Options": header("The type is to be believed.", ["const": "nosniff"]),
            "Cross-Origin-Resource-Policy": header("Who may show the answer.", ["enum": ["cross-origin", "same-origin"]]),
            "Content-Digest": header("The digest of the sent bytes (RFC 9530).", pattern: Self.digest),
            "Repr-Digest": header("The digest of the whole file (RFC 9530).", pattern: Self.digest),
            "ETag": header("The version of the answer.", pattern: "^\"[0-9a-f]{32}\"$", always: true),
            "Last-Modified": header("When the picture was changed.", text),
            "Cache-Control": header("How long caches may use the answer.", text, always: true),
            "Expires": header("The same for old caches.", text, always: true),
            "Vary": header("The fields of the request on which the answer depends.", text),
            "Accept-Ranges": header("That parts are sent.", ["const": "bytes"], always: true),
            "Content-Range": header("The part, and the bytes of the whole.", pattern: #"^bytes (\d+-\d+|\*)/\d+$"#, always: true),
            "Content-Disposition": header(
                "The name of the file, and whether it is saved instead of shown.",
                pattern: #"^(inline|attachment); filename="[^"]+""#
            ),
            "X-BoundedCrop-Plan": [
                "description": "Where the picture was cropped, without landmarks. It is left out if it is long.",
                "content": ["application/json": ["schema": .reference("schemas/Plan")]],
            ],
            "X-BoundedCrop-Covered": header(
                "How many faces redact covered; 0 if none was found. Left out without redact.",
                ["type": "integer", "minimum": 0]
            ),
            "X-BoundedCrop-Placeholder": [
                "description": "What can be shown in the place of the picture until it arrives. Only if the request asks for it.",
                "content": ["application/json": ["schema": .reference("schemas/Placeholder")]],
            ],
            "X-BoundedCrop-Ignored-Filters": header("The parts of the URL that are not honored.", text),
            "Link": header("The picture's canonical URL, and the level of the IIIF Image API.", text),
            "Location": header("The URL of the description of the picture.", text, always: true),
            "Accept-CH": header("The client hints that change the answer.", text),
            "Cache-Status": header("What the caches of answers did (RFC 9211).", pattern: "^BoundedCrop; "),
            "Server-Timing": header("How long the parts of the request took.", text),
            "Access-Control-Allow-Origin": header("The site whose scripts may read the answer.", text),
            "Access-Control-Expose-Headers": header("The header fields that these scripts may read.", text),
            "Access-Control-Allow-Methods": header("The methods that scripts may use.", text, always: true),
            "Access-Control-Allow-Headers": header("The header fields that scripts may send.", text, always: true),
            "Access-Control-Max-Age": header("For how many seconds this holds.", ["type": "integer"], always: true),
            "Allow": header("The methods of the path.", text, always: true),
            "Retry-After": header("The seconds to wait.", ["type": "integer", "minimum": 1], always: true),
        ]
    }

    private static let digest = "^sha-(256|512)=:[A-Za-z0-9+/]+={0,2}:$"

    private func header(_ description: String, pattern: String, always: Bool = false) -> JSONNode {
        header(description, ["type": "string", "pattern": .text(pattern)], always: always)
    }

    private func header(_ description: String, _ schema: JSONNode, always: Bool = false) -> JSONNode {
        ["description": .text(description), "required": .flag(always), "schema": schema]
    }
}
