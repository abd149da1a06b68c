internal import BoundedCrop

/// The description of the service's routes for programs (OpenAPI 3.1), as its settings make them. What the routes have tables of is taken from
/// there.
struct ServiceDescription {
    let configuration: ServiceConfiguration
    /// The path of the service in an application of someone else, with a leading slash; empty for the root.
    var path = ""

    /// The document.
    var document: JSONNode {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "BoundedCrop",
                "version": .text(ServiceVersion.current),
                "summary": "Crops pictures so that faces stay whole.",
                "description": .text(summary),
                "license": ["name": "MIT", "identifier": "MIT"],
            ],
            "servers": [["url": .text(configuration.dialects.publicURL ?? (path.isEmpty ? "/" : path))]],
            "tags": [
                ["name": "images", "description": "Pictures by their URLs."],
                ["name": "uploads", "description": "Pictures in the body of a request."],
                ["name": "operation", "description": "Health checks, metrics and this description."],
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas), "responses": .object(problems), "headers": .object(headers),
                "parameters": .object(requestFields),
            ],
        ]
    }

    private var summary: String {
        let grammars = configuration.grammars.map { "\($0.grammar.rawValue) at \($0.path.isEmpty ? "/" : $0.path)" }
        let unsigned = configuration.unsignedGrammars.map(\.rawValue)
        let exceptions = unsigned.isEmpty ? "" : ", except in these grammars: \(unsigned.joined(separator: ", "))"
        let access =
            configuration.isUnsafe
            ? "URLs without a signature are answered, and uploads."
            : "Only signed URLs are answered\(exceptions). Uploads are refused."
        let formats = configuration.formats.map(\.title).joined(separator: " or ")
        let negotiation = formats.isEmpty ? "" : "Clients that name \(formats) in Accept receive it. "
        return "Grammars of image URLs: \(grammars.joined(separator: ", ")). \(access) \(negotiation)"
            + "Every error is a problem document (RFC 9457) with a code for programs."
    }

    /// The routes by their paths.
    private var paths: [String: JSONNode] {
        var paths = operationPaths.merging(imagePaths) { $1 }
        if configuration.isUnsafe { paths.merge(uploadPaths) { $1 } }
        return paths
    }

    /// GET and HEAD of a path. HEAD has the header fields of GET, and knows no parts.
    ///
    /// - Parameters:
    ///   - operation: GET without its parameters.
    ///   - parameters: The parts of the URL.
    ///   - fields: The header fields of requests that both methods have.
    ///   - partFields: Those that only GET has.
    func reading(
        _ operation: JSONNode,
        parameters: [JSONNode] = [],
        fields: [String] = [],
        partFields: [String] = []
    ) -> [String: JSONNode] {
        let responses = operation.members["responses"]?.members ?? [:]
        let bodiless = responses.filter { !["206", "416"].contains($0.key) }
            .mapValues { response in JSONNode.object(response.members.filter { $0.key != "content" }) }
        let name = if case .text(let name)? = operation.members["operationId"] { name } else { "" }
        return [
            "parameters": .list(parameters + Self.generalFields.map(Self.field)),
            "get": operation.with(["parameters": .list((fields + partFields).map(Self.field))]),
            "head": operation.with([
                "operationId": .text(name + "Headers"),
                "parameters": .list(fields.map(Self.field)),
                "responses": .object(bodiless),
            ]),
        ]
    }

    /// The answers of an operation: those without errors, and the problems with these statuses.
    func responses(_ answers: [String: JSONNode], problems statuses: [Int]) -> JSONNode {
        .object(answers.merging(statuses.map { (String($0), .reference("responses/Problem\($0)")) }) { answer, _ in answer })
    }

    /// An answer with these header fields, and a body by its media types.
    func response(_ description: String, headers: [String], content: [String: JSONNode] = [:]) -> JSONNode {
        var response: [String: JSONNode] = [
            "description": .text(description),
            "headers": .object(Dictionary(headers.map { ($0, .reference("headers/\($0)")) }) { $1 }),
        ]
        if !content.isEmpty { response["content"] = .object(content) }
        return .object(response)
    }

    /// What a browser asks before the script of another site may send a request.
    func preflight(_ name: String) -> JSONNode {
        [
            "operationId": .text(name + "Permission"),
            "tags": ["operation"],
            "summary": "Whether the script of another site may send this request.",
            "responses": responses(
                ["204": response("What the script may send.", headers: preflightHeaders)],
                problems: Self.problemsOfHeads
            ),
        ]
    }

    /// What the head of any request may be refused with.
    static let problemsOfHeads = [400, 413, 421, 431]
}

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

extension ServiceDescription {
    static let problemsOfImages = problemsOfHeads + [403, 404, 412, 414, 416, 422, 429, 500, 502, 503, 504]

