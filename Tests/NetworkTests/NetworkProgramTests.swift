import BoundedCropRuntime
import Foundation
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
        try ChildProgram(program: TinyDetector.program(), arguments: arguments).run(input: Array(input.utf8), timeLimit: .seconds(600))
    }

    @Test(arguments: [[], ["--help"], ["a", "--help"], ["a", "b", "c"]]) func wrongUsageIsExplained(arguments: [String]) throws {
        let output = try run(arguments)
        #expect(output.status == 64 && output.standardOutput.isEmpty)
        #expect(String(decoding: output.standardError, as: UTF8.self).contains("usage: boundedcrop-network MODEL.onnx [FINGERPRINT]"))
    }

    @Test func answersEveryLineWithALine() throws {
        let folder = try TemporaryFolder()
        let path = try TinyNetwork.yolox().write(to: folder)
        let output = try run([path], input: "junk\n{}\n{\"image\": \"?\"}\n{\"image\": \"AAAA\"}\n")
        let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
        #expect(output.status == 0 && lines.count == 4 && lines.allSatisfy { $0.hasPrefix(#"{"error":""#) }, "\(lines)")
    }

    /// A picture of one black pixel, and one that cannot be read.
    @Test func repeatsTheNumber() throws {
        let folder = try TemporaryFolder()
        let path = try TinyNetwork.yolox().write(to: folder)
        let black = PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: (0, 0, 0, 255))
        let image = Data(try black.blocking.encoded(as: .png(compressionLevel: 1))).base64EncodedString()
        let output = try run([path], input: "{\"image\": \"\(image)\", \"number\": 7}\n{\"image\": \"AAAA\", \"number\": 8}\n")
        let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
        try #require(lines.count == 2, "\(lines)")
        #expect(lines[0] == #"{"features":[],"number":7}"#)
        #expect(lines[1].hasPrefix(#"{"error":""#) && lines[1].hasSuffix(#","number":8}"#), "\(lines)")
    }

    @Test func onlyFilesWithTheFingerprintAreUsed() throws {
        let folder = try TemporaryFolder()
        let path = try TinyNetwork.yolox().write(to: folder)
        let fingerprint = try DescribedNetwork(contentsOfFile: path).fingerprint
        func answer(_ fingerprint: String) throws -> String {
            try String(decoding: run([path, fingerprint], input: "{\"image\": \"AAAA\"}\n").standardOutput, as: UTF8.self)
        }
        let refusal = "the model \(path) or its description was changed after it was opened"
        #expect(try !answer(fingerprint).contains(refusal) && answer(fingerprint).contains("error"))
        #expect(try answer(String(fingerprint.dropLast())).contains(refusal) && answer("").contains(refusal))
    }

    @Test func aMissingModelIsTheAnswerToEveryPicture() throws {
        let output = try run(["/no/such.onnx"], input: "{}\n{}\n")
        let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
        #expect(output.status == 0 && lines.count == 2 && lines.allSatisfy { $0.contains("/no/such.onnx") }, "\(lines)")
    }
}
