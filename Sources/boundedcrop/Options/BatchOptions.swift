import ArgumentParser
import BoundedCrop

/// The options for how many pictures are processed, and what is said about them.
struct BatchOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Include subfolders, and all keys below a prefix.")
    var recursive = false

    @Flag(help: "With --recursive and watch, follow links that lead out of the folder.")
    var followLinks = false

    @Option(
        help: ArgumentHelp(
            "Leave out files and folders with this name, such as '*-draft.jpg', or with this path if it contains a slash; may be repeated.",
            valueName: "glob"
        )
    )
    var exclude: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The number of pictures to process at once (default: the number of cores).", valueName: "n")
    )
    var jobs: Int?

    @Flag(name: .shortAndLong, help: "Print a line for each picture, and a summary.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print only results and errors.")
    var quiet = false

    mutating func validate() throws {
        if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together.") }
        if exclude.contains("") { throw ValidationError("--exclude is empty: name a file or a pattern, or leave it out.") }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs).") }
    }

    func reporting(json: Bool, warnsOfMissingFaces: Bool = false) -> Reporting {
        Reporting(printsJSON: json, isVerbose: verbose, isQuiet: quiet, warnsOfMissingFaces: warnsOfMissingFaces)
    }
}
