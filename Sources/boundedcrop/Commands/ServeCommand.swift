#if Service
import ArgumentParser
import BoundedCrop
import BoundedCropLoading
import BoundedCropService
import CLibrary
import Logging

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer image URLs over HTTP, in thumbor's grammar.",
        discussion: """
            EXAMPLES
              For this machine, with a page to try it at http://127.0.0.1:8888/:
                boundedcrop serve
              The photos of a folder:
                boundedcrop serve --root photos --no-web
              The objects of a bucket, and those that URLs name:
                boundedcrop serve --root s3://photos/2024 --allowed-buckets uploads,press
              For others, with signed URLs:
                BOUNDEDCROP_KEY=secret boundedcrop serve --host 0.0.0.0 \\
                  --allowed-hosts '*.example.com'
              All settings, to be kept in a file:
                boundedcrop serve --print-config > service.conf

            Every setting can also be an environment variable, such as BOUNDEDCROP_MAX_AGE=60, or a line of the file, such as max-age = 60. \
            Flags override variables, and variables override the file.
            """
    )

    @OptionGroup
    var file: SettingsOptions

    @Flag(help: "Print all settings as they would be used, and exit.")
    var printConfig = false

    @Flag(help: "Check whether the service that runs with these settings is ready, and exit: with status 0 if it is, otherwise with 1.")
    var checkHealth = false

    /// For tests: how long to wait for its answer.
    @Option(help: .hidden, transform: QuantityOptions.seconds)
    var healthLimit = 4.0

    @Option(help: ArgumentHelp("The format of log lines.", valueName: "text|json"))
    var logFormat = LogFormat.text

    @Option(help: ArgumentHelp("The minimum level of log lines: debug, info, warning, error.", valueName: "level"))
    var logLevel = "info"

    @OptionGroup(title: "Settings")
    var settings: ServiceOptions

    private var level: Logger.Level? { Logger.Level(rawValue: logLevel) }

    enum LogFormat: String, ExpressibleByArgument { case text, json }

    mutating func validate() throws {
        if level == nil { throw ValidationError("--log-level must be debug, info, warning or error, not “\(logLevel)”.") }
        _ = try serviceConfiguration
    }

    func run() async throws {
        // A client that disconnects must not end the service.
        signal(SIGPIPE, SIG_IGN)
        FileDescriptors.raiseLimit()
        let configuration = try serviceConfiguration
        if checkHealth { return try await askForHealth(configuration) }
        var logger =
            logFormat == .json
            ? Logger(label: "boundedcrop", factory: JSONLogHandler.init)
            : Logger(label: "boundedcrop", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = level ?? .info
        warnOfVariables(logger)
        if printConfig { return try StandardOutput.print(ServiceSettings.file(of: configuration)) }
        let service: ImageService
        do {
            service = try ImageService(configuration, logger: logger) { [logger] port in greet(configuration, port, logger) }
        } catch let error as BoundedCropError {
            throw ending(error.message, EX_CONFIG, logger)
        }
        do {
            try await service.run()
        } catch let error as BoundedCropError {
            throw ending(error.message, error.code == .invalidSetting ? EX_CONFIG : EXIT_FAILURE, logger)
        } catch {
            throw ending("the service on \(configuration.host):\(configuration.port) ended: \(error)", EXIT_FAILURE, logger)
        }
    }

    private func warnOfVariables(_ logger: Logger) {
        let unknown = ServiceSettings.unknownVariables(in: Environment.variables, besides: Environment.ownNames)
        for (_, sentence) in unknown.sorted(by: { $0.key < $1.key }) { logger.warning("\(sentence)") }
    }

    /// Says why the service cannot run, or ended.
    private func ending(_ message: String, _ status: Int32, _ logger: Logger) -> ExitStatus {
        if logFormat == .json { logger.critical("\(message)") } else { StandardError.print("boundedcrop: \(message)") }
        return ExitStatus(code: status)
    }

    private func askForHealth(_ configuration: ServiceConfiguration) async throws {
        do {
            try await HealthCheck(of: configuration).run(within: .seconds(healthLimit))
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }

    private func greet(_ configuration: ServiceConfiguration, _ port: Int, _ logger: Logger) {
        func say(_ text: String) {
            if logFormat == .json { logger.notice("\(text)") } else { StandardError.print(text) }
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let place = "http://\(host):\(port)/"
        say("Listening at \(place)" + (configuration.offersPlayground ? " with a page to try it" : ""))
        say("URLs: \(configuration.grammarsInWords)")
        if configuration.isUnsafe {
            say("URLs without a signature are answered (unsafe): /unsafe/300x200/smart/PICTURE")
        }
        if let place = configuration.resultStorage?.description ?? configuration.cacheFolder {
            say("Answers are cached in \(place)")
        }
    }

    private var serviceConfiguration: ServiceConfiguration {
        get throws {
            var configuration = ServiceConfiguration()
            configuration.cacheFolder = DiskStorage.standardFolder + "/service"
            // The running program, even if an update has replaced its file.
            configuration.decoderProgram = "/proc/self/exe"
            try file.read(into: &configuration, given: settings.given)
            if configuration.reachesObjectStorage {
                do {
                    configuration.completeObjectStorage(from: try .fromEnvironment(Environment.variables))
                } catch let error as BoundedCropError {
                    throw ValidationError("\(error.message).")
                }
            }
            return configuration
        }
    }
}
#endif
