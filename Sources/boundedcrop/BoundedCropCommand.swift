import ArgumentParser
import BoundedCrop
import CLibrary
import CMalloc

@main
enum Program {
    static func main() async {
        // Keep a picture's memory for the next one. If it were returned to the system each time, it would be reallocated page by page,
        // which takes a twentieth of the time of a crop. These settings affect the whole process, so the library must not make them.
        #if canImport(Glibc)
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 16 << 20)
        #endif
        // Used only by the service; not a command for users.
        if CommandLine.arguments.dropFirst() == [DecoderHelper.argument] { DecoderHelper.run() }
        do {
            try CommandNames.check(CommandLine.arguments.dropFirst())
            let arguments = try configured(CommandLine.arguments.dropFirst())
            var command = try parsed(arguments)
            do {
                try await run(&command)
            } catch let error as ValidationError {
                exit(withUsageError: arguments.located(error.message) ?? error.message, of: type(of: command))
            }
        } catch {
            BoundedCropCommand.exit(withError: error)
        }
    }

    /// The arguments with those of a file. Ends with the usage of the command if the file is wrong.
    private static func configured(_ line: some Collection<String>) throws -> ConfiguredArguments {
        do {
            return try ConfiguredArguments(Array(line))
        } catch let error as ValidationError {
            exit(withUsageError: error.message, of: CommandNames.command(of: line))
        }
    }

    /// Ends with the lines of the file that are wrong, if the error is about such.
    private static func parsed(_ arguments: ConfiguredArguments) throws -> any ParsableCommand {
        do {
            return try BoundedCropCommand.parseAsRoot(arguments.words)
        } catch {
            let isUsage = BoundedCropCommand.exitCode(for: error) == .validationFailure
            guard isUsage, let message = arguments.located(BoundedCropCommand.message(for: error)) else { throw error }
            exit(withUsageError: message, of: CommandNames.command(of: arguments.words))
        }
    }

    private static func run(_ command: inout any ParsableCommand) async throws {
        guard var asynchronous = command as? any AsyncParsableCommand else { return try command.run() }
        try await asynchronous.run()
    }

    /// Ends as the parser does for wrong usage, which by itself would show the usage of the root instead of the command's.
    private static func exit(withUsageError message: String, of command: any ParsableCommand.Type) -> Never {
        let name = "boundedcrop \(command.configuration.commandName ?? "")"
        let usage = BoundedCropCommand.usageString(for: command)
        StandardError.print("Error: \(message)\nUsage: \(usage)\n  See '\(name) --help' for more information.")
        CLibrary.exit(ExitCode.validationFailure.rawValue)
    }
}

struct BoundedCropCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boundedcrop",
        abstract: "Crop pictures so that the faces in them stay visible.",
        discussion: """
            EXAMPLES
              boundedcrop crop photo.jpg --size 300x300
              boundedcrop crop photos/ --recursive --size 400x300 --output thumbnails
              boundedcrop crop photo.jpg --aspect 16:9 --plan --json
              boundedcrop detect photo.jpg --overlay faces.jpg

            Exit status: 0 for success, 1 if a picture failed, 2 if a picture has no faces and --warn-no-face is given, \
            64 for wrong usage, 130 when interrupted.
            """,
        version: VersionText.text,
        subcommands: pictureCommands + serviceCommands
    )

    private static var pictureCommands: [any ParsableCommand.Type] {
        #if HTTP
        let show: [any ParsableCommand.Type] = [ShowCommand.self]
        #else
        let show: [any ParsableCommand.Type] = []
        #endif
        return [CropCommand.self, WatchCommand.self, DetectCommand.self, EffectsCommand.self] + show
            + [
                ContactSheetCommand.self, ReportCommand.self, EvaluateCommand.self, FormatsCommand.self, SchemaCommand.self,
                WorkerCommand.self,
            ]
    }

    private static var serviceCommands: [any ParsableCommand.Type] {
        #if Service
        [ServeCommand.self, SignCommand.self, URLCommand.self]
        #else
        []
        #endif
    }
}
