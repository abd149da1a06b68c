internal import BoundedCrop
package import BoundedCropRendering
internal import HTTPTypes

/// A grammar of image URLs: reads them as the one request that the service answers.
package protocol Dialect: Sendable {
    /// The limits of a URL.
    var limits: ImageURLLimits { get }
    /// Whether the query has the grammar's own words, of which `DialectRequest.ignored` names those that cannot be honored. By default, it has
    /// none.
    var readsQuery: Bool { get }

    /// What a URL asks for, of which only the length was checked.
    ///
    /// - Throws: `invalidURL`, which names the part that is wrong; `invalidSignature`; `limitExceeded`.
    func request(_ target: DialectTarget) throws -> DialectRequest
}

extension Dialect {
    package var readsQuery: Bool { false }

    /// Reads a URL.
    ///
    /// - Throws: `invalidURL`, which names the part that is wrong; `invalidSignature`; `invalidFilter` for a query that may ask to hide
    ///   something where no query is read; `urlTooLong`; `limitExceeded`.
    package func read(_ target: DialectTarget) throws -> DialectRequest {
        // Checked before the signature, which takes several times as long as parsing the path.
        try limits.check(target.text)
        var asked = try request(target)
        asked.request.takeWrittenForm()
        if let query = target.query, !readsQuery { try HidingWords.refuse(inQuery: query) }
        try limits.check(asked.request)
        try asked.request.check()
        _ = try asked.delivery.fileName.map(Delivery.checked)
        return asked
    }
}

extension RenderRequest {
    /// Rounds and escapes as thumbor's words do, so that a URL and what it is converted to ask for the same.
    fileprivate mutating func takeWrittenForm() {
        func take(_ stage: inout Stage) {
            stage.cuts = stage.cuts.map(\.written)
            stage.steps = stage.steps.map(Filter.written)
        }
        for index in earlier.indices { take(&earlier[index]) }
        take(&last)
    }
}

/// The part of a request's target that a dialect reads.
package struct DialectTarget: Sendable {
    /// The path after the mount, percent-encoded as in the request line, without the leading slash.
    package var path: String
    /// The query after the first bare question mark, percent-encoded as in the request line; nil if there is none.
    package var query: String?
    /// The path of the mount, with a leading slash; empty for the root.
    package var mount = ""
    /// The host and port that the client names; nil if unknown.
    package var authority: String?
    /// The scheme of the connection: `http` or `https`.
    package var scheme = "http"
    /// The path of the service in an application of someone else, with a leading slash; empty for the root.
    package var application = ""
    /// The media types that the client accepts; nil if it does not say.
    package var accept: String?

    /// Creates a target from a request's target, or the path and query of any URL, without the mount.
    package init(_ text: some StringProtocol, mount: String = "", authority: String? = nil) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "")
        query = parts.count > 1 ? String(parts[1]) : nil
        (self.mount, self.authority) = (mount, authority)
    }

    /// The path and the query as they stand in the request line.
    package var text: String { query.map { "\(path)?\($0)" } ?? path }

    /// The service's URL as clients see it, without a slash at its end; only a path if the client names no valid host.
    ///
    /// - Parameter publicURL: The URL that the settings name, if they do.
    func origin(_ publicURL: String?) -> String {
        if let publicURL { return publicURL }
        return (authority.flatMap { RequestAuthority($0) == nil ? nil : "\(scheme)://\($0)" } ?? "") + application
    }
}

/// What a URL asks for.
package struct DialectRequest: Sendable {
    /// The name of the picture, or its URL.
    package var image: String
    /// What is made of the picture.
    package var request: RenderRequest
    /// How the answer is delivered.
    package var delivery: Delivery
    /// Whether a valid signature covers the URL. Others are only answered where unsigned URLs are.
    package var isSigned = false
    /// The parameters that cannot be honored, as they are written in the URL, and the names of unknown filters. They are refused if the
    /// setting `strict` is on; otherwise a header names them.
    package var ignored: [String] = []
    /// Whether the answer may be smaller where the client says at which size it shows the picture.
    var heedsHints = true
    /// The formats that the client may receive instead of the picture's own, where the request names none.
    var negotiated = ImageFormat.negotiated
    /// How the request is answered.
    var answer = DialectAnswer.picture

    init(_ image: String, _ request: RenderRequest = RenderRequest(), _ delivery: Delivery = Delivery()) {
        (self.image, self.request, self.delivery) = (image, request, delivery)
    }
}

extension DialectRequest {
    /// What a URL in thumbor's grammar asks for.
    ///
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    package init(_ url: ImageURL) throws {
        let urls = url.earlier + [url]
        var values = FilterValues()
        var stages: [RenderRequest.Stage] = []
        for url in urls {
            // What concerns the file or its delivery counts wherever it stands in a chain.
            values = try FilterValues(url.stage, url.filters, after: values)
            stages.append(values.stage)
        }
        self.init(url.image, RenderRequest(values.stage), values.delivery)
        request.earlier = stages.dropLast()
        request.output = values.output
        request.answer = urls.contains(where: \.isMeta) ? .plan : urls.contains(where: \.isDebug) ? .overlay : .picture
        ignored = values.unknown
    }

    /// Throws `unknownFilter` if there is anything that cannot be honored.
    package func refuseIgnored() throws {
        guard let first = ignored.first else { return }
        throw BoundedCropError(.unknownFilter, "“\(first.prefix(80))” cannot be honored here")
    }

    /// The request in thumbor's grammar.
    ///
    /// - Throws: `invalidArgument` for what it has no words for.
    package func thumborURL() throws -> ImageURL { try ImageURL(request, delivery, image: image) }
}

extension ImageURL {
    /// What the URL says besides its filters.
    fileprivate var stage: RenderRequest.Stage {
        var stage = RenderRequest.Stage()
        stage.trim = trim
        stage.cuts = [manualCrop?.region].compactMap(\.self)
        (stage.target.dimensions, stage.target.fit) = (dimensions ?? RenderRequest.Dimensions(), fitIn)
        stage.crop.detects = isSmart
        stage.crop.align(horizontalAlignment, verticalAlignment)
        return stage
    }
}

/// How a request is answered.
enum DialectAnswer: Sendable {
    /// With the picture, or with its plan if the URL asks for that.
    case picture
    /// The same, completed in the way of the dialect.
    case presented(any AnswerPresenter)
    /// With another URL (303 See Other), without looking for the picture.
    case redirect(to: String)

    var presenter: (any AnswerPresenter)? {
        if case .presented(let presenter) = self { presenter } else { nil }
    }
}

/// Completes answers in the way of a dialect. Answers are stored without what it adds, so each dialect may have its own for one picture.
protocol AnswerPresenter: Sendable {
    /// Differs wherever the bodies that are presented for one answer differ; empty if the body stays.
    var variant: String { get }
    /// Added to every answer, also if the client already has the current one.
    var headers: HTTPFields { get }

    /// Completes an answer.
    ///
    /// - Parameter geometry: The sizes of the picture; nil if there is no picture, only a file.
    func present(_ answer: inout Answer, of geometry: PictureGeometry?) throws
}
