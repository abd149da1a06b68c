import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct IsolationTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func serving(_ arguments: [String]) async throws -> Serving {
        try scratch.add(Fixture.photo, as: "photo.jpg")
        return try await Serving(["--root", ".", "--no-web", "--cache-folder", "", "--workers", "1"] + arguments, in: scratch.url)
    }

    private func alive(_ serving: Serving) async throws -> Int? {
        let numbers = String(decoding: try await serving.get("/metrics").body, as: UTF8.self)
        return numbers.firstMatch(of: #/\nboundedcrop_decoders_alive ([0-9]+)\n/#).flatMap { Int($0.1) }
    }

    /// The child processes of a process.
    private func children(of identifier: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task").flatMap { thread in
            let text = (try? String(contentsOfFile: "/proc/\(identifier)/task/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// The decoders of a service, once there are two.
    private func decoders(of serving: Serving) async throws -> [Int32] {
        await until { (try? children(of: serving.running.identifier).count) == 2 }
        // They are counted a moment later.
        while try await alive(serving) != 2 {}
        return try children(of: serving.running.identifier)
    }

    @Test func theCommandIsItsOwnDecoder() async throws {
        let serving = try await serving(["--isolate"])
        #expect(try await serving.get("/unsafe/30x20/smart/photo.jpg").status == 200)
        let before = try await decoders(of: serving)
        #expect(before.count == 2)
        for child in before {
            let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
            #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n") && status.contains("Threads:\t1\n"))
        }
        // Whatever ended them, the next request gets new ones.
        for child in before {
            kill(child, SIGSEGV)
            await until { ObservedProcess(child).hasEnded }
        }
        #expect(try await serving.get("/unsafe/31x20/smart/photo.jpg").status == 200)
        #expect(try await serving.get("/unsafe/32x20/smart/photo.jpg").status == 200)
    }

    @Test func decodersEndWithTheService() async throws {
        let serving = try await serving(["--isolate"])
        let helpers = try await decoders(of: serving)
        #expect(helpers.count == 2)
        serving.running.kill()
        _ = try await serving.running.ended()
        await until { helpers.allSatisfy { kill($0, 0) != 0 } }
    }

    @Test func itIsOnOnlyIfOthersCanConnect() async throws {
        let open = try await serving(["--host", "0.0.0.0", "--key", "a key of some length"])
        #expect(try await alive(open) != nil)
        let local = try await serving([])
        #expect(try await alive(local) == nil)
        let disabled = try await serving(["--host", "0.0.0.0", "--key", "a key of some length", "--no-isolate"])
        #expect(try await alive(disabled) == nil)
    }

    @Test func theHelperIsHidden() async throws {
        #expect(try await !scratch.boundedcrop("--help").text.contains("decoder-helper"))
        let outcome = try await scratch.boundedcrop("decoder-helper")
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.isEmpty)
    }
}
