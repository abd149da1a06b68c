import CLibrary
import Foundation
import TestSupport
import Testing

/// A service with no or few file descriptors left.
@Suite(.timeLimit(.minutes(15))) struct ServeDescriptorTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    /// Idle connections, closed with the last reference to them.
    private final class SilentClients: Sendable {
        private let sockets: [Int32]

        init(_ count: Int, port: Int) {
            sockets = (0..<count).map { _ in
                let socket = socket(AF_INET, SocketKind.stream, 0)
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = in_port_t(port).bigEndian
                address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
                _ = withUnsafePointer(to: address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
                }
                return socket
            }
        }

        deinit { for socket in sockets { close(socket) } }
    }

    /// The processor time of a process in seconds.
    private func work(of serving: Serving) throws -> Double {
        let stat = try String(contentsOfFile: "/proc/\(serving.running.identifier)/stat", encoding: .utf8)
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        return fields[11...12].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func workOfASecond(_ serving: Serving) async throws -> Double {
        let before = try work(of: serving)
        // Measures processor time while nothing happens.
        try await Task.sleep(for: .seconds(1))
        return try work(of: serving) - before
    }

    @Test func moreConnectionsThanDescriptorsWaitWithoutUsingProcessorTime() async throws {
        let serving = try await Serving(["--request-timeout", "600"], in: scratch.url, descriptors: 100)
        var clients: SilentClients? = SilentClients(200, port: serving.port)
        #expect(try await workOfASecond(serving) < 0.5)
        // Pictures and storages still have some descriptors.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(serving.running.identifier)/fd").count
        #expect(open > 20 && open < 90, "\(open)")
        withExtendedLifetime(clients) {}
        clients = nil
        #expect(try await serving.get("/livez").status == 200)
        #expect(try await workOfASecond(serving) < 0.5)
    }

    @Test func aServiceWithoutDescriptorsWaitsUntilItHasSome() async throws {
        let serving = try await Serving(["--request-timeout", "600"], in: scratch.url)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(serving.running.identifier)/fd").count
        let limited = try await Command.run(
            ["--pid", "\(serving.running.identifier)", "--nofile=\(open + 5)"],
            in: scratch.url,
            executable: URL(fileURLWithPath: "/usr/bin/prlimit")
        )
        #expect(limited.status == 0, "\(limited.errors)")
        var clients: SilentClients? = SilentClients(50, port: serving.port)
        #expect(await serving.errors { $0.contains("cannot accept more connections") }.contains("cannot accept"))
        // Longer than the interval at which libdispatch opens a file; it ends the process if it cannot.
        for _ in 0..<3 { #expect(try await workOfASecond(serving) < 0.5) }
        withExtendedLifetime(clients) {}
        clients = nil
        #expect(try await serving.get("/livez").status == 200)
    }
}
