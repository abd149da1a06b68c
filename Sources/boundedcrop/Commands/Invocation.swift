import ArgumentParser

/// A command line, with the options that a file adds to it.
struct Invocation {
    private(set) var command: any ParsableCommand
    private let arguments: ConfiguredArguments

    /// Parses and checks a command line; reads no picture and writes nothing.
    ///
    /// - Throws: A `UsageError`, or what the parser throws: for wrong usage, and for help, versions and completions.
    init(_ line: some Collection<String>, environment: [String: String]) throws {
        try CommandNames.check(line)
        do {
            arguments = try ConfiguredArguments(Array(line), environment: environment)
        } catch let error as ValidationError {
            throw UsageError(error.message, of: CommandNames.command(of: line))
        }
        do {
            command = try BoundedCropCommand.parseAsRoot(arguments.words)
        } catch {
            // An error about lines of the file names them.
            let isUsage = BoundedCropCommand.exitCode(for: error) == .validationFailure
            guard isUsage, let message = arguments.located(BoundedCropCommand.message(for: error)) else { throw error }
            throw UsageError(message, of: CommandNames.command(of: arguments.words))
        }
    }

    mutating func run() async throws {
        do {
            guard var asynchronous = command as? any AsyncParsableCommand else { return try command.run() }
            try await asynchronous.run()
        } catch let error as ValidationError {
            throw UsageError(arguments.located(error.message) ?? error.message, of: type(of: command))
        }
    }
}

/// Wrong usage that the parser does not find. By itself, it would show the usage of the root for it instead of the command's.
struct UsageError: Error {
    static let status = ExitCode.validationFailure.rawValue

    /// As the parser writes it.
    let text: String

    init(_ message: String, of command: any ParsableCommand.Type) {
        let name = "boundedcrop \(command.configuration.commandName ?? "")"
        let usage = BoundedCropCommand.usageString(for: command)
        text = "Error: \(message)\nUsage: \(usage)\n  See '\(name) --help' for more information."
    }
}
