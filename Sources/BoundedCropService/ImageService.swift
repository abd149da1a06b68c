internal import BoundedCrop
internal import BoundedCropLoading
internal import CoreMetrics
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
    private let connections: OpenConnections
    let metrics = PrometheusMetrics()
    let workers: PictureWorkers
    let responder: ServiceResponder
    /// Nil without a folder of pictures.
    private let rootCheck: RootCheck?
    /// What this service shares with others.
    let storages: SharedStorages
    private let log: RequestLog

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
        let serviceMetrics = ServiceMetrics(registry: metrics)
        configuration.decoding.decoders = try ServiceDecoders.start(for: configuration, serviceMetrics, logger)
        self.configuration = configuration
        self.logger = logger
        self.onStart = onStart
        let loading = configuration.loading(metrics: metrics, logger: logger)
        let room = FileDescriptors.roomForConnections(
            workers: configuration.workers,
            downloads: loading.concurrentLoads
        )
        connections = OpenConnections(limit: min(configuration.connections ?? 10_000, room), clock: configuration.connectionClock)
        metrics.read("boundedcrop_connections") { [connections] in Double(connections.count) }
        let answers = AnswerMemory(byteLimit: configuration.memoryCacheBytes.plus(configuration.unsentBytes))
        workers = PictureWorkers(configuration, answers: answers, metrics: serviceMetrics)
        let loader = ImageLoader(configuration: loading)
        let files = WorkerPool(threadCount: 2, queueLimit: 10_000)
        let folder = configuration.rootFolder.map {
            let names = configuration.sharesStorages ? ContentNames(configuration.decoding) : nil
            return FolderSource(root: $0, workers: files, decoding: configuration.decoding, contentNames: names)
        }
        rootCheck = folder.map { RootCheck($0, logger: logger) }
        let finder = PictureFinder(
            folder: folder,
            objects: try configuration.objectSource(loader, logger),
            loader: configuration.loadsFromWeb ? loader : nil,
            objectLifetime: configuration.objectLifetime,
            fetches: Admission(limit: workers.admission.limit, clientLimit: configuration.clientLimit)
        )
        storages = SharedStorages(configuration, metrics: metrics, logger: logger)
        let results = ResultStore(configuration, sharing: storages.results, answers: answers, logger: logger)
        let detections = DetectionStore(
            storage: storages.detections,
            lifetime: configuration.detectionLifetime,
            clock: configuration.storageClock,
            metrics: serviceMetrics
        )
        log = RequestLog(metrics: serviceMetrics, logger: logger)
        responder = ServiceResponder(
            configuration,
            image: try ImageRoute(
                configuration,
                finder: finder,
                results: results,
                detections: detections,
                workers: workers,
                metrics: serviceMetrics
            ),
            uploads: UploadRoutes(configuration, workers: workers, metrics: serviceMetrics),
            rootCheck: rootCheck,
            metrics: serviceMetrics,
            log: log
        )
        metrics.read("boundedcrop_build_info", labels: [("version", ServiceVersion.current)]) { 1 }
        metrics.read("boundedcrop_requests_fetching") { [fetches = finder.fetches] in Double(fetches.insideCount) }
        metrics.read("boundedcrop_answer_memory_bytes") { Double(answers.byteCount) }
        metrics.read("boundedcrop_memory_cache_bytes") { Double(results.memoryByteCount) }
    }

    /// Serves until the task is cancelled or the process receives SIGTERM or SIGINT. Either way, requests in progress are answered first.
    ///
    /// - Parameter handlesSignals: False leaves the signals to the program. A graceful shutdown of the `ServiceGroup` that the service runs
    ///   in then has the effect of SIGTERM.
    /// - Throws: `invalidSetting` when the folder `root` cannot be read, and `connectionFailed` when the service cannot listen.
    public func run(handlesSignals: Bool = true) async throws {
        try await rootCheck?.run()
        warnOfWeakKeys()
        warnOfFewConnections()
        responder.isReady = true
        let application = Application(
            responder: responder,
            server: HTTPServerBuilder { [connections, configuration, log] responder in
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
        await storages.shutDown()
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

    private func warnOfFewConnections() {
        if let wanted = configuration.connections, connections.limit < wanted {
            logger.warning("at most \(connections.limit) connections are accepted, not \(wanted): the process has no more file descriptors")
        }
    }
}
