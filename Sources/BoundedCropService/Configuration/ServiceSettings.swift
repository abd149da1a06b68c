internal import BoundedCrop
internal import BoundedCropLoading

/// All settings, in one table: flags, environment and file are parsed with it, and `--print-config` is written from it.
public enum ServiceSettings {
    package static let all = general + http + grammars + storages + secretFiles

    private static let general: [ServiceSetting] = [
        .init("host", "The address to listen on.", .text("address"), \.host),
        .init("port", "The port to listen on; 0 chooses a free one.", .number(0...65_535), \.port),
        .init(
            "server-names",
            "Host names of the service; empty: any, or only this machine's if unsafe and local.",
            .hosts("server-names"),
            \.serverNames
        ),
        .init("root", "A folder or s3://bucket/prefix with pictures to serve by their paths.", .optional(.root), \.root),
        .init(
            "corrections",
            "A file or s3://bucket/key with corrections made by hand; read again when it changes.",
            .optional(.corrections),
            \.corrections
        ),
        .init("save-corrections", "Let the page save corrections of pictures that the service finds itself.", .flag, \.savesCorrections),
        .init("allowed-buckets", "Buckets whose objects are served as s3://bucket/key; empty: none.", .buckets, \.allowedBuckets),
        .init("s3-endpoint", "The server of object storage; empty: Amazon's.", .optional(.endpoint), \.s3.endpoint),
        .init("s3-region", "The region of object storage.", .optional(.text("name")), \.s3.region),
        .init(
            "s3-path-style",
            "Put the bucket into the path of its URLs; empty: unless the endpoint is Amazon's.",
            .optional(.flag),
            \.s3.usesPathStyle
        ),
        .init("s3-max-age", "The seconds for which objects are assumed unchanged.", .seconds(0...31_536_000), \.objectLifetime),
        .init("web", "Load pictures from the web.", .flag, \.loadsFromWeb),
        .init(
            "allowed-hosts",
            "Web hosts to load from, *.example.com for subdomains; empty: any.",
            .hosts("allowed-hosts"),
            \.policy.allowedHosts
        ),
        .init("denied-hosts", "Web hosts never to load from.", .hosts("denied-hosts"), \.policy.deniedHosts),
        .init("allowed-ranges", "Non-public address ranges to load from, such as 10.1.0.0/16.", .ranges, \.policy.allowedRanges),
        .init("allow-private", "Load from private addresses and this machine. For testing only.", .flag, \.policy.allowsPrivateAddresses),
        .init("key", "The keys of URLs, separated by commas; the first one signs.", .keys, \.keys, isSecret: true),
        .init("signature", "The hash function of signatures: sha1, as in thumbor, or sha256.", .choice, \.algorithm),
        .init("unsafe", "Answer URLs without a signature; empty: only without a key.", .optional(.flag), \.allowsUnsafe),
        .init("strict", "Refuse URLs with unknown filters.", .flag, \.isStrict),
        .init("originals", "Let raw() answer with the unchanged file and its metadata.", .flag, \.answersOriginals),
        .init("presets", "Names of sizes, such as banner=1200x400 for preset(banner), before the standard ones.", .presets, \.presets),
        .init("playground", "Serve the playground page, if unsigned URLs are answered.", .flag, \.hasPlayground),
        .init("formats", "Formats for clients that name them in Accept: jxl, avif, webp, the best first.", .formats, \.formats),
        .init("smart", "How smart crops: bounded, or centroid as in thumbor.", .choice, \.rendering.smartCropping),
        .init(
            "redact-detector",
            "The detector of redact(): \(DetectorExpression.forms); empty is yunet, as for crops.",
            .optional(.detector),
            \.redactionDetector
        ),
        .init("quality", "The quality of \(ImageFormat.withQuality.titles).", .number(1...100), \.rendering.quality),
        .init(
            "jxl-effort",
            "The effort of writing JPEG XL: 5 takes three times as long as 3, for 5% fewer bytes.",
            .number(1...5),
            \.rendering.jxlEffort
        ),
        .init(
            "keep-metadata",
            "Keep more of EXIF, XMP and IPTC than creator, copyright and licence, but not the place.",
            .flag,
            \.rendering.keepsMetadata
        ),
        .init("keep-location", "Let kept EXIF and XMP reveal where a photo was taken.", .flag, \.rendering.keepsPlace),
        .init("strip-all", "Keep no metadata, not even creator, copyright and licence.", .flag, \.rendering.stripsAll),
        .init("max-output-pixels", "The maximum pixels of an answer.", .pixels(1...1_000_000_000), \.rendering.maximumOutputPixels),
        .init("max-pixels", "The maximum pixels of a source picture.", .pixels(1...1_000_000_000), \.decoding.limits.maximumPixels),
        .init("max-frames", "The maximum frames of an animation.", .number(1...100_000), \.decoding.limits.maximumFrames),
        .init(
            "max-animation-pixels",
            "The maximum pixels of all frames of an animation.",
            .pixels(1...Int.max),
            \.decoding.limits.maximumAnimationPixels
        ),
        .init("max-bytes", "The maximum bytes of a source picture.", .bytes(1...1_000_000_000), \.decoding.limits.maximumBytes),
        .init("allow-truncated", "Use what can be read of damaged pictures, instead of an error.", .flag, \.decoding.allowsTruncated),
        .init("isolate", "Decode pictures in separate processes; empty: if other machines can connect.", .optional(.flag), \.isolates),
        .init(
            "raw",
            "What to read of RAW photos: preview, full (all pixels), or auto (the preview if it is large enough).",
            .choice,
            \.decoding.raw
        ),
        .init("svg", "What to do with SVG: draw or refuse.", .choice, \.decoding.svg),
        .init("max-age", "The seconds for which clients and proxies may cache an answer.", .seconds(0...31_536_000), \.maximumAge),
        .init(
            "stale-while-revalidate",
            "The further seconds in which they may use it while revalidating.",
            .seconds(0...31_536_000),
            \.staleWhileRevalidate
        ),
        .init("memory-cache", "The size of the memory cache of answers, in bytes.", .bytes(0...Int.max), \.memoryCacheBytes),
        .init("cache-folder", "The folder of the disk caches.", .optional(.text("folder")), \.cacheFolder),
        .init("disk-cache", "The size of the disk cache of answers, and of originals, in bytes.", .bytes(0...Int.max), \.diskCacheBytes),
        .init("workers", "The pictures processed at once; empty: the number of cores.", .optional(.number(1...1024)), \.workers),
        .init("queue", "The requests that may wait; more are refused.", .number(0...1_000_000), \.queueLimit),
        .init(
            "client-limit",
            "The maximum requests per client at once; empty: no limit.",
            .optional(.number(1...1_000_000)),
            \.clientLimit
        ),
        .init("connections", "The maximum connections; empty: what the system allows.", .optional(.number(1...1_000_000)), \.connections),
        .init("pixel-memory", "The memory for making answers, in bytes.", .bytes(1...Int.max), \.pixelMemoryBytes),
        .init(
            "max-work",
            "The most pixels that the steps of a request may touch, in millions, for all frames.",
            .number(1...1_000_000_000),
            \.maximumWork
        ),
        .init(
            "unsent",
            "The maximum bytes of answers that wait for slow clients, besides the memory cache.",
            .bytes(1...Int.max),
            \.unsentBytes
        ),
        .init("deadline", "The time limit of a request, in seconds.", .seconds, \.deadline),
        .init("request-timeout", "The time limit for receiving a request, in seconds.", .seconds, \.requestTimeout),
        .init("write-timeout", "How long a client may read nothing of its answer, in seconds.", .seconds, \.writeTimeout),
        .init("idle-timeout", "How long an idle connection is kept open, in seconds.", .seconds, \.idleTimeout),
        .init("server-timing", "Report how long each stage took, and whether the answer was cached.", .flag, \.sendsServerTiming),
    ]

