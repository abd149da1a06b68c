public import BoundedCrop
public import BoundedCropLoading

/// How a service works. What is not said here is as `ServiceSettings` lists it.
public struct ServiceConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any that is free.
    public var port = 8888
    /// The names that it is asked by, beside those of this machine itself. Where there are none, any name will do, but for a service that
    /// answers unsigned URLs on this machine alone: that one is asked by this machine's own names only.
    public var serverNames: [String] = []
    /// The folder whose pictures are served by their paths; nil serves none.
    public var root: String?
    /// Whether pictures are loaded from the web.
    public var loadsFromWeb = true
    /// Which web sources may be loaded from. Local files never are.
    public var policy = SourcePolicy.standard
    /// The keys that URLs may be signed with, the one to sign with first; without any, URLs cannot be signed. None may be empty, or nothing
    /// but white space.
    public var keys: [String] = []
    /// The hash of the signatures.
    public var algorithm = URLSigner.Algorithm.sha1
    /// Whether URLs that nobody signed are answered, and pictures sent here are; nil is: only where there is no key.
    public var allowsUnsafe: Bool?
    /// Whether a URL with filters that do not exist is refused.
    public var isStrict = false
    /// Whether there is a page to try crops on.
    public var hasPlayground = true
    /// Whether clients that say that they take WebP get it.
    public var negotiatesWebP = true
    /// What the pictures are made like.
    public var rendering = RenderSettings()
    /// How pictures are read.
    public var decoding = DecodingOptions()
    /// How much a URL may ask for.
    public var urlLimits = ImageURLLimits()
    /// For how many seconds others may keep an answer.
    public var maximumAge = 24 * 3600
    /// For how many seconds longer they may use it while they ask for the next one.
    public var staleWhileRevalidate = 24 * 3600
    /// Bytes of finished answers that are kept in memory.
    public var memoryCacheBytes = 256_000_000
    /// The folder of the cache; nil keeps nothing there.
    public var cacheFolder: String?
    /// Bytes of finished answers, and again as many of originals, that are kept in the folder.
    public var diskCacheBytes = 2_000_000_000
    /// How many pictures are worked on at once; nil is the number of cores.
    public var workers: Int?
    /// How many requests may wait for a worker, or for a picture from the web; more are refused at once.
    public var queueLimit = 64
    /// How many requests of one client may be under way; nil is any.
    public var clientLimit: Int?
    /// How many connections there may be; others wait in the system's queue. Nil is 10,000. There are never more than the process has file
    /// descriptors for, without those that the service needs for itself.
    public var connections: Int?
    /// Bytes that pictures being worked on may take together.
    public var pixelMemoryBytes = 512_000_000
    /// How long a request may take.
    public var deadline = Duration.seconds(30)
    /// How long the head of a request, and then its body, may take to arrive.
    public var requestTimeout = Duration.seconds(10)
    /// How long a client may read nothing of an answer that waits for it. Who reads steadily, but for less than about 1 kB a second, is
    /// waited for.
    public var writeTimeout = Duration.seconds(10)
    /// How long a connection is kept without a request.
    public var idleTimeout = Duration.seconds(60)
    /// The detector for URLs that name none.
    public var detector: any FeatureDetector = YuNetDetector()

    /// A service for the machine that it runs on.
    public init() {}

    /// Whether only this machine can reach it.
    var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// Whether unsigned URLs are answered.
    package var isUnsafe: Bool { allowsUnsafe ?? keys.isEmpty }
}
