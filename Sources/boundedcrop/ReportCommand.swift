import ArgumentParser
import BoundedCrop
import BoundedCropEvaluation
import FoundationEssentials

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make a page that shows pictures with their faces beside the crops made of them.",
        discussion: """
            EXAMPLES
              boundedcrop crop photos/ --size 300x300 --output out --json > crops.jsonl
              boundedcrop report crops.jsonl --output page.html

            The page shows the files where they are: run it in the folder that the crops were made in.
            """
    )

    @Argument(help: ArgumentHelp("What crop --json printed; - for standard input.", valueName: "file"), completion: .file())
    var records: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"))
    var output: String

    func run() throws {
        var lines: [CropLine] = []
        for file in records {
            do {
                lines += try read(file)
            } catch let error as BoundedCropError {
                StandardError.print("boundedcrop: \(file): \(error.message)")
                throw ExitCode.failure
            }
        }
        let page = CropsPage(lines: lines, path: output)
        try AtomicFile.makeDirectory(for: output)
        try AtomicFile.write(Array(page.html.utf8), to: output, replacing: true)
    }

    private func read(_ file: String) throws -> [CropLine] {
        var limits = ImageLimits()
        limits.maximumBytes = 1_000_000_000
        let bytes = try file == "-" ? FileReader.bytes(fromDescriptor: 0, limits: limits) : FileReader.bytes(ofFile: file, limits: limits)
        return try bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
            do {
                return try JSONDecoder().decode(CropLine.self, from: Data(line))
            } catch {
                throw BoundedCropError(.invalidArgument, "line \(number + 1) is not what crop --json prints", underlying: error)
            }
        }
    }
}