    /// Applies the lines of a file, `name = value`. Empty lines and lines that begin with `#` are ignored.
    ///
    /// - Throws: `invalidSetting`, with the line number, for an invalid line, and for a setting that an earlier line sets.
    public static func read(file text: String, into configuration: inout ServiceConfiguration) throws {
        var earlier: [String: Int] = [:]
        for line in SettingLine.lines(of: text) {
            guard let value = line.value else {
                throw BoundedCropError(.invalidSetting, "line \(line.number) is not of the form name = value")
            }
            do {
                try refuseQuotes(value)
                try set(line.name, value, in: &configuration)
                if let number = earlier.updateValue(line.number, forKey: line.name) {
                    throw BoundedCropError(.invalidSetting, "\(line.name) is already on line \(number): leave one of them out")
                }
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "line \(line.number): \(error.message)", underlying: error)
            }
        }
    }

    /// Applies environment variables, such as `BOUNDEDCROP_MAX_AGE`.
    ///
    /// - Throws: `invalidSetting`, naming the variable.
    public static func read(environment: [String: String], into configuration: inout ServiceConfiguration) throws {
        for setting in all {
            guard let text = environment[setting.environmentName] else { continue }
            do {
                try refuseQuotes(text)
                try setting.set(&configuration, text)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(setting.environmentName): \(error.message)", underlying: error)
            }
        }
    }

    /// Some programs that set variables from a file leave quotes in them, so that a key would silently be another one.
    private static func refuseQuotes(_ value: String) throws {
        guard value.isQuoted else { return }
        throw BoundedCropError(.invalidSetting, "the value is in quotes, which would be a part of it: leave them out")
    }

    /// The environment variables that begin as those of settings and are none, each with a sentence that says so.
    ///
    /// - Parameter others: The names of variables that something else reads.
    package static func unknownVariables(in environment: [String: String], besides others: Set<String>) -> [String: String] {
        let names = Set(all.map(\.environmentName)).union(others)
        let unknown = environment.keys.filter { $0.hasPrefix(ServiceSetting.environmentPrefix) && !names.contains($0) }
        return Dictionary(
            uniqueKeysWithValues: unknown.map { name in
                let guess = EditDistance.nearest(to: name, among: all.map(\.environmentName)).map { "; did you mean \($0)?" } ?? ""
                return (name, "there is no setting for the environment variable \(name)\(guess)")
            }
        )
    }

    /// Throws `invalidSetting` for a value set by a program that could not be set by name.
    static func check(_ configuration: ServiceConfiguration) throws {
        try SigningKeys.check(configuration.keys)
        var copy = configuration
        for setting in all where !setting.isSecret { try setting.set(&copy, setting.text(configuration)) }
    }

    /// Sets one setting by its name.
    ///
    /// - Throws: `invalidSetting` for an unknown name or an invalid value.
    public static func set(_ name: String, _ text: String, in configuration: inout ServiceConfiguration) throws {
        guard let setting = all.first(where: { $0.name == name }) else {
            let guess = EditDistance.nearest(to: name, among: all.map(\.name)).map { "did you mean “\($0)”?" }
            throw BoundedCropError(.invalidSetting, "there is no setting “\(name)”; \(guess ?? "--print-config lists them all")")
        }
        try setting.set(&configuration, text)
    }

    /// A file with all current settings and their help texts. Secrets are not shown.
    public static func file(of configuration: ServiceConfiguration) -> String {
        all.map { setting in
            let value = setting.text(configuration)
            let shown = setting.isSecret && !value.isEmpty ? "# (set, not shown) \(setting.name) =" : "\(setting.name) = \(value)"
            return "# \(setting.help)\n\(shown)\n"
        }
        .joined(separator: "\n")
    }
}

