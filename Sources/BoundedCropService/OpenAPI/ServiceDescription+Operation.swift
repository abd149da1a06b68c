extension ServiceDescription {
    /// Health checks, metrics, and the description itself.
    var operationPaths: [String: JSONNode] {
        let plain: JSONNode = ["text/plain": ["schema": ["type": "string"]]]
        var paths: [String: JSONNode] = [
            "/metrics": reading([
                "operationId": "metrics",
                "tags": ["operation"],
                "summary": "Counters and gauges in the text format of Prometheus.",
                "responses": responses(["200": ["description": "The metrics.", "content": plain]], problems: [400, 421, 431]),
            ]),
            "/openapi.json": reading([
                "operationId": "description",
                "tags": ["operation"],
                "summary": "This description.",
                "responses": responses(
                    ["200": ["description": "An OpenAPI document.", "content": ["application/json": ["schema": ["type": "object"]]]]],
                    problems: [400, 421, 431]
                ),
            ]),
        ]
        let health: [(path: String, name: String, summary: String)] = [
            ("/livez", "livez", "Whether the service runs."), ("/healthcheck", "healthcheck", "Whether the service runs."),
            ("/readyz", "readyz", "Whether the service accepts requests. It does not while it ends."),
        ]
        for check in health {
            var answers: [String: JSONNode] = ["200": ["description": "It does.", "content": plain]]
            if check.name == "readyz" { answers["503"] = ["description": "It is ending.", "content": plain] }
            paths[check.path] = reading([
                "operationId": .text(check.name),
                "tags": ["operation"],
                "summary": .text(check.summary),
                "responses": responses(answers, problems: [400, 431]),
            ])
        }
        return paths
    }
}
