import ArgumentParser
import BoundedCrop

/// The option for corrections that were made by hand.
struct CorrectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of corrections made by hand (default: \(CorrectionFiles.name) in the folder of each input).",
            valueName: "file"
        ),
        completion: .file(extensions: ["json", "jsonl"])
    )
    var corrections: String?

    mutating func validate() throws {
        try LocalPath.check(corrections, for: "--corrections")
    }

    /// The files that say what was corrected.
    ///
    /// - Parameter mayBeMissing: Whether the file may be written later.
    /// - Throws: A usage error if the file cannot be used.
    func files(mayBeMissing: Bool = false) throws -> CorrectionFiles {
        try usage { try CorrectionFiles(corrections, mayBeMissing: mayBeMissing) }
    }
}
