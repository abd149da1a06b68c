import BoundedCropRuntime
import Foundation
import TestSupport
import Testing

/// Programs that answer lines leave nothing behind, and give no answer to a line that they were not given.
@Suite(.timeLimit(.minutes(15))) struct LineProgramEndTests {
    private let folder: TemporaryFolder
    private var go: String { folder.path("go") }

    init() throws {
        folder = try TemporaryFolder()
        try #require(mkfifo(go, 0o600) == 0)
    }

    private func shell(_ line: String) throws -> LineProgram { try LineProgram(program: "/bin/sh", arguments: ["-c", line]) }

    private func answer(_ program: LineProgram, length: Int = 5, timeLimit: Duration = .seconds(600)) throws -> String {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        return String(decoding: try program.answer(to: line, timeLimit: timeLimit), as: UTF8.self)
    }

    /// The process of a program whose answer is its number.
    private func process(of program: LineProgram) throws -> ObservedProcess {
        ObservedProcess(try #require(Int32(try answer(program))))
    }

    /// Lets a program go on that runs `waiting`, as soon as it does.
    private func proceed() throws { try FileHandle(forWritingTo: URL(fileURLWithPath: go)).close() }

    private var waiting: String { "read -r _ < '\(go)'" }

    @Test(arguments: ["exec sleep 1000", "trap '' TERM INT; sleep 1000; sleep 1000", "while :; do :; done", "exec <&-; exec sleep 1000"])
    func aProgramThatTakesTooLongIsKilledAndReaped(line: String) throws {
        let program = try shell("read -r line; echo $$; \(line)")
        let process = try process(of: program)
        #expect(!process.isGone)
        let error = #expect(throws: ChildProgram.Failure.self) { _ = try answer(program, timeLimit: .milliseconds(50)) }
        #expect("\(error, default: "none")" == "tookTooLong" && process.isGone && !program.isReady())
    }

    @Test func aCancelledProgramIsKilledAndReaped() throws {
        let program = try shell("while read -r line; do echo $$; done")
        let process = try process(of: program)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try cancellation.perform { _ = try answer(program) } }
        #expect(process.isGone && !program.isReady())
    }

    @Test func itsChildProcessesAreKilledToo() async throws {
        let program = try shell("sleep 1000 & read -r line; echo $!; wait")
        let process = try process(of: program)
        program.stop()
        await until { process.hasEnded }
        #expect(process.hasEnded)
    }

    @Test func aForgottenProgramIsKilledAndReaped() throws {
        var program: LineProgram? = try shell("read -r line; echo $$; exec sleep 1000")
        let process = try process(of: #require(program))
        program = nil
        #expect(process.isGone && program == nil)
    }

    /// A longer wait would exceed the limit of the suite.
    @Test func aProgramEndsInItsOwnWay() throws {
        let program = try shell("while read -r line; do echo $$; done; echo farewell > '\(folder.path("note"))'")
        let process = try process(of: program)
        program.end(by: .now + .seconds(3600))
        #expect(process.isGone && !program.isReady())
        #expect(try String(contentsOfFile: folder.path("note"), encoding: .utf8) == "farewell\n")
    }

    @Test func cancelledWorkLetsAProgramEndToo() throws {
        let program = try shell("while read -r line; do echo $$; done; echo farewell > '\(folder.path("note"))'")
        _ = try process(of: program)
        let cancellation = Cancellation()
        cancellation.cancel()
        cancellation.perform { program.end(by: .now + .seconds(3600)) }
        #expect(try String(contentsOfFile: folder.path("note"), encoding: .utf8) == "farewell\n")
    }

    @Test(arguments: ["exec sleep 1000", "exec yes", "exec >&- 2>&-; exec sleep 1000"])
    func aProgramThatDoesNotEndIsKilled(line: String) throws {
        let program = try shell("while read -r line; do echo $$; done; \(line)")
        let process = try process(of: program)
        program.end(by: .now + .milliseconds(50))
        #expect(process.isGone)
    }

    /// What a program does after its first answer.
    @Test(arguments: [
        "exit 0", "exit 1", "kill -KILL $$", "echo more; exec sleep 1000", "exec <&-; exec sleep 1000", "exec >&-; exec sleep 1000",
    ])
    func aProgramThatCannotGoOnIsNoticed(line: String) async throws {
        let program = try shell("read -r line; echo $$; \(waiting); \(line)")
        _ = try process(of: program)
        #expect(program.isReady())
        try proceed()
        await until { !program.isReady() }
        #expect(!program.isReady())
    }

    @Test func aLateLineIsNotTheAnswerToTheNextLine() throws {
        let program = try shell("read -r line; echo $$; \(waiting); echo late; exec sleep 1000")
        let process = try process(of: program)
        try proceed()
        // More than the pipe holds: the program has not read it when it writes.
        let error = #expect(throws: LineProgram.Failure.self) { _ = try answer(program, length: 1_000_000) }
        #expect("\(error, default: "none")" == "wroteUnasked" && process.isGone)
    }

    /// In a process of its own, in which nothing else opens descriptors.
    @Test func noDescriptorIsLeftOpen() async {
        await #expect(processExitsWith: .success) {
            let before = try OpenDescriptors.count()
            for _ in 0..<20 {
                let program = try LineProgram(program: "/bin/sh", arguments: ["-c", "while read -r line; do echo $$; done"])
                _ = try program.answer(to: [65], timeLimit: .seconds(600))
                program.end(by: .now + .seconds(600))
                _ = try? LineProgram(program: "/no/such/program", arguments: [])
                _ = try LineProgram(program: "/bin/sh", arguments: ["-c", "exec sleep 1000"])
            }
            let after = try OpenDescriptors.count()
            #expect(after == before)
        }
    }
}
