import BenchmarksCLibrary
import Pictures

/// Comparisons whose works must alternate, in one table each: crops compared with a C++ twin, several outputs compared with one, and the
/// blur compared with OpenCV's. Another table shows how soon work ends that is cancelled.
///
/// With `inputs` it only makes the inputs, with `cancellation` only that table. With `warm` it makes a thumbnail of each file named on standard input and prints the wall-clock
/// and processor time in milliseconds.
@main
enum Comparison {
    static func main() throws {
        switch CommandLine.arguments.dropFirst() {
        case []:
            for table in [ThumbnailTables.besideTwin, ThumbnailTables.besideOne, blurTable, cancellationTable] {
                print(try table().text + "\n")
            }
        case ["cancellation"]: print(try cancellationTable().text)
        case ["inputs"]: try Inputs.make()
        case ["warm"]: try answer()
        default: throw ComparisonError("the argument must be inputs, warm, cancellation or nothing")
        }
    }

    private static func answer() throws {
        while let path = readLine() {
            let time = try Timing.measure { try Thumbnail.make(path) }
            let answer = Array("\(time.wall) \(time.cpu)\n".utf8)
            guard write(STDOUT_FILENO, answer, answer.count) == answer.count else { return }
        }
    }
}
