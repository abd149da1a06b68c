public import BoundedCrop
public import BoundedCropLoading
internal import Logging
public import Tracing

/// The configuration of a service. `ServiceSettings` lists the same settings by name.
public struct ServiceConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 chooses a free one.
    public var port = 8888
    /// The host names of the service, besides those of this machine. Without any, all names are accepted, except by a service that answers
    /// unsigned URLs on this machine alone: that one accepts only this machine's own names.
    package var serverNames: [String] = []
    /// The folder, or the prefix `s3://bucket/prefix`, whose pictures are served by their paths; nil serves none.
    public var root: String?
    /// The file, or the object `s3://bucket/key`, with corrections of crops that were made by hand; nil for none.
    package var corrections: String?
    /// Whether the page may save what is placed by hand in the file `corrections`. Off by default: whoever can open the page could change it.
    package var savesCorrections = false
    /// The buckets whose objects are served as `s3://bucket/key`; nil serves none.
    public var allowedBuckets: [String]?
    /// How object storage is reached.
    public var s3 = S3Configuration()
    /// The seconds for which an object is assumed to be unchanged after it was checked.
    package var objectLifetime = 10
    /// Whether pictures are loaded from the web.
    public var loadsFromWeb = true
    /// The web sources to load from. Local files are never loaded.
    public var policy = SourcePolicy.standard
    /// The keys for signing URLs; the first one signs. Without keys, URLs cannot be signed. A key must not be empty or only white space.
    public var keys: [String] = []
    /// The files of secrets that are not in the configuration itself.
    package var secretFiles = SecretFiles()
    /// The hash function of the signatures.
    public var algorithm = URLSigner.Algorithm.sha1
    /// Whether unsigned URLs and uploads are answered; nil allows them only without a key, that of any grammar.
    public var allowsUnsafe: Bool?
    /// The grammars of image URLs, each with its path; thumbor's at the root by default.
    package var grammars = [GrammarMount.thumbor]
    /// The grammars whose unsigned URLs are answered even if there is a key, for grammars without signatures. Uploads are not.
    package var unsignedGrammars: [Grammar] = []
    /// The keys and other settings of single grammars.
    package var dialects = DialectSettings()
    /// Whether a URL is refused if it has unknown filters, or parameters that cannot be honored.
    package var isStrict = false
    /// Whether `raw` is answered with the unchanged file, with all its metadata, such as the place where a photo was taken. Off by default.
    package var answersOriginals = false
    /// The service's own presets for the filter `preset` and for uploads. They come before the standard ones, which they may replace.
    package var presets: [CropPreset] = []
    /// Whether the playground page is served, if unsigned URLs are answered.
    package var hasPlayground = true
    /// Which of JPEG XL, AVIF and WebP clients receive that name them in `Accept`; the best one first.
    package var formats: [ImageFormat] = [.avif, .jxl, .webp]
    /// How pictures are rendered.
    package var rendering = RenderSettings()
    /// The largest output, in pixels.
    public var maximumOutputPixels: Int {
        get { rendering.maximumOutputPixels }
        set { rendering.maximumOutputPixels = newValue }
    }
    /// How pictures are decoded.
    public var decoding = DecodingOptions()
    /// Whether files are decoded in separate processes, so that a file that crashes a decoder does not harm the service; nil isolates where
    /// other machines can connect to `host`. Without a ``decoderProgram``, a warning is logged and files are decoded in this process.
    public var isolates: Bool?
    /// The program for those processes: one that calls `DecoderHelper.runIfAsked()`, such as `boundedcrop` itself. Nil for none.
    public var decoderProgram: String?
    /// The limits of a URL.
    public var urlLimits = ImageURLLimits()
    /// The number of seconds for which clients and proxies may cache an answer.
    package var maximumAge = 24 * 3600
    /// The number of further seconds for which they may use it while they revalidate it.
    package var staleWhileRevalidate = 24 * 3600
    /// The number of further seconds for which they may use it where the service cannot answer.
    package var staleIfError = 24 * 3600
    /// The maximum size of the memory cache of answers, in bytes.
    public var memoryCacheBytes = 256_000_000
    /// The folder of the disk cache; nil for no disk cache.
    public var cacheFolder: String?
    /// The maximum size of the answers in the folder, in bytes; the same again for originals.
    public var diskCacheBytes = 2_000_000_000
    /// Where answers are stored besides the memory, for all services that name the same place; nil for the folder of the disk cache.
    package var resultStorage: StorageLocation?
    /// The number of seconds for which they are stored there.
    package var resultLifetime = 30 * 24 * 3600
    /// The maximum size of an answer that is stored there, in bytes.
    package var resultByteLimit = 2_000_000
    /// Where it is stored what was found in pictures, for all services that name the same place; nil keeps it in memory only.
    package var detectionStorage: StorageLocation?
    /// The number of seconds for which it is stored there.
    package var detectionLifetime = 365 * 24 * 3600
    /// How long a service waits for one of these storages before it does without.
    package var storageTimeout = Duration.milliseconds(250)
    /// The password of Redis servers whose address has none.
    package var redisPassword: String?
    /// The clock of these storages, and of what is loaded.
    package var storageClock: any LoadingClock = SystemLoadingClock()
    /// The clock of the time limits of connections and requests.
    var connectionClock: any ConnectionClock = SystemConnectionClock()
    /// Tells when memory is short.
    var memoryPressure = MemoryPressureMonitor.shared
    /// The number of pictures processed at once; nil is the number of cores.
    public var workers: Int?
    /// How many requests may wait for a worker, or for a download; more are refused immediately.
    public var queueLimit = 64
    /// The maximum number of requests in progress per client; nil for no limit.
    public var clientLimit: Int?
    /// The maximum number of connections; more wait in the system's queue. Nil is 10,000. The file descriptors of the process, minus those
    /// that the service itself needs, are always an upper limit.
    package var connections: Int?
    /// The memory for making answers, in bytes: files, decoded pictures, effects, encoders. A single request that needs more is refused.
    public var pixelMemoryBytes = 512_000_000
    /// The most work that a request may cause, in millions of pixels that its steps touch, for all frames; 400 by default, which takes about four
    /// seconds. Steps that take longer for a pixel, such as turns, count several times, and so does each search for what is hidden.
    package var maximumWork = 400
    /// The bytes of answers waiting for their clients, besides the memory cache; above it, no new answers are made.
    package var unsentBytes = 128_000_000
    /// The time limit of a request.
    public var deadline = Duration.seconds(30)
    /// The time limit for receiving the head of a request, and again for its body.
    package var requestTimeout = Duration.seconds(10)
    /// How long a client may read nothing of a pending answer. A client that reads steadily is served, even at less than about 1 kB a
    /// second.
    package var writeTimeout = Duration.seconds(10)
    /// How long a connection is kept open without a request.
    package var idleTimeout = Duration.seconds(60)
    /// Whether answers carry `Server-Timing`: how long their parts took, and whether they were cached. That reveals to strangers what
    /// others have requested before, so it is off by default.
    package var sendsServerTiming = false
    /// Whether answers with a picture carry its plan in `X-BoundedCrop-Plan`: where it was cropped, and where its faces are.
    package var sendsPlan = true
    /// Whether answers carry `Cache-Status`, which reveals the same to strangers, so it is off by default.
    package var sendsCacheStatus = false
    /// Whether clients that send the size at which they show a picture (`Sec-CH-Width`, `Sec-CH-DPR`) receive one that is no larger. A
    /// picture then has several answers, which caches must keep apart, so it is off by default.
    package var usesClientHints = false
    /// The origins whose scripts may use uploads and metadata, such as `https://example.com`; `*` alone is any. Without any, only scripts
    /// of the service's own page may.
    package var corsOrigins: [String] = []
    /// The tracer of the service's spans; nil, the default, is the one that the program has bootstrapped. A `NoOpTracer` makes none.
    public var tracer: (any Tracer)?
    /// The detector for URLs that do not name one.
    public var detector: any FeatureDetector = YuNetDetector()
    /// The detectors that find what `redact` hides, for URLs that do not name one: `yunet`, `haar`, or several, as in `yunet+haar`. Nil, the
    /// default, is `detector`: a request with `yunet+haar` takes about twenty times as long.
    package var redactionDetector: String?

    /// Creates the configuration of a service for this machine only.
    public init() {}

    /// Whether only this machine can connect.
    var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// Whether files are decoded in separate processes, if there is a program for them.
    package var isIsolating: Bool { isolates ?? !isLocal }

    /// Whether any grammar has a key.
    var hasKeys: Bool { Grammar.allCases.contains(where: hasKey) }

    /// Whether the playground page is served: it cannot sign, so it has no use where only signed URLs are answered.
    package var offersPlayground: Bool { hasPlayground && isUnsafe }

    /// Whether unsigned URLs are answered.
    package var isUnsafe: Bool { allowsUnsafe ?? !hasKeys }
}

