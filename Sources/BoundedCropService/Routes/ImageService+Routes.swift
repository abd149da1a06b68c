internal import BoundedCrop
public import Hummingbird

extension ImageService {
    /// Adds the service's routes to a Hummingbird application of your own: image URLs, uploads, the playground page, health checks and
    /// metrics, all below a path.
    ///
    ///     let router = Router()
    ///     try service.addRoutes(to: router, at: "/images")
    ///     // /images/unsafe/300x200/smart/beach.jpg
    ///
    /// Signatures cover what follows the path. The application must have no other routes at the path or below it.
    ///
    /// Connections are the application's. The settings `port`, `connections`, `requestTimeout`, `writeTimeout` and `idleTimeout` have no
    /// effect, `/readyz` does not know when the application shuts down, uploads that wait for `100 Continue` do not get it, and a request
    /// whose client leaves runs on until its `deadline`. `clientLimit` requires a context that is a `RemoteAddressRequestContext`; without it,
    /// all clients count as one. While `host` is this machine, files are not decoded in separate processes unless `isolates` is set, and a
    /// service that answers unsigned URLs answers only to this machine's names: list the application's names in `serverNames`.
    ///
    /// - Parameters:
    ///   - router: The application's router.
    ///   - path: The path of the routes, such as `/images`, of letters, digits, `-`, `_` and `.`; `/` for the whole application.
    /// - Throws: `invalidSetting` if the service has no key and `allowsUnsafe` is not set, because the application may be reachable from
    ///   other machines; `invalidArgument` for a path with parameters or wildcards, and for one with `.` or `..` as a component.
    public func addRoutes<Context: RequestContext>(to router: Router<Context>, at path: String) throws {
        guard configuration.hasKeys || configuration.allowsUnsafe == true else {
            throw BoundedCropError(
                .invalidSetting,
                "in an application anybody could request pictures: set a key, or explicitly allow URLs without a signature (unsafe)"
            )
        }
        let mount = try MountPath(path)
        warnOfWeakKeys()
        let (responder, clock) = (parts.responder, configuration.connectionClock)
        let handler: @Sendable (Request, Context) async -> Response = { request, context in
            guard let target = mount.remainder(of: request.head.path ?? "/") else {
                // The page's links are relative to its folder.
                return .redirect(to: mount.path + "/", type: .permanent)
            }
            let client = (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress ?? "unknown"
            let asked = ServiceRequest(
                request,
                target: target,
                client: client,
                channel: nil,
                tracer: responder.tracer,
                application: mount.path
            )
            return await responder.respond(to: asked) { limit, body in
                try await ClientPresence().run(within: limit, by: clock, on: asked.eventLoop, body)
            }
        }
        for method in [HTTPRequest.Method.get, .head, .post, .options] {
            router.on(RouterPath(mount.path), method: method, use: handler)
            router.on(RouterPath(mount.path + "/**"), method: method, use: handler)
        }
    }
}