    /// The image URLs of all grammars of which any are answered: where only signed URLs are, a grammar without a key has none.
    var imagePaths: [String: JSONNode] {
        var paths: [String: JSONNode] = [:]
        for mount in configuration.grammars where configuration.hasKey(of: mount.grammar) || configuration.allowsUnsigned(mount.grammar) {
            for form in ImagePath.all(mount.grammar, configuration) {
                paths[mount.path + form.template] = .object(path(form, mount.grammar))
            }
        }
        return paths
    }

    private func path(_ form: ImagePath, _ grammar: Grammar) -> [String: JSONNode] {
        let operation: JSONNode = [
            "operationId": .text(form.name),
            "tags": ["images"],
            "summary": .text(form.summary),
            "description": .text("One of the forms of the URLs of \(grammar.rawValue). There are others."),
            "responses": responses(answers(form.content, grammar), problems: Self.problemsOfImages),
        ]
        var fields = form.content == .redirect ? [] : Self.conditions
        if configuration.usesClientHints, form.content == .picture { fields += ClientHints.names }
        if !configuration.corsOrigins.isEmpty { fields.append("Origin") }
        var path = reading(
            operation,
            parameters: form.parameters.map(\.node),
            fields: fields,
            partFields: form.content == .redirect ? [] : ["Range", "If-Range"]
        )
        if grammar.isShared || !configuration.corsOrigins.isEmpty { path["options"] = preflight(form.name) }
        return path
    }

    private func answers(_ content: ImagePath.Content, _ grammar: Grammar) -> [String: JSONNode] {
        let headers = imageHeaders(grammar)
        let body: [String: JSONNode]
        switch content {
        case .redirect:
            let headers = workHeaders + ["Location", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers"]
            return ["303": response("Where the picture is described.", headers: headers)]
        case .picture: body = pictures(configuration.answersOriginals ? ImageFormat.allCases.filter { !$0.isDrawn } : ImageFormat.writable)
        case .plan: body = ["application/json": ["schema": .reference("schemas/Metadata")]]
        case .information:
            let schema = JSONNode.reference("schemas/Information")
            body = ["application/json": ["schema": schema], "application/ld+json": ["schema": schema]]
        }
        let whole =
            headers + ["Accept-Ranges"] + (content == .picture ? ["Content-Disposition"] + pictureHeaders : [])
        return [
            "200": response("All of it.", headers: whole, content: body),
            // A part of JSON is none.
            "206": response("A part of it.", headers: whole + ["Content-Range"], content: body.mapValues { _ in [:] }),
            "304": response("The client has the current one.", headers: headers),
        ]
    }

    /// The contents of an answer or a request that is a picture.
    func pictures(_ formats: [ImageFormat]) -> [String: JSONNode] {
        Dictionary(formats.map { ($0.mediaType, [:]) }) { $1 }
    }
}

extension ServiceDescription {
    /// Health checks, metrics, and the description itself.
    var operationPaths: [String: JSONNode] {
        let text: [String: JSONNode] = ["text/plain": ["schema": ["type": "string"]]]
        let headers = generalHeaders + ["Cache-Control"]
        var paths: [String: JSONNode] = [
            "/metrics": .object(
                reading([
                    "operationId": "metrics",
                    "tags": ["operation"],
                    "summary": "Counters and gauges in the text format of Prometheus.",
                    "responses": responses(
                        ["200": response("The metrics.", headers: headers, content: text)],
                        problems: Self.problemsOfHeads
                    ),
                ])
            ),
            "/openapi.json": .object(description),
        ]
        let health: [(name: String, summary: String)] = [
            ("livez", "Whether the service runs."), ("healthcheck", "Whether the service runs."),
            ("readyz", "Whether the service accepts requests. It does not while it ends."),
        ]
        for check in health {
            var answers = ["200": response("It does.", headers: headers, content: text)]
            if check.name == "readyz" { answers["503"] = response("It is ending.", headers: headers, content: text) }
            paths["/" + check.name] = .object(
                reading([
                    "operationId": .text(check.name),
                    "tags": ["operation"],
                    "summary": .text(check.summary),
                    // The name of the host does not matter.
                    "responses": responses(answers, problems: Self.problemsOfHeads.filter { $0 != 421 }),
                ])
            )
        }
        return paths
    }

    private var description: [String: JSONNode] {
        let headers = generalHeaders + ["ETag", "Cache-Control"]
        let document: JSONNode = ["type": "object", "required": ["openapi", "info", "paths"]]
        return reading(
            [
                "operationId": "description",
                "tags": ["operation"],
                "summary": "This description.",
                "responses": responses(
                    [
                        "200": response("An OpenAPI document.", headers: headers, content: ["application/json": ["schema": document]]),
                        "304": response("The client has the current description.", headers: headers),
                    ],
                    problems: Self.problemsOfHeads + [412]
                ),
            ],
            fields: ["If-None-Match", "If-Match"]
        )
    }
}