extension ServiceSettings {
    /// The settings of the grammars of image URLs.
    static let grammars: [ServiceSetting] = [
        .init(
            "grammar",
            "The grammars of image URLs, each with its path: thumbor:/ or imgproxy:/imgproxy; the path is optional.",
            .grammars,
            \.grammars
        ),
        .init(
            "unsigned-grammars",
            "Grammars, such as iiif, whose unsigned URLs are answered despite a key.",
            .grammarNames,
            \.unsignedGrammars
        ),
        .init("imgproxy-key", "imgproxy's keys in hexadecimal, separated by commas.", .list, \.dialects.imgproxyKeys, isSecret: true),
        .init("imgproxy-salt", "imgproxy's salt in hexadecimal, one for each key.", .list, \.dialects.imgproxySalts, isSecret: true),
        .init("imgproxy-signature-size", "The bytes of imgproxy's signatures.", .number(1...32), \.dialects.imgproxySignatureSize),
        .init(
            "imgproxy-presets",
            "imgproxy's presets, such as sharp=sh:0.7/q:90, separated by commas or semicolons; default is part of every URL.",
            .presetTexts,
            \.dialects.imgproxyPresets
        ),
        .init("imgproxy-watermark", "The picture of imgproxy's watermarks.", .optional(.text("picture")), \.dialects.imgproxyWatermark),
        .init("imgproxy-only-presets", "Read presets instead of options in imgproxy's URLs.", .flag, \.dialects.imgproxyUsesOnlyPresets),
        .init("imgproxy-separator", "The separator of arguments in imgproxy's options.", .text("character"), \.dialects.imgproxySeparator),
        .init("imgproxy-base-url", "The beginning of every source in imgproxy's URLs.", .text("url"), \.dialects.imgproxyBaseURL),
        .init(
            "imgproxy-source-key",
            "The key of encrypted sources in imgproxy's URLs, in hexadecimal.",
            .text("key"),
            \.dialects.imgproxySourceKey,
            isSecret: true
        ),
        .init(
            "cloudinary-secret",
            "The API secrets of Cloudinary's URLs, separated by commas.",
            .keys,
            \.dialects.cloudinarySecrets,
            isSecret: true
        ),
        .init(
            "cloudinary-transformations",
            "Cloudinary's named transformations, such as thumb=c_fill,w_90,h_90/e_sharpen, separated by semicolons.",
            .statements,
            \.dialects.cloudinaryTransformations
        ),
        .init("imagekit-key", "The private keys of ImageKit's URLs, separated by commas.", .keys, \.dialects.imageKitKeys, isSecret: true),
        .init("imagekit-id", "The ImageKit account, which may be the first component of paths.", .text("name"), \.dialects.imageKitID),
        .init(
            "imagekit-transformations",
            "ImageKit's named transformations, such as thumb=w-90,h-90:e-sharpen, separated by semicolons.",
            .statements,
            \.dialects.imageKitTransformations
        ),
        .init("imgix-token", "The tokens of imgix's URLs, separated by commas.", .keys, \.dialects.imgixTokens, isSecret: true),
        .init(
            "public-url",
            "The service's URL in documents that contain it; empty: that of the request.",
            .optional(.publicURL),
            \.dialects.publicURL
        ),
    ]
}

