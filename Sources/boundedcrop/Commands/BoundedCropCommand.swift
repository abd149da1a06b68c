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
        DecoderHelper.runIfAsked()
        do {
            var invocation = try Invocation(CommandLine.arguments.dropFirst(), environment: Environment.variables)
            try await invocation.run()
        } catch let status as ExitStatus {
            CLibrary.exit(status.code)
        } catch let error as UsageError {
            StandardError.print(error.text)
            CLibrary.exit(UsageError.status)
        } catch {
            BoundedCropCommand.exit(withError: error)
        }
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
            3 if a face that was to be hidden may be visible, 64 for wrong usage, 130 when interrupted.
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
        return [CropCommand.self, WatchCommand.self, DetectCommand.self, EffectsCommand.self, VideoCommand.self] + show
            + [
                ContactSheetCommand.self, ReportCommand.self, EvaluateCommand.self, FormatsCommand.self, SchemaCommand.self,
                WorkerCommand.self,
            ]
    }

    private static var serviceCommands: [any ParsableCommand.Type] {
        #if Service
        [ReviewCommand.self, ServeCommand.self, SignCommand.self, URLCommand.self]
        #else
        []
        #endif
    }
}

/// What `--version` prints: the package's version, then the libraries that the process runs with, one per line.
///
/// Libraries that are opened when a file needs them are only named, since opening them would take longer than everything else here.
enum VersionText {
    static var text: String {
        (["boundedcrop \(BoundedCropVersion.current)"] + libraries + [
            "Swift \(_SwiftStdlibVersion.current)",
            "When files need them: \(ImageFormat.opened.map(\.library).joined(separator: ", ")) (see “boundedcrop formats”)",
        ]).joined(separator: "\n")
    }

    private static var libraries: [String] {
        do {
            return try ([.openCV] + Library.linked).map { "\($0.name) \(try $0.version)" }
        } catch {
            return ["The libraries do not tell their versions: \(error)"]
        }
    }
}

/// The names of the commands, with help for names that are none: the parser would complain about the options after them, or show the help of
/// all commands.
enum CommandNames {
    /// Throws a usage error for a first word that is no command, and for one after `help`.
    static func check(_ words: some Collection<String>) throws {
        let all = BoundedCropCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let first = words.first(where: { !$0.hasPrefix("-") }), first == words.first else { return }
        let name = first == "help" ? words.dropFirst().first { !$0.hasPrefix("-") } ?? "help" : first
        guard !all.contains(name) else { return }
        throw ValidationError("There is no command “\(name.printable)”. \(advice(name, all))")
    }

    /// The command that the first word names; the root if it names none.
    static func command(of words: some Collection<String>) -> any ParsableCommand.Type {
        let commands = BoundedCropCommand.configuration.subcommands
        return commands.first { $0.configuration.commandName == words.first } ?? BoundedCropCommand.self
    }

    private static func advice(_ name: String, _ all: [String]) -> String {
        if PictureFiles.isNamedLikePicture(name) || AtomicFile.exists(name) {
            return "To crop a picture: boundedcrop crop \(name.printable) --size 300x300"
        }
        if let nearest = EditDistance.nearest(to: name, among: all) { return "Did you mean “\(nearest)”?" }
        return "There are \(all.joined(separator: ", "))."
    }
}
