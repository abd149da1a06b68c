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
        if let help = HelpText.text(Array(line)) { throw CleanExit.message(help) }
        do {
            try ForeignWords.check(Array(line))
            let line = GivenOptions.joiningNegatives(in: Array(line))
            try GivenOptions.checkRepetitions(in: line)
            arguments = try ConfiguredArguments(line, environment: environment)
        } catch let error as ValidationError {
            throw UsageError(error.message, of: CommandNames.command(of: line))
        }
        if let command = Self.command(of: arguments.words) {
            self.command = command
            return
        }
        do {
            command = try BoundedCropCommand.parseAsRoot(arguments.words)
        } catch {
            guard let message = Self.usage(error) else { throw error }
            let advised = ForeignWords.advised(message)
            guard let text = arguments.located(message, parser: Self.usage) ?? (advised == message ? nil : advised) else { throw error }
            throw UsageError(text, of: CommandNames.command(of: arguments.words))
        }
    }

    /// The command that the first word names, parsed without the root, for which the parser would reflect all options of the command twice
    /// more: 3 ms of the 43 ms of a small crop. Nil for what the root has the words for: help, and what is wrong.
    private static func command(of words: [String]) -> (any ParsableCommand)? {
        let named = CommandNames.command(of: words)
        guard named != BoundedCropCommand.self, let parsed = try? named.parseAsRoot(Array(words.dropFirst())) else { return nil }
        return type(of: parsed) == named ? parsed : nil
    }

    /// What the parser says about words that are wrong usage.
    private static func usage(_ words: [String]) -> String? {
        do {
            _ = try BoundedCropCommand.parseAsRoot(words)
            return nil
        } catch {
            return usage(error)
        }
    }

    private static func usage(_ error: any Error) -> String? {
        BoundedCropCommand.exitCode(for: error) == .validationFailure ? BoundedCropCommand.message(for: error) : nil
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
