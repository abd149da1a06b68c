internal import BoundedCrop

extension ServiceDescription {
    private static let problemsOfImages = problemsOfHeads + [403, 404, 412, 416, 422, 429, 500, 502, 503, 504]

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
        case .picture: body = pictures(configuration.answersOriginals ? ImageFormat.allCases : ImageFormat.writable)
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
