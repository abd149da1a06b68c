internal import BoundedCrop
internal import HTTPTypes

extension ServiceDescription {
    /// The problems, one for each status.
    var problems: [String: JSONNode] {
        let answers = Problem.codes.map { status, codes in
            let codes = codes.map(\.rawValue)
            var headers = workHeaders + ["Cache-Control"]
            if configuration.grammars.contains(where: \.grammar.isShared) {
                headers += ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers"]
            }
            switch status.code {
            case 405: headers.append("Allow")
            case 416: headers.append("Content-Range")
            case 429, 503: headers.append("Retry-After")
            default: break
            }
            // Everything unexpected has this status.
            let code: JSONNode = status == .internalServerError ? ["type": "string"] : ["enum": .texts(codes)]
            let schema: JSONNode = [
                "allOf": [.reference("schemas/Problem")],
                "properties": ["status": ["const": .integer(status.code)], "title": ["const": .text(status.reasonPhrase)], "code": code],
            ]
            let description = "\(status.reasonPhrase): \(codes.joined(separator: ", "))"
            let content: [String: JSONNode] = ["application/problem+json": ["schema": schema]]
            return ("Problem\(status.code)", response(description, headers: headers, content: content))
        }
        return Dictionary(answers) { $1 }
    }
}
