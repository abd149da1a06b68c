#if HTTP
import ArgumentParser
import BoundedCrop
import BoundedCropRendering
public import BoundedCropViews

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show pictures in the terminal, cropped to its shape.",
        discussion: """
            A picture fills the terminal, with its faces visible, and follows the terminal's size. The space bar shows the next picture, \
            b the previous one, and q quits. Without a terminal, a line for each picture is printed.

            EXAMPLES
              boundedcrop show photo.jpg
              boundedcrop show https://example.com/photo.jpg --scheme largest
              boundedcrop show photos/ --recursive --seconds 3
            """
    )

    @OptionGroup(title: "Input")
    var input: InputOptions

    @Option(.scheme) var scheme: RequestOption.Setting?

    @Option(
        help: ArgumentHelp("Show the next picture after this time, such as 5s or 500ms, and exit after the last.", valueName: "time"),
        transform: QuantityOptions.seconds
    )
    var seconds: Double?

    @Option(help: ArgumentHelp("How to draw (blocks, kitty); detected by default.", valueName: "way"))
    var graphics: TerminalGraphics?

    /// For tests: how long to wait for the terminal's answer.
    @Option(help: .hidden, transform: QuantityOptions.seconds)
    var answerLimit = 2.0

    mutating func validate() throws {
        if let seconds, !(0...86_400).contains(seconds) {
            throw ValidationError("--seconds must be 0 to 86400 seconds, not \(Decimals.text(seconds)).")
        }
    }

    func run() async throws {
        let sources = input.sources()
        let files = input.files(sources)
        guard let device = TerminalDevice(descriptor: 1) else {
            let reporting = input.batch.reporting(json: false)
            return try await Batch(files, from: sources, NamingJob(), threadCount: input.batch.jobs, reporting).run()
        }
        let (graphics, answerLimit, pause) = (graphics, answerLimit, seconds.map { Duration.seconds($0) })
        let scheme = RequestSettings(scheme.map { [$0] } ?? []).stage.crop.scheme
        let failures = try await Interrupt.cancelling {
            let graphics = try await WorkerPool.shared.run { _ in try graphics ?? device.graphics(timeout: .seconds(answerLimit)) }
            let slideshow = await Slideshow(device: device, graphics: graphics, sources: sources)
            return try await slideshow.run(files, scheme: scheme, pause: pause)
        }
        for failure in failures {
            let error = ErrorAdvice.advised(failure.error, about: failure.path)
            StandardError.print("boundedcrop: \(failure.path): \(error.message)")
        }
        if !failures.isEmpty { throw ExitStatus.failure }
    }
}

/// Names the pictures that cannot be shown.
private struct NamingJob: PictureJob {
    let names = OutputNames()

    /// Nothing is decoded.
    func cost(of entry: PictureEntry, _ source: ImageSource) -> RequestCost { RequestCost() }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) -> [Batch.Line] {
        [Batch.Line(json: nil, text: "\(entry.path) \(source.size)")]
    }
}

extension TerminalGraphics: ExpressibleByArgument {}
#endif
