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

    /// A thread, and how often the system has taken the processor from it or it has given it up.
    private struct ThreadState: Equatable {
        let name: String
        let isWaiting: Bool
        let switches: Int

        init(_ folder: String) {
            let status = (try? String(contentsOfFile: folder + "/status", encoding: .utf8)) ?? ""
            let lines = status.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
            name = lines.first?.last ?? ""
            isWaiting = lines.contains { $0.first == "State:" && $0.last?.hasPrefix("S") == true }
            let counts = lines.filter { $0.first?.hasSuffix("ctxt_switches:") == true }.compactMap(\.last)
            switches = counts.compactMap { Int($0) }.reduce(0, +)
        }
    }

    private func threads(of serving: Serving) -> [String: ThreadState] {
        let folder = "/proc/\(serving.running.identifier)/task"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Dictionary(uniqueKeysWithValues: numbers.map { ($0, ThreadState("\(folder)/\($0)")) })
    }

    private func switchesBesidesNIO(of serving: Serving) -> Int {
        threads(of: serving).values.filter { !$0.name.hasPrefix("NIO") }.map(\.switches).reduce(0, +)
    }

    /// Waits until all threads of a service wait, and none has run between two looks. One that is busy always runs or is about to, however
    /// little of the processor it gets.
    private func rest(of serving: Serving) async {
        var before: [String: ThreadState] = [:]
        await until {
            let now = threads(of: serving)
            defer { before = now }
            return now == before && now.values.allSatisfy(\.isWaiting)
        }
    }

    @Test func moreConnectionsThanDescriptorsWaitWithoutUsingProcessorTime() async throws {
        let serving = try await Serving(["--request-timeout", "600"], in: scratch.url, descriptors: 100)
        var clients: SilentClients? = SilentClients(200, port: serving.port)
        await rest(of: serving)
        // Pictures and storages still have some descriptors.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(serving.running.identifier)/fd").count
        #expect(open > 20 && open < 90, "\(open)")
        withExtendedLifetime(clients) {}
        clients = nil
        #expect(try await serving.get("/livez").status == 200)
        await rest(of: serving)
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
        await rest(of: serving)
        // libdispatch opens a file every second, and ends the process if it cannot. In a service that rests, nothing else runs but NIO.
        let before = switchesBesidesNIO(of: serving)
        await until { switchesBesidesNIO(of: serving) >= before + 10 || serving.running.hasEnded }
        await rest(of: serving)
        withExtendedLifetime(clients) {}
        clients = nil
        #expect(try await serving.get("/livez").status == 200)
    }
}
