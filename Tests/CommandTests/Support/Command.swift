import ArgumentParser
import BoundedCropRuntime
import Foundation
import TestSupport

@testable import boundedcrop

/// The command `boundedcrop`, run as a process, and its parser.
enum Command {
    /// The result of a process: everything it printed, and its exit status.
    struct Outcome: Sendable {
        let status: Int32
        let endedBySignal: Bool
        let output: [UInt8]
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let description = "no built boundedcrop was found next to the tests: run swift build --build-tests first"
    }

    /// The path of the built command.
    static let executable = BuiltProgram.named("boundedcrop")

    /// Starts a process and returns at once.
    static func start(
        _ arguments: [String],
        in folder: URL,
        executable: URL? = nil,
        environment: [String: String] = [:],
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        errors: FileHandle? = nil
    ) async throws -> Running {
        guard let executable = executable ?? Self.executable else { throw NotBuilt() }
        // Otherwise, help would be as wide as the tests' terminal, and the options and states of whoever runs the tests would apply.
        let own = [
            "COLUMNS": "80", "XDG_CONFIG_HOME": "/dev/null", "BOUNDEDCROP_CROP_CONFIG": "",
            "XDG_STATE_HOME": TemporaryFolder.state(of: folder.path),
        ]
        let environment = own.merging(environment) { $1 }
        return try await Running(
            executable,
            arguments,
            in: folder,
            environment: environment,
            input: input,
            output: output,
            errors: errors
        )
    }

    /// A hundred processes at once would reach their time limits. Two keep two cores busy, and others may wait for something else.
    private static let gate = AdmissionGate(WeightLimit(total: 4))

    /// Runs a process to its end. Its streams are files, so that no amount of output can block it.
    static func run(
        _ arguments: [String],
        in folder: URL,
        executable: URL? = nil,
        environment: [String: String] = [:],
        input: [UInt8] = []
    ) async throws -> Outcome {
        let streams = try TemporaryFolder()
        let handle = { (name: String) in try FileHandle(forUpdating: streams.url.appendingPathComponent(name)) }
        try streams.write(input, to: "input")
        try streams.write([], to: "output")
        try streams.write([], to: "errors")
        let (status, endedBySignal) = try await gate.run(1) {
            try await start(
                arguments,
                in: folder,
                executable: executable,
                environment: environment,
                input: try handle("input"),
                output: try handle("output"),
                errors: try handle("errors")
            ).ended()
        }
        return Outcome(
            status: status,
            endedBySignal: endedBySignal,
            output: try streams.bytes("output"),
            errors: String(decoding: try streams.bytes("errors"), as: UTF8.self)
        )
    }

    /// What the command answers to a line that is wrong, or that asks for help or the version: its parser says so in this process, without the
    /// variables and the terminal of the tests. Status 0 without a text is a line that would be run.
    ///
    /// What is only found while it runs is found by `run`.
    static func parse(_ arguments: [String], environment: [String: String] = [:]) -> Outcome {
        func outcome(_ status: Int32, _ text: String) -> Outcome {
            let (output, errors) = status == 0 ? (text + "\n", "") : ("", text + "\n")
            return Outcome(status: status, endedBySignal: false, output: Array(output.utf8), errors: errors)
        }
        do {
            var command = try Invocation(arguments, environment: environment).command
            let isOurs = BoundedCropCommand.configuration.subcommands.contains { $0 == type(of: command) }
            // Help is a command of the parser's own, and what the root does.
            if !isOurs { try command.run() }
            return Outcome(status: 0, endedBySignal: false, output: [], errors: "")
        } catch let error as UsageError {
            return outcome(UsageError.status, error.text)
        } catch {
            return outcome(BoundedCropCommand.exitCode(for: error).rawValue, BoundedCropCommand.fullMessage(for: error, columns: 80))
        }
    }
}