extension SettingFormat<[GrammarMount]> {
    fileprivate static var grammars: Self {
        Self("list", expected: "at least one grammar") {
            let mounts = try items($0).map { try GrammarMount($0) }
            return mounts.isEmpty ? nil : mounts
        } text: {
            $0.map(\.description).joined(separator: ",")
        }
    }
}

extension SettingFormat<[Grammar]> {
    fileprivate static var grammarNames: Self {
        Self("list", expected: Grammar.allCases.map(\.rawValue).joined(separator: ", ")) {
            let names = items($0)
            let grammars = names.compactMap { Grammar(rawValue: $0) }
            return grammars.count == names.count ? grammars : nil
        } text: {
            $0.map(\.rawValue).joined(separator: ",")
        }
    }
}

extension SettingFormat<String> {
    /// A URL without a slash at its end, a query and characters that would have to be escaped in headers.
    fileprivate static var publicURL: Self {
        Self("url", expected: "a URL such as https://images.example.org") { text in
            guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else { return nil }
            let path = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
            guard let host = path.first, RequestAuthority(host) != nil else { return nil }
            let kept = Set("-._~/".utf8)
            let isPlain = path.dropFirst().allSatisfy { part in
                part.utf8.allSatisfy { Int.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || kept.contains($0) }
            }
            return isPlain ? scheme + path.filter { !$0.isEmpty }.joined(separator: "/") : nil
        } text: {
            $0
        }
    }
}

extension ServiceSettings {
    /// The settings of the storages that services share.
    static let storages: [ServiceSetting] = [
        .init(
            "result-storage",
            "Where services share answers: a folder, s3://bucket/prefix or redis://host:port/0.",
            .optional(.storage),
            \.resultStorage
        ),
        .init("result-lifetime", "The seconds for which answers are stored there.", .seconds(1...315_360_000), \.resultLifetime),
        .init("result-limit", "The maximum bytes of an answer that is stored there.", .bytes(0...60_000_000), \.resultByteLimit),
        .init("detection-storage", "Where services share detections, as with result-storage.", .optional(.storage), \.detectionStorage),
        .init("detection-lifetime", "The seconds for which detections are stored there.", .seconds(1...315_360_000), \.detectionLifetime),
        .init("storage-timeout", "How long to wait for a shared storage, in seconds.", .seconds, \.storageTimeout),
        .init(
            "redis-password",
            "The password of Redis servers, unless it is in their addresses.",
            .optional(.text("password")),
            \.redisPassword,
            isSecret: true
        ),
    ]
}
