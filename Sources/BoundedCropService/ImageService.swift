internal import BoundedCrop
internal import BoundedCropLoading
internal import CoreMetrics
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals

/// The HTTP service: image URLs in thumbor's grammar, pictures to crop and to detect in, a page to try it, health and numbers.
///
///     var configuration = ServiceConfiguration()
///     configuration.root = "/srv/photos"
///     try await ImageService(configuration).run()
public struct ImageService: Sendable {
    private let configuration: ServiceConfiguration
    private let logger: Logger
    private let onStart: @Sendable (_ port: Int) async -> Void
    private let connections: OpenConnections
    let metrics = PrometheusMetrics()
    let work: PictureWork

    /// A service; nothing listens until `run()`.
    ///
    /// Throws `invalidSetting` for a setting that is out of its range, for a key that is empty, and where the configuration would let
    /// strangers use it unsigned: on an address that others can reach, without a key, and without being told that this is meant.
    /// - Parameters:
    ///   - logger: gets a line for each request.
    ///   - onStart: told the port once the service listens.
    public init(
        _ configuration: ServiceConfiguration,
        logger: Logger = Logger(label: "boundedcrop.service"),
        onStart: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        try ServiceSettings.check(configuration)
        guard configuration.isLocal || !configuration.keys.isEmpty || configuration.allowsUnsafe == true else {
            throw BoundedCropError(
                .invalidSetting,
                "on \(configuration.host) anybody could have pictures made: set a key, or say that URLs without a signature are meant (unsafe)"
            )
        }
        let serviceMetrics = ServiceMetrics(registry: metrics)
        var configuration = configuration
        configuration.decoding.decoders = try ServiceDecoders.start(for: configuration, serviceMetrics, logger)
        self.configuration = configuration
        self.logger = logger
        self.onStart = onStart
        let storage = { (part: String) in
            configuration.cacheFolder.map { DiskStorage(folder: "\($0)/\(part)", byteLimit: configuration.diskCacheBytes) }
        }
        var loading = ImageLoader.Configuration(storage: storage("originals"))
        loading.policy = configuration.policy
        loading.policy.schemes = ["http", "https"]
        loading.decoding = configuration.decoding
        loading.memoryCache = nil
        loading.logger = logger
        loading.metrics = metrics
        loading.concurrentLoads = 16
        let room = FileDescriptors.roomForConnections(
            workers: configuration.workers,
            downloads: loading.concurrentLoads
        )
        connections = OpenConnections(limit: min(configuration.connections ?? 10_000, room))
        metrics.read("boundedcrop_connections") { [connections] in Double(connections.count) }
        let files = WorkerPool(threadCount: 2, queueLimit: 10_000)
        let finder = PictureFinder(
            folder: configuration.root.map { FolderSource(root: $0, workers: files, decoding: configuration.decoding) },
            loader: configuration.loadsFromWeb ? ImageLoader(configuration: loading) : nil
        )
        let answers = AnswerMemory(byteLimit: configuration.memoryCacheBytes.plus(configuration.unsentBytes))
        let results = ResultStore(
            memoryByteLimit: configuration.memoryCacheBytes,
            storage: storage("answers"),
            answers: answers,
            logger: logger
        )
        work = PictureWork(configuration, finder: finder, results: results, metrics: serviceMetrics, logger: logger)
    }

    /// Serves until the task is cancelled or the process gets SIGTERM or SIGINT. Either way, requests under way are answered first.
    ///
    /// Throws what the system says where it cannot listen.
    /// - Parameter handlesSignals: false leaves the signals to the program; then a graceful shutdown of a `ServiceGroup` that the service
    ///   runs in does what SIGTERM would.
    public func run(handlesSignals: Bool = true) async throws {
        warn()
        let log = RequestLog(metrics: work.metrics, logger: logger)
        let responder = try ServiceResponder(work, log: log)
        let application = Application(
            responder: responder,
            server: HTTPServerBuilder { [connections, configuration] responder in
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
        // Services end in the reverse order: nothing new is listened for only when the draining is done.
        let draining = Draining(responder: responder, connections: connections, limit: configuration.deadline)
        let signals: [UnixSignal] = handlesSignals ? [.sigterm, .sigint] : []
        let group = ServiceGroup(services: [application, draining], gracefulShutdownSignals: signals, logger: logger)
        // Not cancelled itself: a connection that is accepted at that moment would make NIO trap.
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }
    private func warn() {
        let weak = configuration.keys.count { $0.utf8.count < SigningKeys.shortestSafe }
        if weak > 0 {
            logger.warning(
                "\(weak) of \(configuration.keys.count) keys have fewer than \(SigningKeys.shortestSafe) bytes and can be guessed"
            )
        }
        if let wanted = configuration.connections, connections.limit < wanted {
            logger.warning("\(connections.limit) connections are let in, not \(wanted): the process may have no more file descriptors")
        }
    }
}
