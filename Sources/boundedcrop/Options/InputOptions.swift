import ArgumentParser
import BoundedCrop

/// The options for input pictures and how they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files, folders, URLs, or - for standard input.", valueName: "input"),
        completion: .file(extensions: ImageFormat.allCases.flatMap(\.fileExtensions))
    )
    var inputs: [String] = []

    @OptionGroup
    var loading: LoadingOptions

    @Flag(name: .shortAndLong, help: "Look into the folders in folders too.")
    var recursive = false

    @Option(name: .shortAndLong, help: ArgumentHelp("How many pictures to work on at once (default: the number of cores).", valueName: "n"))
    var jobs: Int?

    @Option(help: ArgumentHelp("Refuse pictures with more pixels than this.", valueName: "n"))
    var maxPixels = ImageLimits().maximumPixels

    @Option(help: ArgumentHelp("Refuse files with more bytes than this.", valueName: "n"))
    var maxBytes = ImageLimits().maximumBytes

    @Option(help: ArgumentHelp("Refuse animations with more frames than this.", valueName: "n"))
    var maxFrames = ImageLimits().maximumFrames

    @Flag(help: "Take what can be read of damaged files, instead of an error.")
    var allowTruncated = false

    @Flag(name: .shortAndLong, help: "Say what was done with each picture.")
    var verbose = false

    mutating func validate() throws {
        inputs += try loading.listed()
        if inputs.isEmpty { throw ValidationError("Missing expected argument '<input> ...': files, folders or URLs, or a --list of them.") }
        if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input (-) can be read only once.") }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs is 1 to 1024, not \(jobs).") }
        if min(maxPixels, maxBytes, maxFrames) < 1 { throw ValidationError("--max-pixels, --max-bytes and --max-frames are 1 or more.") }
    }

    var files: PictureFiles { PictureFiles(inputs, recursive: recursive) }

    func sources(keepProfile: Bool = false) -> PictureSources {
        let decoding = decodingOptions(keepProfile: keepProfile)
        return PictureSources(decoding: decoding, downloads: files.entries.contains(where: \.isURL) ? loading.downloads(decoding) : nil)
    }

    private func decodingOptions(keepProfile: Bool = false) -> DecodingOptions {
        var options = DecodingOptions()
        options.limits.maximumPixels = maxPixels
        options.limits.maximumBytes = maxBytes
        options.limits.maximumFrames = maxFrames
        options.allowsTruncated = allowTruncated
        options.colorProfile = keepProfile ? .keep : .convertToSRGB
        return options
    }
}
