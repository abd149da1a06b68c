import ArgumentParser
import BoundedCropService

/// The service's settings as options. For options that are not given, the environment variables and the file apply.
struct ServiceOptions: ParsableArguments {
    @Option(help: Self.help("host", "address"))
    var host: String?

    @Option(help: Self.help("port", "n"))
    var port: String?

    @Option(help: Self.help("server-names", "list"))
    var serverNames: String?

    @Option(help: Self.help("root", "folder"), completion: .directory)
    var root: String?

    @Flag(inversion: .prefixedNo, help: Self.help("web"))
    var web: Bool?

    @Option(help: Self.help("allowed-hosts", "list"))
    var allowedHosts: String?

    @Option(help: Self.help("denied-hosts", "list"))
    var deniedHosts: String?

    @Option(help: Self.help("allowed-ranges", "list"))
    var allowedRanges: String?

    @Flag(inversion: .prefixedNo, help: Self.help("allow-private"))
    var allowPrivate: Bool?

    @Option(help: Self.help("key", "key,..."))
    var key: String?

    @Option(help: Self.help("signature", "sha1|sha256"))
    var signature: String?

    @Flag(inversion: .prefixedNo, help: Self.help("unsafe"))
    var unsafe: Bool?

    @Flag(inversion: .prefixedNo, help: Self.help("strict"))
    var strict: Bool?

    @Flag(inversion: .prefixedNo, help: Self.help("playground"))
    var playground: Bool?

    @Flag(inversion: .prefixedNo, help: Self.help("webp"))
    var webp: Bool?

    @Option(help: Self.help("smart", "bounded|centroid"))
    var smart: String?

    @Option(help: Self.help("quality", "n"))
    var quality: String?

    @Flag(inversion: .prefixedNo, help: Self.help("keep-metadata"))
    var keepMetadata: Bool?

    @Option(help: Self.help("max-output-pixels", "n"))
    var maxOutputPixels: String?

    @Option(help: Self.help("max-pixels", "n"))
    var maxPixels: String?

    @Option(help: Self.help("max-bytes", "n"))
    var maxBytes: String?

    @Flag(inversion: .prefixedNo, help: Self.help("isolate"))
    var isolate: Bool?

    @Option(help: Self.help("max-age", "n"))
    var maxAge: String?

    @Option(help: Self.help("stale-while-revalidate", "n"))
    var staleWhileRevalidate: String?

    @Option(help: Self.help("memory-cache", "n"))
    var memoryCache: String?

    @Option(help: Self.help("cache-folder", "folder"), completion: .directory)
    var cacheFolder: String?

    @Option(help: Self.help("disk-cache", "n"))
    var diskCache: String?

    @Option(help: Self.help("workers", "n"))
    var workers: String?

    @Option(help: Self.help("queue", "n"))
    var queue: String?

    @Option(help: Self.help("client-limit", "n"))
    var clientLimit: String?

    @Option(help: Self.help("connections", "n"))
    var connections: String?

    @Option(help: Self.help("pixel-memory", "n"))
    var pixelMemory: String?

    @Option(help: Self.help("unsent", "n"))
    var unsent: String?

    @Option(help: Self.help("deadline", "seconds"))
    var deadline: String?

    @Option(help: Self.help("request-timeout", "seconds"))
    var requestTimeout: String?

    @Option(help: Self.help("write-timeout", "seconds"))
    var writeTimeout: String?

    @Option(help: Self.help("idle-timeout", "seconds"))
    var idleTimeout: String?

    /// The options that were given, by name.
    var given: [(name: String, text: String)] {
        let all: [(String, String?)] = [
            ("host", host),
            ("port", port),
            ("server-names", serverNames),
            ("root", root),
            ("web", web.map(String.init)),
            ("allowed-hosts", allowedHosts),
            ("denied-hosts", deniedHosts),
            ("allowed-ranges", allowedRanges),
            ("allow-private", allowPrivate.map(String.init)),
            ("key", key),
            ("signature", signature),
            ("unsafe", unsafe.map(String.init)),
            ("strict", strict.map(String.init)),
            ("playground", playground.map(String.init)),
            ("webp", webp.map(String.init)),
            ("smart", smart),
            ("quality", quality),
            ("keep-metadata", keepMetadata.map(String.init)),
            ("max-output-pixels", maxOutputPixels),
            ("max-pixels", maxPixels),
            ("max-bytes", maxBytes),
            ("isolate", isolate.map(String.init)),
            ("max-age", maxAge),
            ("stale-while-revalidate", staleWhileRevalidate),
            ("memory-cache", memoryCache),
            ("cache-folder", cacheFolder),
            ("disk-cache", diskCache),
            ("workers", workers),
            ("queue", queue),
            ("client-limit", clientLimit),
            ("connections", connections),
            ("pixel-memory", pixelMemory),
            ("unsent", unsent),
            ("deadline", deadline),
            ("request-timeout", requestTimeout),
            ("write-timeout", writeTimeout),
            ("idle-timeout", idleTimeout),
        ]
        return all.compactMap { name, text in text.map { (name, $0) } }
    }

    private static func help(_ name: String, _ valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(stringLiteral: ServiceSettings.all.first { $0.name == name }?.help ?? "").named(valueName)
    }
}

extension ArgumentHelp {
    fileprivate func named(_ valueName: String?) -> ArgumentHelp {
        var help = self
        help.valueName = valueName
        return help
    }
}
