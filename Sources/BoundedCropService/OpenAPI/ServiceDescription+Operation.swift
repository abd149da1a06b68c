internal import BoundedCrop

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
