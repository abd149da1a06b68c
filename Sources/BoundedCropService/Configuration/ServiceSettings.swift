internal import BoundedCrop
internal import BoundedCropLoading

/// All that can be set, in one table: flags, environment and file are read by it, and `--print-config` is written by it.
public enum ServiceSettings {
    package static let all: [ServiceSetting] = [
        .text("host", "The address to listen on.", \.host),
        .number("port", "The port to listen on; 0 takes one that is free.", 0...65_535, \.port),
        .list("server-names", "Names that it is asked by (Host); empty is any, or this machine's where unsafe and local.", \.serverNames),
        .optionalText("root", "A folder whose pictures are served by their paths.", \.root),
        .flag("web", "Whether pictures are loaded from the web.", \.loadsFromWeb),
        ServiceSetting("allowed-hosts", "Web hosts to load from, *.example.com for subdomains; empty is any.") { configuration, text in
            let hosts = text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
            configuration.policy.allowedHosts = hosts.isEmpty ? nil : hosts
        } text: {
            $0.policy.allowedHosts?.joined(separator: ",") ?? ""
        },
        .list("denied-hosts", "Web hosts never to load from.", \.policy.deniedHosts),
        ServiceSetting("allowed-ranges", "Address ranges to load from although they are not public, such as 10.1.0.0/16.") {
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
            "Whether to load from private addresses and this machine. Only for trying things out.",
            \.policy.allowsPrivateAddresses
        ),
        ServiceSetting("key", "The key that URLs are signed with; after a comma, older ones that are still good.", isSecret: true) {
            $0.keys = try SigningKeys.list($1)
        } text: {
            $0.keys.joined(separator: ",")
        },
        .choice("signature", "The hash of signatures: sha1, as thumbor, or sha256.", \.algorithm),
        ServiceSetting("unsafe", "Whether URLs without a signature are answered; empty is: only where there is no key.") {
            $0.allowsUnsafe = $1.isEmpty ? nil : try ServiceSetting.flag("unsafe", $1)
        } text: {
            $0.allowsUnsafe.map(String.init) ?? ""
        },
        .flag("strict", "Whether URLs with unknown filters are refused.", \.isStrict),
        .flag("playground", "Whether there is a page to try crops on.", \.hasPlayground),
        .flag("webp", "Whether clients that take WebP get it.", \.negotiatesWebP),
        .choice("smart", "What smart is: bounded, or centroid as thumbor's.", \.rendering.smartCropping),
        .number("quality", "The quality of JPEG and WebP.", 1...100, \.rendering.quality),
        .flag("keep-metadata", "Whether EXIF and XMP are written along. They may say where a photo was taken.", \.rendering.keepsMetadata),
        .number("max-output-pixels", "The most pixels of an answer.", 1...1_000_000_000, \.rendering.maximumOutputPixels),
        .number("max-pixels", "The most pixels of a picture.", 1...1_000_000_000, \.decoding.limits.maximumPixels),
        .number("max-bytes", "The most bytes of a picture.", 1...1_000_000_000, \.decoding.limits.maximumBytes),
        .number("max-age", "For how many seconds others may keep an answer.", 0...31_536_000, \.maximumAge),
        .number("stale-while-revalidate", "For how many seconds longer while they ask again.", 0...31_536_000, \.staleWhileRevalidate),
        .number("memory-cache", "Bytes of answers kept in memory.", 0...Int.max, \.memoryCacheBytes),
        .optionalText("cache-folder", "Where answers and originals are kept; empty is nowhere.", \.cacheFolder),
        .number("disk-cache", "Bytes of answers, and of originals, kept there.", 0...Int.max, \.diskCacheBytes),
        .optionalNumber("workers", "How many pictures are worked on at once; empty is the number of cores.", 1...1024, \.workers),
        .number("queue", "How many requests may wait; more are refused.", 0...1_000_000, \.queueLimit),
        .optionalNumber("client-limit", "How many requests of one client may be under way; empty is any.", 1...1_000_000, \.clientLimit),
        .optionalNumber("connections", "How many connections there may be; empty is what the system allows.", 1...1_000_000, \.connections),
        .number("pixel-memory", "Bytes that pictures being worked on may take together.", 1...Int.max, \.pixelMemoryBytes),
        .seconds("deadline", "How long a request may take, in seconds.", \.deadline),
        .seconds("request-timeout", "How long a request may take to arrive, in seconds.", \.requestTimeout),
        .seconds("write-timeout", "How long a client may read nothing of its answer, in seconds.", \.writeTimeout),
        .seconds("idle-timeout", "How long a connection is kept without a request, in seconds.", \.idleTimeout),
    ]

    /// Sets things by the lines of a file, `name = value`; empty lines and those that begin with `#` say nothing.
    ///
    /// Throws `invalidSetting` for a line that cannot be understood, with its number.
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

    /// Sets things by an environment's variables, such as `BOUNDEDCROP_MAX_AGE`.
    ///
    /// Throws `invalidSetting`, naming the variable.
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

    /// Throws `invalidSetting` for what a program has set to something that could not be set here.
    static func check(_ configuration: ServiceConfiguration) throws {
        try SigningKeys.check(configuration.keys)
        var copy = configuration
        for setting in all where !setting.isSecret { try setting.set(&copy, setting.text(configuration)) }
    }

    /// Sets one thing by its name. Throws `invalidSetting`.
    public static func set(_ name: String, _ text: String, in configuration: inout ServiceConfiguration) throws {
        guard let setting = all.first(where: { $0.name == name }) else {
            throw BoundedCropError(.invalidSetting, "there is no setting “\(name)”; --print-config lists them all")
        }
        try setting.set(&configuration, text)
    }

    /// A file that sets everything as it is now, with what each setting is. Secrets are not shown.
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
