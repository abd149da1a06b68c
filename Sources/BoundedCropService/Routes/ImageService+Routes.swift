internal import BoundedCrop
internal import NIOPosix
public import Hummingbird

extension ImageService {
    /// Adds the service's routes to a Hummingbird application of one's own: image URLs, uploads, the playground page, health checks and
    /// metrics, each below the path.
    ///
    ///     let router = Router()
    ///     service.addRoutes(to: router, at: "/images")
    ///     // /images/unsafe/300x200/smart/beach.jpg
    ///
    /// Signatures cover what follows the path. The application listens, so the settings of connections (`host`, `port`, `connections`,
    /// `requestTimeout`, `writeTimeout`, `idleTimeout`) have no effect, except that an unsafe service whose `host` is this machine answers only
    /// to this machine's names: list the application's names in `serverNames`. A request whose client leaves runs to its end or to its
    /// deadline. `clientLimit` needs a context that is a `RemoteAddressRequestContext`; without it, all clients count as one.
    ///
    /// - Parameters:
    ///   - router: The application's router.
    ///   - path: The path below which the routes are, such as `/images`; `/` for all paths.
    public func addRoutes<Context: RequestContext>(to router: Router<Context>, at path: String = "/") {
        let prefix = path.split(separator: "/").map { "/" + $0 }.joined()
        let handler: @Sendable (Request, Context) async -> Response = { [responder] request, context in
            let target = request.head.path ?? "/"
            // The page's links are relative to the folder.
            if target == prefix { return .redirect(to: prefix + "/", type: .permanent) }
            let client = (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress ?? "unknown"
            let asked = ServiceRequest(
                request,
                target: target.hasPrefix(prefix) ? String(target.dropFirst(prefix.count)) : target,
                client: client,
                channel: nil
            )
            return await responder.respond(to: asked) {
                try await ClientPresence().run(within: $0, on: MultiThreadedEventLoopGroup.singleton.any(), $1)
            }
        }
        for method in [HTTPRequest.Method.get, .head, .post] {
            router.on("\(prefix)/**", method: method, use: handler)
            router.on(RouterPath(prefix), method: method, use: handler)
        }
    }
}
