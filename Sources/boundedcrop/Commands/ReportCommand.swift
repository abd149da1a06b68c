import ArgumentParser
import BoundedCrop
import BoundedCropEvaluation
import FoundationEssentials

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make a page of crops and their originals, those first that deserve a look.",
        discussion: """
            EXAMPLES
              boundedcrop crop photos/ --size 300x300 --output out --json > crops.jsonl
              boundedcrop report crops.jsonl --output page.html
              boundedcrop effects photos/ --redact blur --audit -o out --json > hidden.json
              boundedcrop report hidden.json --output page.html

            First come pictures that failed, whose faces are cut, without faces, and with faces that are unsure, tiny, enlarged or turned. \
            The page counts them, filters them and finds names, without a server.

            The page links to the files in place: run this in the folder in which the crops were made. HEIC, JPEG XL, JPEG 2000 and TIFF, \
            which not all browsers show, are embedded in the page.
            """
    )

    @Argument(
        help: ArgumentHelp("The output of crop --json or effects --json; - for standard input.", valueName: "file"),
        completion: .file()
    )
    var records: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"))
    var output: String

    @Flag(help: "Replace the page if it exists.")
    var overwrite = false

    mutating func validate() throws {
        try LocalPath.check(output, for: "--output")
        for file in records { try LocalPath.check(file, for: "The output of crop --json") }
    }

    func run() throws {
        do {
            if !overwrite { try OutputFile(path: output).checkAbsence() }
            for file in records { try OutputFile(path: output).checkDifference(from: file) }
            let page = CropsPage(lines: try records.flatMap(read), path: output)
            try AtomicFile.makeDirectory(for: output)
            try AtomicFile.write(Array(page.html.utf8), to: output, replacing: overwrite)
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }

    private func read(_ file: String) throws -> [CropLine] {
        var limits = ImageLimits()
        limits.maximumBytes = 1_000_000_000
        let bytes: [UInt8]
        do {
            bytes = try file == "-" ? FileReader.bytes(fromDescriptor: 0, limits: limits) : FileReader.bytes(ofFile: file, limits: limits)
        } catch let error as BoundedCropError {
            let advice = error.code == .isDirectory ? ": a page is made from what crop --json or effects --json printed" : ""
            throw BoundedCropError(error.code, "\(file): \(error.message)\(advice)", underlying: error)
        }
        return try bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
            do {
                let record = try JSONDecoder().decode(CropLine.self, from: Data(line))
                try checkFiles(of: record)
                return record
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(file): line \(number + 1): \(error.message)", underlying: error)
            } catch {
                throw BoundedCropError(
                    .invalidArgument,
                    "\(file): line \(number + 1) is not from crop --json or effects --json",
                    underlying: error
                )
            }
        }
    }

    private func checkFiles(of record: CropLine) throws {
        if let file = record.files.first(where: ObjectStorage.isLocation) {
            throw BoundedCropError(.invalidArgument, "a page cannot show \(file): make the crops from files on this machine, into a folder")
        }
    }
}
