import BoundedCrop
import Glibc
import Measuring

/// Crops beside a twin in C++, and what the stages of one cost.
///
/// Arguments: the folder for the inputs, the photo that they are made from, the twin's model, and `inputs` to make the inputs only; or
/// `warm`, to crop the files named on standard input and answer each with its milliseconds.
@main
enum CropBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments == ["warm"] { return try answer() }
        guard arguments.count >= 3 else { throw BenchmarkError("the folder for inputs, a photo and a model are needed") }
        let inputs = Inputs(folder: arguments[1])
        try inputs.make(from: arguments[2])
        if arguments.dropFirst(3).first != "inputs" { try await printTables(inputs, model: arguments[3]) }
    }

    private static func printTables(_ inputs: Inputs, model: String) async throws {
        let pipeline = PipelineTables(inputs: inputs, twin: try Twin(model: model))
        let stages = StageTables(inputs: inputs)
        let tables = [pipeline.beside, pipeline.others, stages.decoding, stages.detecting, stages.others]
        for table in tables { print(try table().text + "\n") }
        print(try await stages.caching().text)
    }

    private static func answer() throws {
        let thumbnail = Thumbnail()
        while let path = readLine() {
            let time = try Timing.measure { try thumbnail.make(ofFile: path) }
            let answer = Array("\(time.wall) \(time.cpu)\n".utf8)
            guard write(STDOUT_FILENO, answer, answer.count) == answer.count else { return }
        }
    }
}
