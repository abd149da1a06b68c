import BoundedCropRuntime
import TestSupport
import Testing

@testable import BoundedCrop

/// Where the program is, and what it says to those that start it by hand.
@Suite(.timeLimit(.minutes(15))) struct NetworkProgramTests {
    @Test func isSearchedBesideTheRunningOneFirst() {
        let places = NetworkProgram.candidates(running: "/opt/bin/boundedcrop", searchPath: "/usr/bin::/bin")
        #expect(
            places == [
                "/opt/bin/boundedcrop-network", "/opt/bin/../libexec/boundedcrop-network", "/usr/bin/boundedcrop-network",
                "/bin/boundedcrop-network",
            ]
        )
        #expect(NetworkProgram.candidates(running: nil, searchPath: "").isEmpty)
    }

    private func run(_ arguments: [String], input: String = "") throws -> ChildProgram.Output {
        try ChildProgram(program: TinyDetector.program(), arguments: arguments).run(input: Array(input.utf8), timeLimit: .seconds(60))
    }

    @Test(arguments: [[], ["--help"], ["a", "b"]]) func wrongUsageIsExplained(arguments: [String]) throws {
        let output = try run(arguments)
        #expect(output.status == 64 && output.standardOutput.isEmpty)
        #expect(String(decoding: output.standardError, as: UTF8.self).contains("usage: boundedcrop-network MODEL.onnx"))
    }

    @Test func answersEveryLineWithALine() throws {
        let folder = try TemporaryFolder()
        let path = try TinyNetwork.yolox().write(to: folder)
        let output = try run([path], input: "junk\n{}\n{\"image\": \"?\"}\n{\"image\": \"AAAA\"}\n")
        let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
        #expect(output.status == 0 && lines.count == 4 && lines.allSatisfy { $0.hasPrefix(#"{"error":""#) }, "\(lines)")
    }

    @Test func aMissingModelIsTheAnswerToEveryPicture() throws {
        let output = try run(["/no/such.onnx"], input: "{}\n{}\n")
        let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
        #expect(output.status == 0 && lines.count == 2 && lines.allSatisfy { $0.contains("/no/such.onnx") }, "\(lines)")
    }
}
