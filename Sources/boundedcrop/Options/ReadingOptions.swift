import ArgumentParser
import BoundedCrop

/// The options for how files are read, and which are refused.
struct ReadingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Refuse pictures with more pixels than this.", valueName: "n"))
    var maxPixels = ImageLimits().maximumPixels

    @Option(help: ArgumentHelp("Refuse files with more bytes than this.", valueName: "n"))
    var maxBytes = ImageLimits().maximumBytes

    @Option(help: ArgumentHelp("Refuse animations with more frames than this.", valueName: "n"))
    var maxFrames = ImageLimits().maximumFrames

    @Flag(help: "Take what can be read of damaged files, instead of an error.")
    var allowTruncated = false

    mutating func validate() throws {
        if min(maxPixels, maxBytes, maxFrames) < 1 { throw ValidationError("--max-pixels, --max-bytes and --max-frames are 1 or more.") }
    }

    func decodingOptions(keepProfile: Bool = false) -> DecodingOptions {
        var options = DecodingOptions()
        options.limits.maximumPixels = maxPixels
        options.limits.maximumBytes = maxBytes
        options.limits.maximumFrames = maxFrames
        options.allowsTruncated = allowTruncated
        options.colorProfile = keepProfile ? .keep : .convertToSRGB
        return options
    }
}
