internal import HTTPTypes

extension Answer {
    /// Lets pages of all origins read the answer (Fetch, 3.2).
    mutating func share() {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = "Link"
        headers[.crossOriginResourcePolicy] = "cross-origin"
    }

    /// What a browser asks for before a request that a page could not make otherwise: whether the page may.
    static let preflight: Answer = {
        var answer = Answer(status: .noContent)
        answer.headers[.allow] = "GET, HEAD, OPTIONS"
        answer.headers[.accessControlAllowMethods] = "GET, HEAD, OPTIONS"
        answer.headers[.accessControlAllowHeaders] = "*"
        answer.headers[.accessControlMaxAge] = "86400"
        return answer
    }()

    /// 303 See Other.
    init(redirectingTo url: String) {
        self.init(status: .seeOther)
        headers[.location] = url
    }
}
