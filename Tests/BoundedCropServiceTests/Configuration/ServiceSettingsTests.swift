import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ServiceSettingsTests {
    /// Another value than the default for every setting.
    private static let values = [
        "host": "0.0.0.0", "port": "1", "server-names": "a.example,b.example", "root": "/photos", "web": "false",
        "allowed-hosts": "a.com,*.b.com", "denied-hosts": "c.com",
        "allowed-ranges": "10.1.0.0/16", "allow-private": "true", "key": "new,old", "signature": "sha256", "unsafe": "true",
        "strict": "true", "playground": "false", "webp": "false", "smart": "centroid", "quality": "50", "keep-metadata": "true",
        "isolate": "true", "max-output-pixels": "1000", "max-pixels": "2000", "max-bytes": "3000", "max-age": "4",
        "stale-while-revalidate": "5", "memory-cache": "6", "cache-folder": "/cache", "disk-cache": "7", "workers": "8", "queue": "9",
        "client-limit": "10",
        "pixel-memory": "11000000", "deadline": "1.5", "request-timeout": "12", "idle-timeout": "13",
    ]

    private func texts(_ configuration: ServiceConfiguration) -> [String: String] {
        Dictionary(uniqueKeysWithValues: ServiceSettings.all.map { ($0.name, $0.text(configuration)) })
    }

    @Test func `every setting can be set by its name, and says what it is set to`() throws {
        let defaults = texts(ServiceConfiguration())
        #expect(Set(defaults.keys) == Set(Self.values.keys))
        var configuration = ServiceConfiguration()
        for (name, value) in Self.values {
            #expect(defaults[name] != value, "\(name)")
            try ServiceSettings.set(name, value, in: &configuration)
        }
        #expect(texts(configuration) == Self.values)
    }

    @Test func `what is printed sets the same when it is read, but for secrets`() throws {
        var configuration = ServiceConfiguration()
        for (name, value) in Self.values { try ServiceSettings.set(name, value, in: &configuration) }
        let file = ServiceSettings.file(of: configuration)
        #expect(!file.contains("new,old") && file.contains("(set, not shown) key ="))
        var read = ServiceConfiguration()
        try ServiceSettings.read(file: file, into: &read)
        var expected = Self.values
        expected["key"] = ""
        #expect(texts(read) == expected)
        #expect(ServiceSettings.file(of: read).replacing("key = \n", with: "") == file.replacing("# (set, not shown) key =\n", with: ""))
    }

    @Test func `the defaults can be printed and read`() throws {
        var read = ServiceConfiguration()
        try ServiceSettings.read(file: ServiceSettings.file(of: ServiceConfiguration()), into: &read)
        #expect(texts(read) == texts(ServiceConfiguration()))
    }

    @Test func `files have comments, spaces and empty lines, and what comes last counts`() throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.read(file: "# a\n\n  max-age=5\r\n max-age =  6 \nkey = a=b\nroot =\n", into: &configuration)
        #expect(configuration.maximumAge == 6 && configuration.keys == ["a=b"] && configuration.root == nil)
    }

    @Test func `variables are named for settings`() throws {
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
        ("deadline", "nan"), ("deadline", "1e9"), ("allowed-ranges", "10.0.0.0/40"), ("allowed-ranges", "here"), ("memory-cache", "-1"),
        ("nothing", "1"), ("", "1"),
    ])
    func `what cannot be is refused by name`(name: String, value: String) {
        var configuration = ServiceConfiguration()
        #expect(throws: BoundedCropError.self) { try ServiceSettings.set(name, value, in: &configuration) }
        #expect(texts(configuration) == texts(ServiceConfiguration()))
    }

    @Test func `a mistake in a file or a variable is found by its place`() {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting, saying: "line 3: max-age") {
            try ServiceSettings.read(file: "# a\nport = 1\nmax-age = soon", into: &configuration)
        }
        expectError(.invalidSetting, saying: "line 1 is not of the form") { try ServiceSettings.read(file: "port", into: &configuration) }
        expectError(.invalidSetting, saying: "BOUNDEDCROP_PORT") {
            try ServiceSettings.read(environment: ["BOUNDEDCROP_PORT": "x"], into: &configuration)
        }
    }

    @Test func `a secret is not shown when it is wrong`() {
        #expect(ServiceSettings.all.filter(\.isSecret).map(\.name) == ["key"])
    }
}
