internal import BoundedCrop
internal import BoundedCropLoading

/// All settings, in one table: flags, environment and file are parsed with it, and `--print-config` is written from it.
public enum ServiceSettings {
    package static let all: [ServiceSetting] = [
        .text("host", "The address to listen on.", \.host),
        .number("port", "The port to listen on; 0 chooses a free one.", 0...65_535, \.port),
        .list("server-names", "Host names of the service; empty accepts any, or only this machine's if unsafe and local.", \.serverNames),
        .optionalText("root", "A folder whose pictures are served by their paths.", \.root),
        .flag("web", "Whether pictures are loaded from the web.", \.loadsFromWeb),
        ServiceSetting("allowed-hosts", "Web hosts to load from, *.example.com for subdomains; empty allows any.") { configuration, text in
            let hosts = text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
            configuration.policy.allowedHosts = hosts.isEmpty ? nil : hosts
        } text: {
            $0.policy.allowedHosts?.joined(separator: ",") ?? ""
        },
        .list("denied-hosts", "Web hosts never to load from.", \.policy.deniedHosts),
        ServiceSetting("allowed-ranges", "Non-public address ranges to load from, such as 10.1.0.0/16.") {
            do {
                $0.policy.allowedRanges = try $1.split(separator: ",").map { try AddressRange(String($0.filter { !$0.isWhitespace })) }
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "allowed-ranges: \(error.message)", underlying: error)
            }
        } text: {
            $0.policy.allowedRanges.map(\.description).joined(separator: ",")
        },
        .flag(
            "allow-private",
            "Whether to load from private addresses and this machine. For testing only.",
            \.policy.allowsPrivateAddresses
        ),
        ServiceSetting("key", "The key that signs URLs; after commas, older keys that are still accepted.", isSecret: true) {
            $0.keys = try SigningKeys.list($1)
        } text: {
            $0.keys.joined(separator: ",")
        },
        .choice("signature", "The hash function of signatures: sha1, as in thumbor, or sha256.", \.algorithm),
        ServiceSetting("unsafe", "Whether URLs without a signature are answered; empty allows them only without a key.") {
            $0.allowsUnsafe = $1.isEmpty ? nil : try ServiceSetting.flag("unsafe", $1)
        } text: {
            $0.allowsUnsafe.map(String.init) ?? ""
        },
        .flag("strict", "Whether URLs with unknown filters are refused.", \.isStrict),
        .flag("playground", "Whether the playground page is served.", \.hasPlayground),
        .flag("webp", "Whether clients that accept WebP receive it.", \.negotiatesWebP),
        .choice("smart", "How smart crops: bounded, or centroid as in thumbor.", \.rendering.smartCropping),
        .number("quality", "The quality of JPEG and WebP.", 1...100, \.rendering.quality),
        .flag("keep-metadata", "Whether EXIF and XMP are kept. They may reveal where a photo was taken.", \.rendering.keepsMetadata),
        .number("max-output-pixels", "The maximum number of pixels of an answer.", 1...1_000_000_000, \.rendering.maximumOutputPixels),
        .number("max-pixels", "The maximum number of pixels of a source picture.", 1...1_000_000_000, \.decoding.limits.maximumPixels),
        .number("max-bytes", "The maximum number of bytes of a source picture.", 1...1_000_000_000, \.decoding.limits.maximumBytes),
        ServiceSetting("isolate", "Whether pictures are decoded in separate processes; empty: only if other machines can connect.") {
            $0.isolates = $1.isEmpty ? nil : try ServiceSetting.flag("isolate", $1)
        } text: {
            $0.isolates.map(String.init) ?? ""
        },
        .number("max-age", "The seconds for which clients and proxies may cache an answer.", 0...31_536_000, \.maximumAge),
        .number("stale-while-revalidate", "The further seconds of use while they revalidate.", 0...31_536_000, \.staleWhileRevalidate),
        .number("memory-cache", "The size of the memory cache of answers, in bytes.", 0...Int.max, \.memoryCacheBytes),
        .optionalText("cache-folder", "The folder of the disk caches; empty for none.", \.cacheFolder),
        .number("disk-cache", "The size of the disk cache of answers, and of originals, in bytes.", 0...Int.max, \.diskCacheBytes),
        .optionalNumber("workers", "The number of pictures processed at once; empty is the number of cores.", 1...1024, \.workers),
        .number("queue", "The number of requests that may wait; more are refused.", 0...1_000_000, \.queueLimit),
        .optionalNumber("client-limit", "The maximum number of requests per client at once; empty is any.", 1...1_000_000, \.clientLimit),
        .optionalNumber("connections", "The maximum number of connections; empty is what the system allows.", 1...1_000_000, \.connections),
        .number("pixel-memory", "The memory for making answers, in bytes.", 1...Int.max, \.pixelMemoryBytes),
        .number("unsent", "Bytes of answers waiting for slow clients, besides the memory cache.", 1...Int.max, \.unsentBytes),
        .seconds("deadline", "The time limit of a request, in seconds.", \.deadline),
        .seconds("request-timeout", "The time limit for receiving a request, in seconds.", \.requestTimeout),
        .seconds("write-timeout", "How long a client may read nothing of its answer, in seconds.", \.writeTimeout),
        .seconds("idle-timeout", "How long a connection is kept open without a request, in seconds.", \.idleTimeout),
    ]

    /// Applies the lines of a file, `name = value`. Empty lines and lines that begin with `#` are ignored.
    ///
    /// - Throws: `invalidSetting`, with the line number, for an invalid line.
    public static func read(file text: String, into configuration: inout ServiceConfiguration) throws {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingSpaces()
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let equals = line.firstIndex(of: "=") else {
                throw BoundedCropError(.invalidSetting, "line \(index + 1) is not of the form name = value")
            }
            let name = String(line[..<equals]).trimmingSpaces()
            do {
                try set(name, String(line[line.index(after: equals)...]).trimmingSpaces(), in: &configuration)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "line \(index + 1): \(error.message)", underlying: error)
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
                try setting.set(&configuration, text)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(setting.environmentName): \(error.message)", underlying: error)
            }
        }
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
            throw BoundedCropError(.invalidSetting, "there is no setting “\(name)”; --print-config lists them all")
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

extension ServiceSetting {
    static func choice<Choice: RawRepresentable & CaseIterable & SendableMetatype>(
        _ name: String,
        _ help: String,
        _ path: Path<Choice>
    ) -> Self where Choice.RawValue == String, Choice.AllCases: SendableMetatype {
        Self(name, help) { configuration, text in
            guard let choice = Choice(rawValue: text) else {
                throw failure(name, text, Choice.allCases.map(\.rawValue).joined(separator: " or "))
            }
            configuration[keyPath: path] = choice
        } text: {
            $0[keyPath: path].rawValue
        }
    }
}
