import BoundedCropRuntime
import CLibrary
import TestSupport
import Testing

/// Programs that answer lines.
@Suite(.timeLimit(.minutes(15))) struct LineProgramTests {
    /// Unless it says so, no limit ends a program, however slow the machine is.
    private func shell(_ line: String, endLimit: Duration = .seconds(600)) throws -> LineProgram {
        try LineProgram(program: "/bin/sh", arguments: ["-c", line], endLimit: endLimit)
    }

    private func answer(_ program: LineProgram, length: Int = 5, timeLimit: Duration = .seconds(600)) throws -> String {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        return String(decoding: try program.answer(to: line, timeLimit: timeLimit), as: UTF8.self)
    }

    private func failure(_ program: LineProgram, length: Int = 5, timeLimit: Duration = .seconds(600)) -> String {
        do {
            return "no failure but “\(try answer(program, length: length, timeLimit: timeLimit).prefix(60))”"
        } catch {
            return "\(error)"
        }
    }

    @Test func answersOneLineAfterTheOther() throws {
        let program = try shell("n=0; while read -r line; do n=$((n+1)); echo \"$n ${#line}\"; done")
        #expect(!program.hasAnswered && program.answerCount == 0)
        #expect(try answer(program) == "1 5" && program.hasAnswered && program.isReady())
        #expect(try answer(program, length: 3000) == "2 3000" && program.isReady())
        #expect(try answer(program, length: 0) == "3 0" && program.isReady() && program.answerCount == 3)
    }

    /// More than a pipe holds, in both directions at once.
    @Test func aProgramMayWriteWhileItReads() throws {
        let program = try LineProgram(program: "cat", arguments: [])
        for _ in 0..<2 {
            #expect(try answer(program, length: 5_000_000).utf8.count == 5_000_000)
            #expect(program.isReady())
        }
    }

    @Test func aProgramMayWriteMuchToItsStandardError() throws {
        let program = try shell("while read -r line; do head -c 300000 /dev/zero | tr '\\0' x >&2; echo done; done")
        for _ in 0..<2 { #expect(try answer(program) == "done") }
        #expect(program.lastError == String(repeating: "x", count: 300))
    }

    @Test(arguments: [(16_000_000, nil), (16_000_001, "wroteTooMuch")]) func anAnswerHasALimit(length: Int, expected: String?) throws {
        let program = try shell("read -r line; head -c \(length) /dev/zero | tr '\\0' x; echo; read -r line")
        if let expected {
            #expect(failure(program) == expected)
        } else {
            #expect(try answer(program).utf8.count == length)
        }
    }

    /// A service's sockets would stay open as long as the program.
    @Test func aProgramGetsNoOtherDescriptor() throws {
        let null = open("/dev/null", O_RDONLY)
        // A number that no shell uses, and no flag to close it.
        let extra = fcntl(null, F_DUPFD, 300)
        defer { for descriptor in [extra, null] { close(descriptor) } }
        try #require(extra >= 300)
        let program = try shell("read -r line; if [ -e /proc/$$/fd/\(extra) ]; then echo inherited; else echo closed; fi")
        #expect(try answer(program) == "closed")
    }

    @Test func theLastAnswerMayLackItsNewline() throws {
        let program = try shell("read -r line; printf last")
        #expect(try answer(program) == "last" && !program.isReady())
    }

    /// What a program does, how it fails, and the last line of its standard error.
    static let failures = [
        ("exit 3", "ended(status: Optional(3))", nil), ("read -r line; exit 0", "ended(status: Optional(0))", nil),
        ("read -r line; echo one >&2; echo two >&2; exit 4", "ended(status: Optional(4))", "two"),
        ("read -r line; kill -SEGV $$", "ended(status: Optional(139))", nil),
        ("read -r line; printf half; echo no >&2; exit 5", "ended(status: Optional(5))", "no"),
        // The second process keeps the output of the first open.
        ("sleep 1000 & exit 6", "ended(status: Optional(6))", nil),
        ("read -r line; env printf 'a\\nb\\n'; read -r line", "wroteMoreLines", nil), ("exec yes", "wroteMoreLines", nil),
        ("exec cat /dev/zero", "wroteTooMuch", nil),
    ]

    @Test(arguments: failures) func failuresSayWhatHappened(line: String, expected: String, said: String?) throws {
        let program = try shell(line)
        #expect(failure(program) == expected)
        #expect(program.lastError == said && !program.isReady())
    }

    @Test(arguments: ["exec >&-; exec sleep 1000", "exec <&- >&- 2>&-; exec sleep 1000"])
    func aProgramThatClosesItsOutputNeedNotEnd(line: String) throws {
        let program = try shell(line, endLimit: .milliseconds(50))
        #expect(failure(program) == "ended(status: nil)" && !program.isReady())
    }

    @Test func theTimeLimitMayBeAnyDuration() throws {
        let program = try shell("while read -r line; do echo here; done")
        for limit in [Duration.seconds(Int64.max), .seconds(600)] { #expect(try answer(program, timeLimit: limit) == "here") }
        #expect(failure(program, timeLimit: .seconds(-1)) == "tookTooLong")
        #expect(failure(try shell("exec cat"), timeLimit: .seconds(Int64.min)) == "tookTooLong")
    }

    @Test(arguments: ["/no/such/program", "no-such-program-anywhere", "/", ""]) func namesWhyAProgramCannotBeStarted(program: String) {
        #expect(throws: ChildProgram.Failure.self) { _ = try LineProgram(program: program, arguments: []) }
    }

    /// An answer that is not waited for until its line was sent.
    @Test func aFirstAnswerMayComeEarlyButIsTheLast() throws {
        for line in ["echo early; exec sleep 1000", "exec <&-; echo early; exec sleep 1000"] {
            let program = try shell(line)
            #expect(try answer(program, length: 1_000_000) == "early" && !program.isReady())
        }
    }
}
