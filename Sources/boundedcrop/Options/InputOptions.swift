import ArgumentParser
import BoundedCrop

/// The options for input pictures and how they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files, folders, URLs, s3://bucket/key, s3://bucket/prefix/, or - for standard input.", valueName: "input"),
        completion: .file(extensions: ImageFormat.allCases.flatMap(\.fileExtensions))
    )
    var inputs: [String] = []

    @OptionGroup
    var list: ListOptions

    @OptionGroup
    var loading: LoadingOptions

    @Flag(name: .shortAndLong, help: "Include the folders in folders, and all keys below a prefix.")
    var recursive = false

    @Option(
        help: ArgumentHelp(
            "Leave out files and folders with this name, such as '*-draft.jpg', or with this path if there is a slash in it; may be repeated.",
            valueName: "glob"
        )
    )
    var exclude: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The number of pictures to process at once (default: the number of cores).", valueName: "n")
    )
    var jobs: Int?

    @OptionGroup
    var reading: ReadingOptions

    @Flag(name: .shortAndLong, help: "Print what was done with each picture, and a summary.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print nothing but results and errors.")
    var quiet = false

    mutating func validate() throws {
        inputs = try list.complete(inputs)
        if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input (-) can be read only once.") }
        if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other.") }
        if exclude.contains("") { throw ValidationError("--exclude is empty: name a file or a pattern, or leave it out.") }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs is 1 to 1024, not \(jobs).") }
    }

    /// Whether there may be more than one picture.
    var areMany: Bool { inputs.count > 1 || inputs.contains { PictureInput($0).isMany } }

    func sources(keepProfile: Bool = false) -> PictureSources {
        let decoding = reading.decodingOptions(keepProfile: keepProfile)
        let downloads = inputs.contains { PictureInput($0) == .url } ? loading.downloads(decoding) : nil
        return PictureSources(decoding: decoding, downloads: downloads, objects: loading.makeStorage())
    }

    /// The pictures that the inputs name, with a storage to read objects from.
    ///
    /// - Parameter earlier: What earlier runs have made, which is left out; nil if there is nothing.
    func files(_ sources: PictureSources, without earlier: EarlierOutputs? = nil) -> PictureFiles {
        let filter = InputFilter(earlier: earlier, excluded: exclude)
        return PictureFiles(inputs: inputs, isRecursive: recursive, objects: sources.objects, filter: filter)
    }

    func reporting(json: Bool, warnsOfMissingFaces: Bool = false) -> Reporting {
        Reporting(printsJSON: json, isVerbose: verbose, isQuiet: quiet, warnsOfMissingFaces: warnsOfMissingFaces)
    }
}
