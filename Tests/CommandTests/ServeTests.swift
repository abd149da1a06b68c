import AsyncHTTPClient
import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ServeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "photos/a.jpg")
    }

    private func serve(_ line: String, environment: [String: String] = [:]) async throws -> Serving {
        try await Serving(line.split(separator: " ").map(String.init), in: scratch.url, environment: environment)
    }

    private func run(_ line: String, environment: [String: String] = [:]) async throws -> Command.Outcome {
        try await Command.run(line.split(separator: " ").map(String.init), in: scratch.url, environment: environment)
    }

    @Test func itServesAFolderAndPrintsItsURLAndSettings() async throws {
        let serving = try await serve("--root photos")
        let reply = try await serving.get("/unsafe/40x30/smart/a.jpg")
        #expect(reply.status == 200)
        #expect(try ImageSource(bytes: reply.body).size == PixelSize(width: 40, height: 30))
        let errors = await serving.errors { $0.contains("cached in") }
        #expect(errors.contains("Listening at http://127.0.0.1:\(serving.port)/"))
        #expect(errors.contains("\nURLs: thumbor at / ("))
        #expect(errors.contains("without a signature are answered (unsafe)"))
        #expect(errors.contains("/cache/boundedcrop/service"))
        // Answers are cached for the next service.
        #expect(try scratch.files().contains { $0.hasPrefix("cache/boundedcrop/service/answers/") && $0.hasSuffix(".image") })
    }

    @Test(arguments: ["--host 0.0.0.0", "--host ::", "--host 0.0.0.0 --no-unsafe"])
    func itDoesNotServeOtherMachinesUnsigned(_ line: String) async throws {
        let outcome = try await run("serve --port 0 \(line)")
        #expect(outcome.status == 78 && outcome.errors.contains("set a key") && outcome.errors.contains("unsafe"), "\(outcome.errors)")
    }

    @Test(arguments: [" ", "\t", "\n", "\u{A0}", "new, ,old"])
    func anEmptyKeyIsInvalid(_ key: String) async throws {
        let outcome = try await run("serve --port 0 --host 0.0.0.0", environment: ["BOUNDEDCROP_KEY": key])
        #expect(outcome.status == 64 && outcome.errors.contains("BOUNDEDCROP_KEY: a key is empty"), "\(outcome.errors)")
    }

    @Test func itServesOtherMachinesSignedOrIfConfigured() async throws {
        for line in ["--host 0.0.0.0 --unsafe", "--host 0.0.0.0 --key k"] {
            let serving = try await serve(line)
            #expect(try await serving.get("/livez").status == 200)
        }
    }

    @Test func onSIGTERMPendingRequestsAreAnsweredAndReadinessFails() async throws {
        let upstream = try await PictureServer()
        let gate = ServerGate()
        upstream.serve("/a.jpg", Answer.picture(try Fixture.bytes(Fixture.photo)).with { $0.gate = gate })
        // The time limit also ends the wait for pending requests.
        let serving = try await serve("--allow-private --no-playground --deadline 600")
        async let slow = serving.get("/unsafe/40x30/http://127.0.0.1:\(upstream.port)/a.jpg")
        await gate.arrivals(1)
        #expect(try await serving.get("/readyz").status == 200)
        serving.running.terminate()
        var status = 200
        while status == 200 { status = try await serving.get("/readyz").status }
        #expect(status == 503)
        #expect(try await serving.get("/livez").status == 200)
        gate.open()
        #expect(try await slow.status == 200)
        let (code, bySignal) = try await serving.running.ended()
        #expect(code == 0 && !bySignal)
    }

    @Test func ctrlCEndsAnIdleServiceImmediately() async throws {
        let serving = try await serve("")
        // A persistent connection delays nothing.
        _ = try await serving.get("/livez")
        serving.running.interrupt()
        let (code, bySignal) = try await serving.running.ended()
        #expect(code == 0 && !bySignal)
    }

    @Test(arguments: ["nothing", "photos/a.jpg"]) func aRootThatIsNoFolderIsRefused(_ root: String) async throws {
        let outcome = try await run("serve --port 0 --root \(root)")
        #expect(outcome.status == 78 && outcome.errors.contains("root: \(root): the picture folder cannot be read"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("Listening"))
    }

    @Test func whileTheRootIsGoneTheServiceIsNotReady() async throws {
        let serving = try await serve("--root photos")
        #expect(try await serving.get("/readyz").status == 200)
        let (there, away) = (scratch.url.appendingPathComponent("photos"), scratch.url.appendingPathComponent("away"))
        try FileManager.default.moveItem(at: there, to: away)
        let gone = try await serving.get("/readyz")
        #expect(gone.status == 503 && String(decoding: gone.body, as: UTF8.self) == "FAILING: root\n")
        for path in ["/livez", "/healthcheck"] { #expect(try await serving.get(path).status == 200) }
        let health = try await run("serve --check-health --health-limit 10min --port \(serving.port)")
        #expect(health.status == 1 && health.errors.contains("answered 503: FAILING: root"))
        try FileManager.default.moveItem(at: away, to: there)
        #expect(try await serving.get("/readyz").status == 200)
        let errors = await serving.errors { $0.contains("can be read again") }
        #expect(errors.split(separator: "\n").count { $0.contains("not ready: root: photos") } == 1, "\(errors)")
    }

    @Test func aPortInUseIsReported() async throws {
        let serving = try await serve("")
        let outcome = try await run("serve --port \(serving.port)")
        let words = "boundedcrop: port \(serving.port) is in use on 127.0.0.1: choose another with --port\n"
        #expect(outcome.status == 1 && outcome.errors.hasSuffix(words), "\(outcome.errors)")
    }

    @Test(arguments: [("192.0.2.1", "192.0.2.1 is not an address of this machine"), ("bad..name", "bad..name is not the name")])
    func anAddressThatCannotBeListenedOnIsReported(_ host: String, _ words: String) async throws {
        let outcome = try await run("serve --port 0 --host \(host) --unsafe --no-isolate")
        #expect(outcome.status == 1 && outcome.errors.contains("\(words)"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("descriptor") && !outcome.errors.contains("errno"), "\(outcome.errors)")
    }

    @Test func unknownVariablesAreNamedAtStart() async throws {
        let variables = ["BOUNDEDCROP_MEMORYCACHE": "1MB", "BOUNDEDCROP_CROP_CONFIG": ""]
        for (line, isJSON) in [("--root photos", false), ("--root photos --log-format json", true)] {
            let serving = try await serve(line, environment: variables)
            let errors = await serving.errors { $0.contains("MEMORY_CACHE") }
            #expect(errors.contains("BOUNDEDCROP_MEMORYCACHE; did you mean BOUNDEDCROP_MEMORY_CACHE?"), "\(errors)")
            #expect(!errors.contains("CROP_CONFIG") && errors.hasPrefix("{") == isJSON, "\(errors)")
        }
    }

    @Test func unitsAreThoseOfTheCommand() async throws {
        let lines = try await run("serve --print-config --memory-cache 256MB --deadline 30s --max-pixels 50MP --max-age 1h").lines
        for expected in ["memory-cache = 256000000", "deadline = 30", "max-pixels = 50000000", "max-age = 3600"] {
            #expect(lines.contains(expected), "\(expected)")
        }
    }

    @Test func flagsOverrideVariablesAndVariablesOverrideTheFile() async throws {
        try scratch.write(Array("max-age = 1\nquality = 1\nworkers = 1\n# a comment\n".utf8), to: "service.conf")
        let environment = ["BOUNDEDCROP_QUALITY": "2", "BOUNDEDCROP_WORKERS": "2"]
        for (line, variables) in [
            ("serve --print-config --config service.conf --workers 3", environment),
            ("serve --print-config --workers 3", environment.merging(["BOUNDEDCROP_CONFIG": "service.conf"]) { $1 }),
        ] {
            let lines = try await run(line, environment: variables).lines
            for expected in ["max-age = 1", "quality = 2", "workers = 3", "port = 8888"] {
                #expect(lines.contains(expected), "\(expected)")
            }
        }
    }

    @Test func anEmptyFileOrFolderInAVariableOrTheFileIsNone() async throws {
        try scratch.write(Array("root =\nkey-file =\n".utf8), to: "service.conf")
        let printed = try await run("serve --print-config --config service.conf", environment: ["BOUNDEDCROP_IMGPROXY_WATERMARK": ""])
        #expect(printed.status == 0, "\(printed.errors)")
        #expect(["root = ", "key-file = ", "imgproxy-watermark = "].allSatisfy(printed.lines.contains))
        #expect(try await run("serve --print-config", environment: ["BOUNDEDCROP_CONFIG": ""]).status == 0)
        // There is no other way to have no disk caches.
        let cacheless = try await Command.run(["serve", "--print-config", "--cache-folder", ""], in: scratch.url)
        #expect(cacheless.lines.contains("cache-folder = "), "\(cacheless.errors)")
    }

    @Test func onlyWhatIsWrongInTheFileIsBlamedOnIt() async throws {
        try scratch.write(Array("max-age = 1\n".utf8), to: "service.conf")
        let flag = try await run("serve --config service.conf --max-age soon")
        #expect(flag.status == 64 && flag.errors.hasPrefix("Error: max-age"), "\(flag.errors)")
        let missing = try await run("serve", environment: ["BOUNDEDCROP_CONFIG": "missing.conf"])
        #expect(missing.status == 64 && missing.errors.hasPrefix("Error: missing.conf: there is no such file"), "\(missing.errors)")
    }

    @Test func printedSettingsCanBeUsedUnchanged() async throws {
        let line = "serve --print-config --no-web --host 0.0.0.0 --max-age 5 --deadline 2.5 --no-unsafe --allowed-hosts a.com,b.com"
        let printed = try await run(line)
        #expect(printed.status == 0)
        try scratch.write(printed.output, to: "service.conf")
        #expect(try await run("serve --print-config --config service.conf").text == printed.text)
    }

    @Test func keysAreNeverShown() async throws {
        let printed = try await run("serve --print-config --key open-sesame", environment: ["BOUNDEDCROP_KEY": "older-sesame"])
        #expect(!printed.text.contains("sesame") && printed.text.contains("# (set, not shown) key ="))
        let serving = try await serve("--root photos --log-level trace", environment: ["BOUNDEDCROP_KEY": "open-sesame"])
        _ = try await serving.get("/unsafe/a.jpg")
        serving.running.terminate()
        _ = try await serving.running.ended()
        let errors = await serving.errors { _ in false }
        #expect(errors.contains("invalidSignature") && !errors.contains("sesame"), "\(errors)")
    }

    @Test func logLinesMayBeJSON() async throws {
        let serving = try await serve("--root photos --log-format json")
        _ = try await serving.get("/unsafe/40x30/a.jpg", ["x-request-id": "mine"])
        _ = try await serving.get("/unsafe/no%22thing.jpg")
        serving.running.terminate()
        _ = try await serving.running.ended()
        // Also the lines of the start.
        let parsed = try await lines(of: serving)
        #expect(parsed.contains { $0.message.hasPrefix("Listening at http://127.0.0.1:\(serving.port)/") })
        let images = parsed.filter { $0.message == "image" }
        #expect(images.map(\.status) == [200, 404] && images.allSatisfy { ($0.bytes ?? 0) > 0 && $0.milliseconds != nil })
        #expect(images.first?.requestID == "mine" && images.first?.path == "/unsafe/40x30/a.jpg")
        #expect(parsed.allSatisfy { $0.time.contains("T") && !$0.level.isEmpty && !$0.logger.isEmpty })
    }

    @Test func anErrorThatEndsTheServiceIsJSONToo() async throws {
        let outcome = try await run("serve --port 0 --log-format json --root nothing")
        let last = try #require(outcome.errors.split(separator: "\n").last)
        let line = try JSONDecoder().decode(LogLine.self, from: Data(last.utf8))
        #expect(outcome.status == 78 && line.level == "critical" && line.message.contains("the picture folder cannot be read"))
    }

    private struct LogLine: Decodable {
        let time, level, logger, message: String
        let status, bytes, milliseconds: Int?
        let path, requestID: String?

        enum CodingKeys: String, CodingKey {
            case time, level, logger, message, status, bytes, milliseconds, path
            case requestID = "request-id"
        }
    }

    /// All lines of a service that has ended.
    private func lines(of serving: Serving) async throws -> [LogLine] {
        let text = await serving.errors { _ in false }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(LogLine.self, from: Data($0.utf8)) }
    }

    @Test(arguments: [
        ("--max-age soon", "max-age"), ("--port 70000", "port"), ("--config nothing.conf", "nothing.conf"),
        ("--log-level loud", "log-level"),
        ("--log-format xml", "log-format"), ("--smart clever", "smart"), ("--allowed-ranges 1.2.3.4/99", "allowed-ranges"),
        ("--nothing", "nothing"),
    ])
    func errorsAreReportedBeforeAnythingStarts(_ line: String, _ named: String) async throws {
        let outcome = try await run("serve --print-config \(line)")
        #expect(outcome.status == 64 && outcome.errors.contains(named) && outcome.text.isEmpty, "\(outcome.errors)")
    }

    @Test func anErrorInTheFileIsReportedWithItsLine() async throws {
        try scratch.write(Array("# a\nmax-age = soon\n".utf8), to: "service.conf")
        let outcome = try await run("serve --config service.conf")
        #expect(outcome.status == 64 && outcome.errors.contains("service.conf") && outcome.errors.contains("line 2"), "\(outcome.errors)")
    }

    @Test func everySettingIsAnOptionWithHelp() async throws {
        let help = try await run("serve --help").text
        let settings = try await run("serve --print-config").lines.filter { $0.contains(" = ") && !$0.hasPrefix("#") }
        #expect(settings.count > 25)
        for setting in settings {
            let name = setting.prefix { $0 != " " }
            #expect(help.contains("--\(name) ") || help.contains("--\(name)/"), "\(name)")
        }
    }
}
