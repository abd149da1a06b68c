import BoundedCrop
import PictureServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct HealthCheckTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
    }

    /// - Parameter limit: How long the check waits for an answer; by default so long that a slow machine makes no difference.
    private func check(
        _ port: Int,
        _ options: String...,
        limit: String = "10min",
        environment: [String: String] = [:]
    ) async throws -> Command.Outcome {
        let arguments = ["serve", "--check-health", "--health-limit", limit, "--port", "\(port)"] + options
        return try await Command.run(arguments, in: scratch.url, environment: environment)
    }

    @Test func aReadyServiceIsHealthy() async throws {
        let serving = try await Serving([], in: scratch.url)
        let outcome = try await check(serving.port)
        #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test func aServiceOnAllInterfacesIsAskedOnThisMachine() async throws {
        let settings = [
            "BOUNDEDCROP_HOST": "0.0.0.0", "BOUNDEDCROP_KEY": "open-sesame", "BOUNDEDCROP_SERVER_NAMES": "pictures.example.com",
        ]
        let serving = try await Serving([], in: scratch.url, environment: settings)
        let outcome = try await check(serving.port, environment: settings)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])
    func aServiceThatHasEndedIsNotHealthy(_ host: String, _ asked: String) async throws {
        let serving = try await Serving([], in: scratch.url)
        serving.running.terminate()
        _ = try await serving.running.ended()
        // It tries to connect until the limit is reached.
        let outcome = try await check(serving.port, "--host", host, limit: "10ms")
        #expect(
            outcome.status == 1 && outcome.errors.contains("http://\(asked):\(serving.port)/readyz does not answer"),
            "\(outcome.errors)"
        )
    }

    @Test func aServiceThatShutsDownIsNotHealthy() async throws {
        let upstream = try await PictureServer()
        let gate = ServerGate()
        upstream.serve("/a.jpg", Answer.picture(try Fixture.bytes(Fixture.photo)).with { $0.gate = gate })
        // Other tests may keep the machine busy for longer than the usual deadline.
        let serving = try await Serving(["--allow-private", "--deadline", "600"], in: scratch.url)
        async let slow = serving.get("/unsafe/40x30/http://127.0.0.1:\(upstream.port)/a.jpg")
        await gate.arrivals(1)
        serving.running.terminate()
        while try await serving.get("/readyz").status == 200 {}
        let outcome = try await check(serving.port)
        #expect(outcome.status == 1 && outcome.errors.contains("answered 503"), "\(outcome.errors)")
        gate.open()
        #expect(try await slow.status == 200)
    }
}
