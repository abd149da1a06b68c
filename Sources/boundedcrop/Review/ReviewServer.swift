#if Service
import BoundedCrop
import BoundedCropEvaluation
import BoundedCropLoading
import BoundedCropRendering
import BoundedCropService
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The page of a review, for this machine alone. Its address has a token, without which nothing is answered.
struct ReviewServer: HTTPResponder {
    typealias Context = BasicRequestContext

    private let review: Review
    private let port: Int
    private let token = (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }.joined()

    init(_ review: Review, port: Int) { (self.review, self.port) = (review, port) }

    /// Serves until the process receives SIGTERM or SIGINT.
    ///
    /// - Parameter announce: Called with the address once the page can be opened.
    func run(announce: @escaping @Sendable (_ address: String) -> Void) async throws {
        var logger = Logger(label: "boundedcrop.review")
        logger.logLevel = .critical
        let application = Application(
            responder: self,
            configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: "BoundedCrop"),
            onServerRunning: { channel in announce("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\(token)/") },
            logger: logger
        )
        let examining = Task { await review.run() }
        defer { examining.cancel() }
        do {
            try await application.runService()
        } catch let error as IOError {
            throw BoundedCropError(.connectionFailed, "port \(port) cannot be listened on: choose another with --port", underlying: error)
        }
    }

    func respond(to request: Request, context: Context) async -> Response {
        do {
            return try await answer(request)
        } catch is CorrectionFiles.Conflict {
            return Self.problem(.conflict, "somebody else has corrected this picture in the meantime")
        } catch let error as BoundedCropError {
            return Self.problem(Self.status(of: error), error.message)
        } catch {
            return Self.problem(.badRequest, "\(error)")
        }
    }

    private static func status(of error: BoundedCropError) -> HTTPResponse.Status {
        switch error.code {
        case .invalidArgument: .badRequest
        case .limitExceeded: .contentTooLarge
        default: .internalServerError
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        let path = request.uri.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        // A site that somebody visits has neither the token nor this name.
        let host = request.head.authority?.prefix { $0 != ":" }
        guard path.first == token, host == "127.0.0.1" || host == "localhost" else {
            return Self.problem(.notFound, "there is nothing here: the address that boundedcrop review printed has more")
        }
        let isChange = request.method == .post
        guard isChange || request.method == .get else { return Self.problem(.methodNotAllowed, "GET and POST are answered") }
        switch (path.count, path.dropFirst().first, path.dropFirst(3).first) {
        case (4, "pictures", "corrections") where isChange: return try await correct(picture(path[2]), request)
        case (4, "pictures", "attached") where isChange: return try await attach(picture(path[2]), request)
        case _ where isChange: break
        case (2, let name?, _):
            if name == "changes" {
                let since = request.uri.queryParameters["since"].flatMap { Int($0) } ?? 0
                return try Self.json(await review.changes(since: since))
            }
            if name == "concerns" { return try Self.json(Self.concerns) }
            if let file = ReviewPage(subject: review.work.subject).file(name) {
                return Self.response(.ok, file.type, file.bytes, caching: "no-cache")
            }
        case (3, "pictures", _): return try Self.json(await review.detail(picture(path[2])))
        case (4, "pictures", "original"): return Self.picture(try await review.original(picture(path[2])))
        case (5, "pictures", let size?) where ["small", "large"].contains(size):
            return Self.picture(try await review.picture(picture(path[2]), shape: Int(path[4]) ?? -1, isLarge: size == "large"))
        default: break
        }
        return Self.problem(.notFound, "there is nothing at \(request.uri.path)")
    }

    private func picture(_ text: String) -> Int { Int(text) ?? -1 }

    /// What a page sends to correct a picture.
    private struct Change: Decodable {
        let seen: [Corrections.Entry]
        let corrections: [Corrections.Entry]
    }

    private func correct(_ id: Int, _ request: Request) async throws -> Response {
        guard let change = try await sent(request, as: Change.self) else { return Self.isNoJSON }
        // Before anybody waits for what is done with them.
        try Corrections.checkCounts(change.corrections)
        guard !change.corrections.contains(where: { $0.words["at"] != nil }) else {
            throw BoundedCropError(.invalidArgument, "“at” is for videos, and this is a picture")
        }
        return try Self.json(await review.correct(id, change.seen, with: change.corrections))
    }

    /// What a page sends to give a picture the corrections of another.
    private struct Attachment: Decodable {
        let lost: String
    }

    private func attach(_ id: Int, _ request: Request) async throws -> Response {
        guard let attachment = try await sent(request, as: Attachment.self) else { return Self.isNoJSON }
        return try Self.json(await review.attach(attachment.lost, to: id))
    }

    private static let isNoJSON = problem(.unsupportedMediaType, "corrections are JSON")

    /// Nil for a body of another type, as pages of other sites can send.
    private func sent<Value: Decodable>(_ request: Request, as type: Value.Type) async throws -> Value? {
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else { return nil }
        var body = ByteBuffer()
        // What is too long is read to its end, so that whoever sends it hears why.
        for try await part in request.body where body.readableBytes <= Self.longest { body.writeImmutableBuffer(part) }
        guard body.readableBytes <= Self.longest else {
            throw BoundedCropError(.limitExceeded, "the corrections of a picture are at most \(Self.longest) bytes long")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch let error as DecodingError {
            throw BoundedCropError(error)
        }
    }

    /// The most bytes of what a page sends.
    private static let longest = 1 << 20

    /// The groups of pictures, the worst first.
    private struct Concern: Encodable {
        let name: String
        let title: String
        let explanation: String
    }

    private static let concerns = CropConcern.allCases.map { Concern(name: $0.rawValue, title: $0.title, explanation: $0.explanation) }

    private static func json(_ value: some Encodable) throws -> Response {
        response(.ok, "application/json", Array(try JSONText.data(value)), caching: "no-store")
    }

    private static func problem(_ status: HTTPResponse.Status, _ message: String) -> Response {
        let body = (try? JSONText.data(["message": message])).map { Array($0) } ?? []
        return response(status, "application/json", body, caching: "no-store")
    }

    /// Its address changes with the picture's version.
    private static func picture(_ bytes: [UInt8]) -> Response { response(.ok, "image/jpeg", bytes, caching: "private, max-age=86400") }

    private static func response(_ status: HTTPResponse.Status, _ type: String, _ bytes: [UInt8], caching: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = caching
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'"
        headers[.xContentTypeOptions] = "nosniff"
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// The files of the page.
struct ReviewPage {
    let subject: Corrections.Subject

    private static let own: [String: PlaygroundFiles.File] = [
        "review.css": ("text/css; charset=utf-8", PackageResources.review_css),
        "review.js": script(PackageResources.review_js),
        "service.js": script(PackageResources.service_js),
        "grid.js": script(PackageResources.grid_js),
        "dialog.js": script(PackageResources.dialog_js),
    ]

    /// The page itself, which has no name, a file of it, or the editor, which it shares with the page of the service.
    func file(_ name: String) -> PlaygroundFiles.File? {
        if name.isEmpty { return ("text/html; charset=utf-8", PackageResources.review_html) }
        // Crops and what is hidden are corrected in different ways.
        if name == "picture.js" { return Self.script(subject == .crops ? PackageResources.crops_js : PackageResources.redactions_js) }
        return Self.own[name] ?? (name.hasPrefix("editor.") ? PlaygroundFiles.all["/playground/\(name)"] : nil)
    }

    private static func script(_ bytes: [UInt8]) -> PlaygroundFiles.File { ("text/javascript; charset=utf-8", bytes) }
}
#endif
