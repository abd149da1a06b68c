internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import CoreMetrics
internal import Logging

/// The parts of a service, each made of the configuration and of those that it needs.
struct ServiceParts: Sendable {
    let metrics: PrometheusMetrics
    let connections: OpenConnections
    let workers: PictureWorkers
    /// What this service shares with others.
    let storages: SharedStorages
    let log: RequestLog
    let responder: ServiceResponder
    /// Nil without a folder of pictures.
    let rootCheck: RootCheck?
    /// Nil without corrections.
    let corrections: ServiceCorrections?
    /// Loads pictures from servers and objects.
    let loader: ImageLoader

    /// Throws `invalidSetting` for what cannot be used.
    init(_ configuration: ServiceConfiguration, _ metrics: PrometheusMetrics, _ ownMetrics: ServiceMetrics, logger: Logger) throws {
        self.metrics = metrics
        let loading = configuration.loading(metrics: metrics, logger: logger)
        let room = FileDescriptors.roomForConnections(workers: configuration.workers, downloads: loading.concurrentLoads)
        connections = OpenConnections(limit: min(configuration.connections ?? 10_000, room), clock: configuration.connectionClock)
        let answers = AnswerMemory(byteLimit: configuration.memoryCacheBytes.plus(configuration.unsentBytes))
        workers = PictureWorkers(configuration, answers: answers, metrics: ownMetrics)
        storages = SharedStorages(configuration, metrics: metrics, logger: logger)
        log = RequestLog(metrics: ownMetrics, logger: logger)
        let folder = Self.folder(configuration)
        rootCheck = folder.map { RootCheck($0, logger: logger) }
        corrections = try configuration.makeCorrections(logger: logger)
        loader = ImageLoader(configuration: loading)
        let loader = loader
        let finder = PictureFinder(
            folder: folder,
            objects: try configuration.objectSource(loader, logger),
            loader: configuration.loadsFromWeb ? loader : nil,
            objectLifetime: configuration.objectLifetime,
            fetches: Admission(limit: workers.admission.limit, clientLimit: configuration.clientLimit)
        )
        let lookup = corrections.map { CorrectionLookup($0, finder: finder) }
        let results = ResultStore(configuration, sharing: storages.results, answers: answers, logger: logger)
        let renderer = ImageRenderer(
            detector: configuration.detector,
            redactionDetector: try configuration.redactionDetector.map { try BuiltInDetectors.named(RenderRequest.Crop(detector: $0)) },
            settings: configuration.rendering
        )
        let images = try ImageRoute(
            configuration,
            renderer,
            finder: finder,
            results: results,
            detections: Self.detections(configuration, storages, ownMetrics),
            workers: workers,
            metrics: ownMetrics,
            corrections: lookup
        )
        responder = ServiceResponder(
            configuration,
            image: images,
            uploads: UploadRoutes(configuration, renderer, workers: workers, metrics: ownMetrics, corrections: lookup),
            correction: configuration.savesCorrections && configuration.isUnsafe ? lookup.map(CorrectionRoute.init) : nil,
            rootCheck: rootCheck,
            metrics: ownMetrics,
            log: log
        )
        metrics.read("boundedcrop_connections") { [connections] in Double(connections.count) }
        metrics.read("boundedcrop_build_info", labels: [("version", ServiceVersion.current)]) { 1 }
        metrics.read("boundedcrop_requests_fetching") { [fetches = finder.fetches] in Double(fetches.insideCount) }
        metrics.read("boundedcrop_answer_memory_bytes") { Double(answers.byteCount) }
        metrics.read("boundedcrop_memory_cache_bytes") { Double(results.memoryByteCount) }
    }

    /// Nil without a folder of pictures.
    private static func folder(_ configuration: ServiceConfiguration) -> FolderSource? {
        configuration.rootFolder.map { root in
            let names = configuration.sharesStorages ? ContentNames(configuration.decoding) : nil
            let files = WorkerPool(threadCount: 2, queueLimit: 10_000)
            return FolderSource(root: root, workers: files, decoding: configuration.decoding, contentNames: names)
        }
    }

    private static func detections(
        _ configuration: ServiceConfiguration,
        _ storages: SharedStorages,
        _ metrics: ServiceMetrics
    ) -> DetectionStore {
        DetectionStore(
            storage: storages.detections,
            lifetime: configuration.detectionLifetime,
            clock: configuration.storageClock,
            metrics: metrics
        )
    }
}
