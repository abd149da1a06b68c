import Dispatch
import Testing

/// Runs the tests, of which none is of XCTest. Without this file, SwiftPM would look for tests of XCTest in the compiler's index, and writing
/// that takes as long as compiling the tests.
@main struct TestProgram {
    // Not asynchronous: the linker would take the asynchronous start of the command for this one.
    static func main() {
        // `swift test` also asks for the tests of XCTest, first for their list.
        guard
            zip(CommandLine.arguments, CommandLine.arguments.dropFirst()).contains(where: { $0 == ("--testing-library", "swift-testing") })
        else {
            let isListing = CommandLine.arguments.contains("--dump-tests-json")
            return print(
                isListing
                    ? #"{"name": "All tests", "tests": []}"# : "No test is of XCTest: make test, or swift test --enable-swift-testing."
            )
        }
        // What SwiftPM's own program calls.
        Task { await Testing.__swiftPMEntryPoint() as Never }
        dispatchMain()
    }
}
