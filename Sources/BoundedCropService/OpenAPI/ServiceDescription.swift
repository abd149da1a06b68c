internal import BoundedCrop
internal import HTTPTypes

/// The description of the service's routes for programs (OpenAPI 3.1), made from the tables that the routes use.
struct ServiceDescription {
    let configuration: ServiceConfiguration

    /// Throws an error only if the document cannot be written as JSON.
    func answer() throws -> Answer {
        var answer = try Answer(json: document)
        answer.headers[.cacheControl] = "no-cache"
        return answer
    }

    /// The document. Uploads are left out of a service that refuses them.
    var document: JSONNode {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "BoundedCrop",
                "version": .text(ServiceVersion.current),
                "summary": "Crops pictures so that faces stay whole.",
                "description": .text(
                    "Image URLs are understood at: \(configuration.grammars.map(\.description).joined(separator: ", ")). "
                        + "Uploads are \(configuration.isUnsafe ? "answered" : "refused"). Every error is a problem document (RFC 9457)."
                ),
                "license": ["name": "MIT", "identifier": "MIT"],
            ],
            "servers": [["url": "/"]],
            "tags": [
                ["name": "images", "description": "Pictures by their URLs."],
                ["name": "uploads", "description": "Pictures in the body of a request."],
                ["name": "operation", "description": "Health checks, metrics and this description."],
            ],
            "paths": .object(paths),
            "components": ["schemas": .object(schemas), "responses": .object(problems), "headers": .object(headers)],
        ]
    }

    private var headers: [String: JSONNode] {
        [
            "RequestID": ["description": "The ID of the request: the client's own, if it sent one.", "schema": ["type": "string"]],
            "Plan": [
                "description": "The plan of the picture as JSON, without landmarks. It is left out if it is long.",
                "schema": ["type": "string"],
            ],
            "RetryAfter": ["description": "The seconds to wait.", "schema": ["type": "integer", "minimum": 0]],
        ]
    }

    /// The routes by their paths.
    private var paths: [String: JSONNode] {
        var paths = operationPaths
        if configuration.isUnsafe { paths.merge(uploadPaths) { $1 } }
        if configuration.grammars.contains { $0.grammar == .thumbor } { paths.merge(imagePaths) { $1 } }
        return paths
    }

    /// A path that is read: HEAD has the headers of GET.
    func reading(_ operation: JSONNode) -> JSONNode {
        var bodiless = operation.members["responses"]?.members ?? [:]
        for (status, response) in bodiless where response.members["content"] != nil {
            bodiless[status] = .object(response.members.filter { $0.key != "content" })
        }
        let name = if case .text(let name)? = operation.members["operationId"] { name } else { "" }
        return [
            "get": operation,
            "head": operation.with(["operationId": .text(name + "Headers"), "responses": .object(bodiless)]),
        ]
    }

    /// The answers of an operation: those without errors, and the problems with these statuses.
    func responses(_ answers: [String: JSONNode], problems statuses: [Int]) -> JSONNode {
        var responses = answers
        for status in statuses { responses[String(status)] = .reference("responses/Problem\(status)") }
        return .object(responses)
    }
}
