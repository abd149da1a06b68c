import Glibc
import Pictures

/// What has to be compared by turns, in one table each: crops beside a twin in C++, several outputs beside one, the blur beside OpenCV's.
///
/// With `inputs` it makes the inputs only. With `warm` it makes a thumbnail of each file named on standard input, and answers with the
/// milliseconds by the clock and of the processor.
@main
enum Comparison {
    static func main() throws {
        switch CommandLine.arguments.dropFirst() {
        case []: for table in [ThumbnailTables.besideTwin, ThumbnailTables.besideOne, blurTable] { print(try table().text + "\n") }
        case ["inputs"]: try Inputs.make()
        case ["warm"]: try answer()
        default: throw ComparisonError("nothing, inputs or warm is what may be said")
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
