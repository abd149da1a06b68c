import Testing

/// Runs the tests, of which none is of XCTest. Without this file, SwiftPM would look for tests of XCTest in the compiler's index, and writing
/// that takes as long as compiling the tests.
@main struct TestProgram {
    static func main() async {
        // What SwiftPM's own program calls.
        await Testing.__swiftPMEntryPoint() as Never
    }
}
