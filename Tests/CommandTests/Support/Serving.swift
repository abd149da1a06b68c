import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// The command `boundedcrop serve` on a free port, killed with the last reference to it.
final class Serving: Sendable {
    private struct State {
        var text = ""
        var isOver = false
        var watchers: [(isEnough: @Sendable (String) -> Bool, continuation: CheckedContinuation<String, Never>)] = []

        mutating func ready() -> [() -> Void] {
            let (text, isOver) = (text, isOver)
            let ready = watchers.filter { isOver || $0.isEnough(text) }
            watchers.removeAll { isOver || $0.isEnough(text) }
            return ready.map { watcher in { watcher.continuation.resume(returning: text) } }
        }
    }

    private final class Errors: Sendable {
        let state = Mutex(State())

        func change(_ body: (inout State) -> Void) {
            let ready = state.withLock { state in
                body(&state)
                return state.ready()
            }
            for resume in ready { resume() }
        }
    }

    struct Failed: Error {
        let errors: String
    }

    let port: Int
    let running: Running
    private let errors: Errors

    /// - Parameter descriptors: the limit on its file descriptors; nil keeps that of the tests.
    init(_ arguments: [String], in folder: URL, environment: [String: String] = [:], descriptors: Int? = nil) async throws {
        let pipe = Pipe()
        let errors = Errors()
        // A cache for this test, rather than the user's.
        let environment = ["XDG_CACHE_HOME": folder.appendingPathComponent("cache").path].merging(environment) { $1 }
        let arguments = ["serve", "--port", "0"] + arguments
        guard let executable = Command.executable else { throw Command.NotBuilt() }
        let limited = descriptors.map { ["-c", "ulimit -n \($0); exec \"$0\" \"$@\"", executable.path] + arguments }
        running = try await Command.start(
            limited ?? arguments,
            in: folder,
            executable: limited == nil ? executable : URL(fileURLWithPath: "/bin/sh"),
            environment: environment,
            errors: pipe.fileHandleForWriting
        )
        try pipe.fileHandleForWriting.close()
        Thread.detachNewThread {
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                errors.change { $0.text += String(decoding: data, as: UTF8.self) }
            }
            errors.change { $0.isOver = true }
        }
        self.errors = errors
        let text = await Self.text(of: errors) { $0.contains(#/Listening at http://[^\n]*:[0-9]+/.*\n/#) }
        guard let match = text.firstMatch(of: #/Listening at http://[^\n]*:([0-9]+)//#), let port = Int(match.1) else {
            throw Failed(errors: text)
        }
        self.port = port
    }

    deinit { running.kill() }

    /// The text on standard error, once it is sufficient or the command has ended.
    func errors(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        await Self.text(of: errors, until: isEnough)
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> (status: Int, headers: [String: String], body: [UInt8]) {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: 10_000_000)
        let fields = Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        return (Int(response.status.code), fields, Array(body.readableBytesView))
    }

    private static func text(of errors: Errors, until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        await withCheckedContinuation { continuation in
            errors.change { $0.watchers.append((isEnough, continuation)) }
        }
    }
}
