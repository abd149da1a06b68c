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

    @Flag(name: .shortAndLong, help: "Look into the folders in folders too, and list all keys below a prefix.")
    var recursive = false

    @Option(name: .shortAndLong, help: ArgumentHelp("How many pictures to work on at once (default: the number of cores).", valueName: "n"))
    var jobs: Int?

    @OptionGroup
    var reading: ReadingOptions

    @Flag(name: .shortAndLong, help: "Say what was done with each picture.")
    var verbose = false

    mutating func validate() throws {
        inputs += try list.listed()
        if inputs.isEmpty {
            throw ValidationError("Missing expected argument '<input> ...': files, folders, URLs or objects, or a --list of them.")
        }
        if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input (-) can be read only once.") }
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
    func files(_ sources: PictureSources) -> PictureFiles {
        PictureFiles(inputs: inputs, isRecursive: recursive, objects: sources.objects)
    }
}
