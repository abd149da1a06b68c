internal import BoundedCrop
internal import BoundedCropLoading
internal import CLibrary
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals

/// The HTTP service: image URLs in thumbor's grammar, uploads to crop or detect faces in, a playground page, health checks and metrics.
///
///     var configuration = ServiceConfiguration()
///     configuration.root = "/srv/photos"
///     try await ImageService(configuration).run()
public struct ImageService: Sendable {
    let configuration: ServiceConfiguration
    private let logger: Logger
    private let onStart: @Sendable (_ port: Int) async -> Void
    let parts: ServiceParts

    /// Creates a service. It listens only after `run()`.
    ///
    /// - Parameters:
    ///   - configuration: What the service serves, to whom, and within which limits.
    ///   - logger: Receives a line for each request.
    ///   - onStart: Called with the port once the service listens.
    /// - Throws: `invalidSetting` for a setting out of range, for an empty key, and where other machines could connect although the service
    ///   has no key and `allowsUnsafe` is not set.
    public init(
        _ configuration: ServiceConfiguration,
        logger: Logger = Logger(label: "boundedcrop.service"),
        onStart: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        var configuration = configuration
        try ServiceSettings.readSecretFiles(into: &configuration)
        try ServiceSettings.check(configuration)
        if configuration.reachesObjectStorage { try configuration.s3.check() }
        guard configuration.isLocal || configuration.hasKeys || configuration.allowsUnsafe == true else {
            throw BoundedCropError(
                .invalidSetting,
                "on \(configuration.host) anybody could request pictures: set a key, or explicitly allow URLs without a signature (unsafe)"
            )
        }
        let metrics = PrometheusMetrics()
        let serviceMetrics = ServiceMetrics(registry: metrics)
        configuration.decoding.decoders = try ServiceDecoders.start(for: configuration, serviceMetrics, logger)
        let late = ServiceDecoders.late(for: configuration, serviceMetrics, logger)
        configuration.decoding.drawingDecoders = late.map { .forDrawings($0) }
        configuration.decoding.fragileDecoders = late.map { LateDecoders($0) }
        self.configuration = configuration
        self.logger = logger
        self.onStart = onStart
        parts = try ServiceParts(configuration, metrics, serviceMetrics, logger: logger)
    }

    /// Serves until the task is cancelled or the process receives SIGTERM or SIGINT. Either way, requests in progress are answered first.
    ///
    /// - Parameter handlesSignals: False leaves the signals to the program. A graceful shutdown of the `ServiceGroup` that the service runs
    ///   in then has the effect of SIGTERM.
    /// - Throws: `invalidSetting` when the folder `root` or the `corrections` cannot be read, and `connectionFailed` when the service cannot listen.
    public func run(handlesSignals: Bool = true) async throws {
        let (responder, connections) = (parts.responder, parts.connections)
        try await parts.rootCheck?.run()
        try await parts.corrections?.start()
        warnOfWeakKeys()
        warnOfIdleKeys()
        warnOfFewConnections()
        responder.isReady = true
        let application = Application(
            responder: responder,
            server: HTTPServerBuilder { [configuration, log = parts.log] responder in
                ServiceChannel(responder: responder, connections: connections, configuration: configuration, log: log)
            },
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "BoundedCrop",
                availableConnectionsDelegate: connections
            ),
            onServerRunning: { [onStart, logger] channel in
                let added = channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.addHandler(AcceptBackoff(logger: logger), position: .first)
                }
                try? await added.get()
                await onStart(channel.localAddress?.port ?? 0)
            },
            logger: logger
        )
        // Services end in reverse order: listening stops only after draining has finished.
        let draining = Draining(responder: responder, connections: connections, limit: configuration.deadline)
        let signals: [UnixSignal] = handlesSignals ? [.sigterm, .sigint] : []
        let group = ServiceGroup(services: [application, draining], gracefulShutdownSignals: signals, logger: logger)
        // Not cancelled directly: NIO would trap on a connection accepted at that moment.
        let running = Task { try await group.run() }
        let ended = await withTaskCancellationHandler {
            await running.result
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
        connections.closeAll()
        await parts.storages.shutDown()
        do { try ended.get() } catch { throw ListeningFailure.inWords(error, configuration) }
    }

    func warnOfWeakKeys() {
        let weak = configuration.keys.count { $0.utf8.count < SigningKeys.shortestSafe }
        if weak > 0 {
            logger.warning(
                "\(weak) of \(configuration.keys.count) keys have fewer than \(SigningKeys.shortestSafe) bytes and can be guessed"
            )
        }
    }

    func warnOfIdleKeys() {
        for grammar in configuration.grammarsWithIdleKeys {
            logger.warning("\(grammar.rawValue) has a key, but is off: add it to the setting grammar, or leave out the key")
        }
    }

    private func warnOfFewConnections() {
        let limit = parts.connections.limit
        if let wanted = configuration.connections, limit < wanted {
            logger.warning("at most \(limit) connections are accepted, not \(wanted): the process has no more file descriptors")
        }
    }
}

/// Why a service cannot listen at its address, and which setting to change.
enum ListeningFailure {
    /// - Returns: `connectionFailed` for an error of the network, and any other error as it is.
    static func inWords(_ error: any Error, _ configuration: ServiceConfiguration) -> any Error {
        let (host, port) = (configuration.host, configuration.port)
        let words: String
        switch error {
        case let error as IOError:
            words =
                switch error.errnoCode {
                case EADDRINUSE: "port \(port) is in use on \(host): choose another with --port"
                case EACCES: "port \(port) on \(host) is not allowed to this user: choose one from 1024 with --port"
                case EADDRNOTAVAIL: "\(host) is not an address of this machine: choose one with --host"
                default: "\(host) cannot be listened on at port \(port): \(ConnectionWords.text(error))"
                }
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            words = "\(host) is not the name or address of a machine: choose one with --host"
        default:
            return error
        }
        return BoundedCropError(.connectionFailed, words, underlying: error)
    }
}