extension ServiceConfiguration {
    /// Whether URLs of a grammar can be signed, and their signatures verified.
    func hasKey(of grammar: Grammar) -> Bool {
        switch grammar {
        case .thumbor: !keys.isEmpty
        case .imgproxy: !dialects.imgproxyKeys.isEmpty
        case .cloudinary: !dialects.cloudinarySecrets.isEmpty
        case .imgix: !dialects.imgixTokens.isEmpty
        case .imagekit: !dialects.imageKitKeys.isEmpty
        case .iiif, .cloudflare: false
        }
    }

    /// Whether unsigned URLs of a grammar are answered.
    func allowsUnsigned(_ grammar: Grammar) -> Bool { isUnsafe || unsignedGrammars.contains(grammar) }

    /// The same configuration without any key.
    var withoutKeys: ServiceConfiguration {
        var configuration = self
        (configuration.keys, configuration.secretFiles) = ([], SecretFiles())
        (configuration.dialects.imgproxyKeys, configuration.dialects.imgproxySalts) = ([], [])
        (configuration.dialects.cloudinarySecrets, configuration.dialects.imageKitKeys) = ([], [])
        configuration.dialects.imgixTokens = []
        return configuration
    }

    /// Which grammars are on, where, and which of their URLs are answered.
    package var grammarsInWords: String {
        let on = grammars.map { mount in
            let answered =
                switch (hasKey(of: mount.grammar), allowsUnsigned(mount.grammar)) {
                case (true, true): "signed or not"
                case (true, false): "signed"
                case (false, true): "unsigned"
                case (false, false): "answers nothing: it has no key, and is not one of unsigned-grammars"
                }
            return "\(mount.grammar.rawValue) at \(mount.path)/ (\(answered))"
        }
        return on.joined(separator: ", ")
    }

