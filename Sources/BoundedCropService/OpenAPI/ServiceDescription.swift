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
        let formats = configuration.offeredFormats.map(\.title).joined(separator: " or ")
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
