import BoundedCrop
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ServiceSettingsTests {
    /// A value other than the default for every setting.
    private static let values = [
        "host": "0.0.0.0", "port": "1", "server-names": "a.example,b.example", "root": "/photos", "web": "false",
        "corrections": "s3://photos/fixes.json", "save-corrections": "true",
        "allowed-buckets": "photos,press", "s3-endpoint": "http://127.0.0.1:9000", "s3-region": "eu-central-1", "s3-path-style": "true",
        "s3-max-age": "20",
        "allowed-hosts": "a.com,*.b.com", "denied-hosts": "c.com",
        "allowed-ranges": "10.1.0.0/16", "allow-private": "true", "key": "new,old", "key-file": "/key", "signature": "sha256",
        "unsafe": "true",
        "imgix-token": "token,older",
        "grammar": "thumbor:/,iiif:/pictures", "unsigned-grammars": "iiif", "originals": "true",
        "imgproxy-key": "00ff", "imgproxy-salt": "11ee", "imgproxy-signature-size": "8", "imgproxy-presets": "small=rs:fit:9:9",
        "imgproxy-only-presets": "true", "imgproxy-separator": ",", "imgproxy-base-url": "https://e.com/", "imgproxy-source-key": "00",
        "imgproxy-source-key-file": "/sk",
        "imgproxy-watermark": "w.png", "cloudinary-secret": "cs", "imagekit-key": "ik", "imagekit-id": "demo",
        "cloudinary-transformations": "thumb=c_fill,w_9,h_9/e_sharpen;gray=e_grayscale",
        "imagekit-transformations": "thumb=w-9,h-9:e-sharpen",
        "public-url": "https://images.example.org",
        "imgproxy-key-file": "/ik", "imgproxy-salt-file": "/is", "cloudinary-secret-file": "/cs", "imagekit-key-file": "/kk",
        "imgix-token-file": "/it", "redis-password-file": "/rp", "plan-header": "false",
        "stale-if-error": "22", "cache-status": "true", "client-hints": "true", "cors-origins": "https://example.com",
        "strict": "true", "presets": "banner=1200x400,open-graph=600x315", "playground": "false", "formats": "webp,jxl",
        "smart": "centroid", "redact-detector": "yunet+haar", "quality": "50", "keep-metadata": "true",
        "keep-location": "true", "strip-all": "true", "allow-truncated": "true",
        "isolate": "true", "raw": "full", "svg": "refuse", "jxl-effort": "5",
        "max-output-pixels": "1000", "max-pixels": "2000", "max-bytes": "3000", "max-frames": "17", "max-animation-pixels": "18000",
        "max-age": "4", "stale-while-revalidate": "5",
        "memory-cache": "6", "cache-folder": "/cache", "disk-cache": "7", "workers": "8", "queue": "9", "client-limit": "10",
        "pixel-memory": "11000000",
        "max-work": "22", "unsent": "14000000", "deadline": "1.5", "request-timeout": "12", "idle-timeout": "13",
        "write-timeout": "14",
        "connections": "15", "server-timing": "true",
        "result-storage": "redis://10.0.0.7:6379/1?prefix=photos:", "result-lifetime": "19", "result-limit": "20",
        "detection-storage": "s3://bucket/finds", "detection-lifetime": "21", "storage-timeout": "0.5", "redis-password": "secret",
    ]

    private static let secrets = [
        "key", "imgproxy-key", "imgproxy-salt", "imgproxy-source-key", "cloudinary-secret", "imagekit-key", "imgix-token", "redis-password",
    ]

    private func texts(_ configuration: ServiceConfiguration) -> [String: String] {
        Dictionary(uniqueKeysWithValues: ServiceSettings.all.map { ($0.name, $0.text(configuration)) })
    }

    @Test func `every setting can be set by its name and reports its value`() throws {
        let defaults = texts(ServiceConfiguration())
        #expect(Set(defaults.keys) == Set(Self.values.keys))
        var configuration = ServiceConfiguration()
        for (name, value) in Self.values {
            #expect(defaults[name] != value, "\(name)")
            try ServiceSettings.set(name, value, in: &configuration)
        }
        #expect(texts(configuration) == Self.values)
    }

    @Test(
        arguments: [
            ("banner", "banner"), ("banner=1200", "1200"), ("Banner=9x9", "Banner"), ("banner=0x9", "banner"),
            ("a=1x1,b=2x2,a=3x3", "a occurs twice"),
            ("banner=70000x1", "65535"),
        ]
    )
    func `wrong presets are errors that name what is wrong`(text: String, part: String) {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting, saying: part) { try ServiceSettings.set("presets", text, in: &configuration) }
        expectError(.invalidSetting, saying: "presets") { try ServiceSettings.set("presets", text, in: &configuration) }
    }

    @Test(
        arguments: [
            ("s=rs,fill,90,60", ["s=rs,fill,90,60"]), ("a=q:1, b=q:2,", ["a=q:1", "b=q:2"]), ("", []),
            (",a=q:1,,b=q:2", ["a=q:1", "b=q:2"]),
            ("a=rs,fill,,60, b=q,2", ["a=rs,fill,,60", "b=q,2"]), ("a=q:1; b=rs,fill,9,6;", ["a=q:1", "b=rs,fill,9,6"]),
        ] as [(String, [String])]
    )
    func `commas are part of a preset where no name follows`(text: String, presets: [String]) throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("imgproxy-presets", text, in: &configuration)
        #expect(configuration.dialects.imgproxyPresets == presets)
    }

    @Test func `printed settings can be read back, except for secrets`() throws {
        var configuration = ServiceConfiguration()
        for (name, value) in Self.values { try ServiceSettings.set(name, value, in: &configuration) }
        let file = ServiceSettings.file(of: configuration)
        #expect(!file.contains("new,old") && file.contains("(set, not shown) key ="))
        var read = ServiceConfiguration()
        try ServiceSettings.read(file: file, into: &read)
        var expected = Self.values
        for name in Self.secrets { expected[name] = "" }
        #expect(texts(read) == expected)
        let unset = Self.secrets.reduce(ServiceSettings.file(of: read)) { $0.replacing("\n\($1) = \n", with: "\n") }
        #expect(unset == file.replacing(/# \(set, not shown\) .*\n/, with: ""))
    }

    @Test func `the defaults can be printed and read back`() throws {
        var read = ServiceConfiguration()
        try ServiceSettings.read(file: ServiceSettings.file(of: ServiceConfiguration()), into: &read)
        #expect(texts(read) == texts(ServiceConfiguration()))
    }

    @Test func `files may have comments, spaces and empty lines`() throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.read(file: "# a\n\n  port=5\r\n max-age =  6 \nkey = a=b\nroot =\n", into: &configuration)
        #expect(configuration.maximumAge == 6 && configuration.keys == ["a=b"] && configuration.root == nil)
        try ServiceSettings.read(file: "\u{FEFF}max-age = 8", into: &configuration)
        #expect(configuration.maximumAge == 8)
        expectError(.invalidSetting, saying: "line 2") {
            try ServiceSettings.read(file: "max-age = 8\n\u{FEFF}max-age = 9", into: &configuration)
        }
    }

    @Test func `environment variables are named after settings`() throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.read(
            environment: ["BOUNDEDCROP_MAX_AGE": "7", "BOUNDEDCROP_KEY": "a, b", "MAX_AGE": "8"],
            into: &configuration
        )
        #expect(configuration.maximumAge == 7 && configuration.keys == ["a", "b"])
    }

    @Test(arguments: [
        ("max-age", "soon"), ("max-age", "-1"), ("max-age", ""), ("port", "65536"), ("port", "80a"), ("quality", "0"), ("quality", "101"),
        ("workers", "0"), ("web", "perhaps"), ("unsafe", "perhaps"), ("smart", "clever"), ("signature", "md5"), ("deadline", "0"),
        ("deadline", "nan"), ("deadline", "1e-320"), ("deadline", "-1"), ("deadline", "inf"), ("write-timeout", "0"), ("connections", "0"),
        ("max-age", "9223372036854775808"), ("memory-cache", "-9223372036854775808"), ("deadline", "1e9"),
        ("allowed-ranges", "10.0.0.0/40"), ("allowed-ranges", "here"), ("memory-cache", "-1"),
        ("root", "s3://x/photos"), ("root", "s3://photos/../secret"), ("corrections", "s3://photos/fixes/"),
        ("corrections", "s3://x/y"), ("allowed-buckets", "photos,a/b"), ("s3-endpoint", "127.0.0.1:9000"),
        ("s3-endpoint", "ftp://127.0.0.1"), ("s3-path-style", "perhaps"), ("s3-max-age", "-1"),
        ("formats", "png"), ("formats", "jpeg-xl"), ("formats", "webp,avif,webp"), ("formats", "webp avif"),
        ("nothing", "1"), ("", "1"),
    ])
    func `invalid values are refused with the setting's name`(name: String, value: String) {
        var configuration = ServiceConfiguration()
        #expect(throws: BoundedCropError.self) { try ServiceSettings.set(name, value, in: &configuration) }
        #expect(texts(configuration) == texts(ServiceConfiguration()))
    }

    @Test func `an error in a file or a variable names its location`() {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting, saying: "line 3: max-age") {
            try ServiceSettings.read(file: "# a\nport = 1\nmax-age = soon", into: &configuration)
        }
        expectError(.invalidSetting, saying: "line 1 is not of the form") { try ServiceSettings.read(file: "port", into: &configuration) }
        expectError(.invalidSetting, saying: "BOUNDEDCROP_PORT") {
            try ServiceSettings.read(environment: ["BOUNDEDCROP_PORT": "x"], into: &configuration)
        }
    }

    @Test func `a setting that is given twice, and a value in quotes, are refused with their place`() throws {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting, saying: "line 4: max-age is already on line 2") {
            try ServiceSettings.read(file: "# a\nmax-age = 5\nport = 1\n max-age=5", into: &configuration)
        }
        for value in ["\"a\"", "'a'", "\"\""] {
            expectError(.invalidSetting, saying: "line 2: the value is in quotes") {
                try ServiceSettings.read(file: "port = 1\nkey = \(value)", into: &configuration)
            }
            expectError(.invalidSetting, saying: "BOUNDEDCROP_KEY: the value is in quotes") {
                try ServiceSettings.read(environment: ["BOUNDEDCROP_KEY": value], into: &configuration)
            }
        }
        #expect(configuration.keys.isEmpty)
        try ServiceSettings.read(file: "key = a\"b\"\nroot = \"", into: &configuration)
        #expect(configuration.keys == ["a\"b\""] && configuration.root == "\"")
    }

    @Test func `the grammars that are on, and keys of those that are off, are told`() throws {
        var configuration = ServiceConfiguration()
        #expect(configuration.grammarsInWords == "thumbor at / (unsigned)" && configuration.grammarsWithIdleKeys.isEmpty)
        try ServiceSettings.set("grammar", "thumbor:/t,imgix,iiif,cloudflare", in: &configuration)
        try ServiceSettings.set("imgix-token", "t", in: &configuration)
        try ServiceSettings.set("unsigned-grammars", "iiif,imgix", in: &configuration)
        try ServiceSettings.set("cloudinary-secret", "s", in: &configuration)
        try ServiceSettings.set("key", "k", in: &configuration)
        let nothing = "answers nothing: it has no key, and is not one of unsigned-grammars"
        let others = "imgix at /imgix/ (signed or not), iiif at /iiif/ (unsigned), cloudflare at /cloudflare/ (\(nothing))"
        #expect(configuration.grammarsInWords == "thumbor at /t/ (signed), " + others)
        #expect(configuration.grammarsWithIdleKeys == [.cloudinary])
    }

    @Test(arguments: [" ", "\t", "\n", "\u{A0}", "\u{3000} ", ",", "new, ,old", "new,", ",old", "new,,old", "new,\u{A0}"])
    func `an empty key is refused wherever it is given`(text: String) {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting, saying: "a key is empty") { try ServiceSettings.set("key", text, in: &configuration) }
        expectError(.invalidSetting, saying: "BOUNDEDCROP_KEY") {
            try ServiceSettings.read(environment: ["BOUNDEDCROP_KEY": text], into: &configuration)
        }
        #expect(configuration.keys.isEmpty)
        configuration.keys = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        configuration.host = "0.0.0.0"
        expectError(.invalidSetting, saying: "a key is empty") { _ = try ImageService(configuration) }
        expectError(.invalidSetting, saying: "a key is empty") { _ = try URLSigner(keys: configuration.keys) }
    }

    @Test(arguments: [("secret", ["secret"]), (" new , old ", ["new", "old"]), ("with a space", ["with a space"]), ("", [])])
    func `keys are separated by commas`(text: String, keys: [String]) throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("key", text, in: &configuration)
        #expect(configuration.keys == keys)
    }

    @Test(arguments: [("secret\n", ["secret"]), ("\u{FEFF}secret", ["secret"]), (" new,\told \n\n", ["new", "old"]), ("\n", []), ("", [])])
    func `the key may be in a file, which counts less than a key`(text: String, keys: [String]) throws {
        let folder = try TemporaryFolder()
        var configuration = ServiceConfiguration()
        configuration.secretFiles.key = try folder.write(Array(text.utf8), to: "key")
        try ServiceSettings.readSecretFiles(into: &configuration)
        #expect(configuration.keys == keys)
        configuration.keys = ["given"]
        try ServiceSettings.readSecretFiles(into: &configuration)
        #expect(configuration.keys == ["given"])
    }

    @Test(arguments: secrets) func `every secret may be in a file`(name: String) throws {
        let folder = try TemporaryFolder()
        let secret = try #require(Self.values[name])
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("\(name)-file", try folder.write(Array("\(secret)\n".utf8), to: "secret"), in: &configuration)
        try ServiceSettings.readSecretFiles(into: &configuration)
        #expect(texts(configuration)[name] == secret)
        try ServiceSettings.set("\(name)-file", folder.path("none"), in: &configuration)
        try ServiceSettings.readSecretFiles(into: &configuration)
        try ServiceSettings.set(name, "", in: &configuration)
        expectError(.fileNotFound, saying: "\(name)-file \(folder.path("none"))") {
            try ServiceSettings.readSecretFiles(into: &configuration)
        }
    }

    private static let quantities = [
        ("memory-cache", "256MB", "256000000"), ("disk-cache", "2GiB", "2147483648"), ("pixel-memory", "1.5GB", "1500000000"),
        ("unsent", "500kB", "500000"), ("max-bytes", "64MB", "64000000"), ("result-limit", "2 MB", "2000000"),
        ("max-output-pixels", "50M", "50000000"), ("max-pixels", "100MP", "100000000"), ("max-animation-pixels", "1000MP", "1000000000"),
        ("deadline", "30s", "30"), ("request-timeout", "1.5min", "90"), ("write-timeout", "2500ms", "2.5"), ("idle-timeout", "1h", "3600"),
        ("storage-timeout", "250ms", "0.25"), ("max-age", "1d", "86400"), ("stale-while-revalidate", "12h", "43200"),
        ("stale-if-error", "90s", "90"), ("s3-max-age", "1min", "60"), ("result-lifetime", "30d", "2592000"),
        ("detection-lifetime", "365d", "31536000"),
    ]

    @Test(arguments: quantities)
    func `sizes and times may have units, as in the command`(name: String, text: String, value: String) throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set(name, text, in: &configuration)
        #expect(texts(configuration)[name] == value)
        let error = #expect(throws: BoundedCropError.self) { try ServiceSettings.set(name, "1 furlong", in: &configuration) }
        #expect(error?.message.contains("written as") == true, "\(error)")
    }

    @Test func `every setting of a size or a time is among those with units`() {
        let measured = ServiceSettings.all.filter { ["bytes", "seconds"].contains($0.placeholder) || $0.name.hasSuffix("-pixels") }
        #expect(Set(measured.map(\.name)) == Set(Self.quantities.map { $0.0 }))
    }

    @Test(arguments: [
        ("http://example.com", "leave the scheme out and write example.com"), ("https://a.example:8443/x", "and write a.example"),
        ("a.example,http://b.example", "“http://b.example”"), ("example.com/", "leave the path out"), ("example.com/photos", "path"),
        ("example.com:8080", "leave the port out"), ("me@example.com", "leave the user out"), ("*", "*.example.com"), ("http://", "scheme"),
        ("img*.example.com", "*.example.com"), ("*.https://example.com", "scheme"),
    ])
    func `what no host can be is no host in a list`(text: String, advice: String) {
        for name in ["allowed-hosts", "denied-hosts", "server-names"] {
            var configuration = ServiceConfiguration()
            expectError(.invalidSetting, saying: advice) { try ServiceSettings.set(name, text, in: &configuration) }
            expectError(.invalidSetting, saying: "\(name): ") { try ServiceSettings.set(name, text, in: &configuration) }
        }
    }

    @Test(arguments: ["example.com", "*.example.com", "localhost", "192.0.2.7", "2001:db8::7", "[2001:db8::7]", "bücher.example"])
    func `names and addresses are hosts`(text: String) throws {
        for name in ["allowed-hosts", "denied-hosts", "server-names"] {
            var configuration = ServiceConfiguration()
            try ServiceSettings.set(name, text, in: &configuration)
            #expect(texts(configuration)[name] == text)
        }
    }

    @Test func `a variable without a setting is named, with the nearest one`() {
        let variables = [
            "BOUNDEDCROP_MEMORYCACHE": "1", "BOUNDEDCROP_ALLOW_HOSTS": "a.com", "BOUNDEDCROP_SOMETHING_ELSE": "1",
            "BOUNDEDCROP_MAX_AGE": "1", "BOUNDEDCROP_TLS_KEY": "1", "BOUNDEDCROP_CONFIG": "x", "HOME": "/",
        ]
        let found = ServiceSettings.unknownVariables(in: variables, besides: ["BOUNDEDCROP_CONFIG"])
        #expect(
            found == [
                "BOUNDEDCROP_MEMORYCACHE":
                    "there is no setting for the environment variable BOUNDEDCROP_MEMORYCACHE; did you mean BOUNDEDCROP_MEMORY_CACHE?",
                "BOUNDEDCROP_ALLOW_HOSTS":
                    "there is no setting for the environment variable BOUNDEDCROP_ALLOW_HOSTS; did you mean BOUNDEDCROP_ALLOWED_HOSTS?",
                "BOUNDEDCROP_SOMETHING_ELSE": "there is no setting for the environment variable BOUNDEDCROP_SOMETHING_ELSE",
                "BOUNDEDCROP_TLS_KEY": "there is no setting for the environment variable BOUNDEDCROP_TLS_KEY",
            ]
        )
    }

    @Test func `an unknown setting is told the nearest one`() {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting, saying: "line 1: there is no setting “max-ages”; did you mean “max-age”?") {
            try ServiceSettings.read(file: "max-ages = 5", into: &configuration)
        }
        expectError(.invalidSetting, saying: "--print-config lists them all") {
            try ServiceSettings.set("nothing-like-it", "1", in: &configuration)
        }
    }

    @Test func `a service signs with the key in its file`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("0123456789abcdef\n".utf8), to: "key")
        let service = try await RunningService { $0.secretFiles.key = path }
        #expect(try await service.get("/unsafe/10x10/nothing.jpg").status == 403)
    }

    @Test func `an unreadable key file, or an empty key in it, ends the start`() throws {
        let folder = try TemporaryFolder()
        var configuration = ServiceConfiguration()
        let separator = try folder.write(Array(",".utf8), to: "key")
        for (path, said) in [(folder.path("none"), "no such file"), (folder.path, "folder"), (separator, "is empty")] {
            configuration.secretFiles.key = path
            for expected in ["key-file \(path)", said] {
                #expect { _ = try ImageService(configuration) } throws: { ($0 as? BoundedCropError)?.message.contains(expected) == true }
            }
        }
    }

    @Test func `a weak key causes a warning that does not reveal it`() async throws {
        let book = LogBook()
        _ = try await RunningService(logger: book.logger) { $0.keys = ["hush", "0123456789abcdef"] }
        #expect(book.text.contains("1 of 2 keys") && !book.text.contains("hush"))
        let quiet = LogBook()
        _ = try await RunningService(logger: quiet.logger) { $0.keys = ["0123456789abcdef"] }
        #expect(!quiet.text.contains("guessed"))
    }

    private static let mistakes: [(name: String, make: @Sendable (inout ServiceConfiguration) -> Void)] = [
        ("port", { $0.port = 65_536 }), ("port", { $0.port = -1 }), ("deadline", { $0.deadline = .zero }),
        ("deadline", { $0.deadline = .seconds(Int64.max) }), ("write-timeout", { $0.writeTimeout = .seconds(-1) }),
        ("workers", { $0.workers = 0 }), ("workers", { $0.workers = Int.max }), ("queue", { $0.queueLimit = -1 }),
        ("connections", { $0.connections = 0 }), ("memory-cache", { $0.memoryCacheBytes = -1 }), ("max-age", { $0.maximumAge = Int.max }),
        ("quality", { $0.rendering.quality = 0 }), ("pixel-memory", { $0.pixelMemoryBytes = 0 }),
        ("max-bytes", { $0.decoding.limits.maximumBytes = Int.max }), ("client-limit", { $0.clientLimit = -5 }),
    ]

    @Test(arguments: mistakes.indices) func `values set in code are subject to the same ranges`(index: Int) {
        var configuration = ServiceConfiguration()
        Self.mistakes[index].make(&configuration)
        expectError(.invalidSetting, saying: Self.mistakes[index].name) { _ = try ImageService(configuration) }
    }

    @Test func `an invalid secret is not revealed`() {
        #expect(ServiceSettings.all.filter(\.isSecret).map(\.name) == Self.secrets)
    }
}