    /// The grammars that have a key and are off.
    var grammarsWithIdleKeys: [Grammar] {
        Grammar.allCases.filter { grammar in hasKey(of: grammar) && !grammars.contains { $0.grammar == grammar } }
    }

    /// Where a grammar is, or where the setting `grammar` would put it by its name alone.
    package func mount(of grammar: Grammar) -> GrammarMount {
        grammars.first { $0.grammar == grammar } ?? GrammarMount(grammar)
    }
}

extension ServiceConfiguration {
    /// A part of the folder of the disk cache; nil for no disk cache.
    func storage(_ part: String) -> DiskStorage? {
        cacheFolder.map { DiskStorage(folder: "\($0)/\(part)", byteLimit: diskCacheBytes) }
    }

    /// How pictures are loaded from the web and from object storage.
    func loading(metrics: PrometheusMetrics, logger: Logger) -> ImageLoader.Configuration {
        var loading = ImageLoader.Configuration(storage: storage("originals"))
        loading.policy = policy
        loading.policy.schemes = loadsFromWeb ? ["http", "https"] : []
        if usesObjectStorage {
            loading.s3 = s3
            loading.policy.schemes.insert("s3")
            loading.policy.allowedBuckets = (allowedBuckets ?? []) + ((try? rootLocation?.bucket).map { [$0] } ?? [])
        }
        loading.decoding = decoding
        loading.memoryCache = nil
        loading.clock = storageClock
        loading.logger = logger
        loading.metrics = metrics
        loading.tracer = tracer
        loading.concurrentLoads = 16
        return loading
    }
}

extension ServiceConfiguration {
    /// Whether pictures are served from object storage.
    package var usesObjectStorage: Bool { allowedBuckets != nil || root.map(Self.isLocation) ?? false }

    /// Whether anything is read from or written to object storage: pictures, or what services share.
    package var reachesObjectStorage: Bool {
        usesObjectStorage || corrections.map(Self.isLocation) ?? false
            || [resultStorage, detectionStorage].contains { if case .s3? = $0 { true } else { false } }
    }

    /// Takes what is not set of how object storage is reached from another configuration, such as that of the environment.
    package mutating func completeObjectStorage(from other: S3Configuration) {
        let set = s3
        s3 = other
        s3.endpoint = set.endpoint ?? other.endpoint
        s3.region = set.region ?? other.region
        s3.usesPathStyle = set.usesPathStyle ?? other.usesPathStyle
    }

    /// The root, if it is a folder.
    var rootFolder: String? { root.flatMap { Self.isLocation($0) ? nil : $0 } }

    /// The root, if it is in object storage.
    var rootLocation: S3Location? {
        get throws { try root.flatMap { Self.isLocation($0) ? try S3Location($0) : nil } }
    }

    /// Where pictures are in object storage; nil if none are served.
    func objectSource(_ loader: ImageLoader, _ logger: Logger) throws -> ObjectSource? {
        guard usesObjectStorage else { return nil }
        return ObjectSource(
            client: S3Client(s3, logger: logger),
            loader: loader,
            root: try rootLocation,
            allowedBuckets: allowedBuckets ?? [],
            decoding: decoding
        )
    }

    static func isLocation(_ root: String) -> Bool { root.prefix(5).lowercased() == "s3://" }
}
