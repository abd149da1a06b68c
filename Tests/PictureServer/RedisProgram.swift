internal import CLibrary
internal import Foundation
internal import Synchronization

/// A Redis server of the system, without files, on a port of the loopback interface. It ends with the last reference to it, and with the
/// process of the tests.
package final class RedisProgram: Sendable {
    private struct Running {
        let shell: Process
        let input: Pipe
        let identifier: Int32
    }

    private let folder: URL
    private let options: [String]
    package let port: Int
    private let running: Mutex<Running?>

    /// Whether the system has one.
    package static let isInstalled = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    /// - Parameter options: Further options, such as `--requirepass`.
    package init(_ options: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "redis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.options = options
        var started: Running?
        var port = 0
        // Another program may take the port before the server does.
        for _ in 0..<10 where started == nil {
            port = try Self.freePort()
            started = try Self.start(port, folder, options)
        }
        guard let started else { throw CocoaError(.executableNotLoadable) }
        self.port = port
        running = Mutex(started)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The address for a storage, with the database and its query.
    package func url(_ rest: String = "/0", password: String? = nil) -> String {
        "redis://\(password.map { ":\($0)@" } ?? "")127.0.0.1:\(port)\(rest)"
    }

    /// Ends the server at once, as a crash would, and waits for its end.
    package func kill() {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let ended else { return }
        // At the end of its input the shell kills the server.
        try? ended.input.fileHandleForWriting.close()
        ended.shell.waitUntilExit()
    }

    /// Stops it from answering, without closing connections.
    package func freeze() { signal(SIGSTOP) }

    /// Lets it answer again.
    package func thaw() { signal(SIGCONT) }

    /// Starts it again, empty, on the same port.
    package func restart() throws {
        kill()
        guard let started = try Self.start(port, folder, options) else { throw CocoaError(.executableNotLoadable) }
        running.withLock { $0 = started }
    }

    /// Has another client send a command. Returns what it prints.
    @discardableResult package func run(_ words: String...) throws -> String {
        let (client, output) = (Process(), Pipe())
        client.executableURL = URL(filePath: "/usr/bin/env")
        client.arguments = ["redis-cli", "-p", "\(port)"] + words
        client.standardOutput = output
        try client.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        client.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func signal(_ number: Int32) {
        running.withLock { running in
            if let running { _ = CLibrary.kill(running.identifier, number) }
        }
    }

    /// Nil if it ended before it was ready.
    private static func start(_ port: Int, _ folder: URL, _ options: [String]) throws -> Running? {
        let (shell, input, output) = (Process(), Pipe(), Pipe())
        shell.executableURL = URL(filePath: "/bin/sh")
        let script = "redis-server \"$@\" & echo pid $!; cat > /dev/null; kill -KILL $!; wait $!"
        let quiet = ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.path]
        shell.arguments = ["-c", script, "redis"] + quiet + options
        (shell.standardInput, shell.standardOutput, shell.standardError) = (input, output, output)
        try shell.run()
        var text = ""
        while !text.contains("Ready to accept connections") {
            let part = output.fileHandleForReading.availableData
            text += String(decoding: part, as: UTF8.self)
            guard !part.isEmpty, !text.contains("Failed listening") else {
                try? input.fileHandleForWriting.close()
                shell.waitUntilExit()
                return nil
            }
        }
        // Nobody reads what it says later; it says little.
        let identifier = text.firstMatch(of: /pid (\d+)/).flatMap { Int32($0.1) } ?? 0
        return Running(shell: shell, input: input, identifier: identifier)
    }

    private static func freePort() throws -> Int {
        let port = try SilentPort()
        return port.port
    }
}
