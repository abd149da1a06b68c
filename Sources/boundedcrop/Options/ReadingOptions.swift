import ArgumentParser
import BoundedCrop
import Synchronization

/// The options for how files are read, and which are refused.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Refuse pictures with more pixels than this, such as 50M.", valueName: "n"),
        transform: QuantityOptions.count
    )
    var maxPixels = ImageLimits().maximumPixels

    @Option(
        help: ArgumentHelp("Refuse files with more bytes than this, such as 10MB.", valueName: "bytes"),
        transform: QuantityOptions.bytes
    )
    var maxBytes = ImageLimits().maximumBytes

    @Option(
        help: ArgumentHelp("Refuse pictures with a side of more pixels than this.", valueName: "n"),
        transform: QuantityOptions.count
    )
    var maxSide = ImageLimits().maximumSide

    @Option(help: ArgumentHelp("Refuse animations with more frames than this.", valueName: "n"))
    var maxFrames = ImageLimits().maximumFrames

    @Option(
        help: ArgumentHelp(
            "What to read of RAW photos, rather than JPEGs beside them: the camera's preview whatever its size, the preview if it is large "
                + "enough or else the developed photo, or all pixels developed. Without this option, auto, and JPEGs beside them are read.",
            valueName: "preview|auto|full"
        )
    )
    var raw: DecodingOptions.RawReading?

    @Flag(help: "Use the readable part of damaged files instead of failing.")
    var allowTruncated = false

    mutating func validate() throws {
        if maxFrames < 1 { throw ValidationError("--max-frames must be 1 or more, not \(maxFrames).") }
    }

    func decodingOptions(keepProfile: Bool = false) -> DecodingOptions {
        var limits = ImageLimits()
        limits.maximumPixels = maxPixels
        limits.maximumBytes = maxBytes
        limits.maximumSide = maxSide
        limits.maximumFrames = maxFrames
        var options = DecodingOptions.inCommand(limits)
        options.allowsTruncated = allowTruncated
        options.raw = raw ?? .auto
        options.colorProfile = keepProfile ? .keep : .convertToSRGB
        return options
    }
}

extension DecodingOptions {
    private typealias Late = (drawing: LateDecoders, fragile: LateDecoders)

    /// Started processes are of use to everything that reads files.
    private static let late = Mutex<[ImageLimits: Late]>([:])

    /// The options of a command, which also lets processes of their own draw, and read what may end a process.
    static func inCommand(_ limits: ImageLimits = ImageLimits()) -> DecodingOptions {
        var options = DecodingOptions()
        options.limits = limits
        (options.drawingDecoders, options.fragileDecoders) = late.withLock { known in
            if let found = known[limits] { return found }
            var settings = DecoderPool.Settings(program: "/proc/self/exe", limits: limits)
            let drawing = LateDecoders.forDrawings(settings)
            // As much as decoding takes here.
            settings.memoryBytes = max(settings.memoryBytes, limits.maximumPixels.times(40))
            let made = (drawing, LateDecoders(settings))
            known[limits] = made
            return made
        }
        return options
    }
}

extension DecodingOptions.RawReading: ExpressibleByArgument {}
