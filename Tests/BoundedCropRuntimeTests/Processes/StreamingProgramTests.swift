import CLibrary
import TestSupport
import Testing

@testable import BoundedCropRuntime

/// Programs that read and write streams.
@Suite(.timeLimit(.minutes(15))) struct StreamingProgramTests {
    @Test func `a program that does nothing is ended`() throws {
        let program = try StreamingProgram(program: "sleep", arguments: ["1000"], patience: Patience(idle: .milliseconds(60))) { _ in }
        expectNoProgress { _ = try program.read(1) }
        // It was killed.
        #expect(try program.end() == 128 + SIGKILL)
    }

    @Test func `a program that closes its output and does not end is ended`() throws {
        let (arguments, patience) = (["-c", "exec >&- 2>&-; exec sleep 1000"], Patience(idle: .milliseconds(60)))
        let program = try StreamingProgram(program: "/bin/sh", arguments: arguments, patience: patience) { _ in }
        expectNoProgress { _ = try program.end() }
    }

    @Test func `a program that only works is ended, though later`() throws {
        let patience = Patience(idle: .seconds(600), silent: .milliseconds(60))
        let program = try StreamingProgram(program: "/bin/sh", arguments: ["-c", "while :; do :; done"], patience: patience) { _ in }
        expectNoProgress { _ = try program.read(1) }
    }

    private func expectNoProgress(_ body: () throws -> Void) {
        #expect {
            try body()
        } throws: { error in
            if case ChildProgram.Failure.madeNoProgress = error { true } else { false }
        }
    }

    @Test func `what works a little is waited for, and what it writes does not count`() throws {
        var patience = Patience(idle: .seconds(100), silent: .seconds(100_000))
        var worked = Duration.zero
        for _ in 0..<100 {
            worked += .milliseconds(2)
            try patience.waitedInVain(.seconds(1)) { worked }
        }
        // It says how far it is, and does nothing.
        for _ in 0..<99 {
            try patience.waitedInVain(.seconds(1)) { worked + .milliseconds(99) }
            patience.progressed()
        }
        expectNoProgress { try patience.waitedInVain(.seconds(1)) { worked + .milliseconds(99) } }
    }

    /// The system would kill it together with the thread that asked for it.
    @Test func `a program outlives the thread that started it`() throws {
        final class Started {
            var program: StreamingProgram?
        }
        let started = Started()
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                let started = Unmanaged<Started>.fromOpaque(context).takeUnretainedValue()
                started.program = try? StreamingProgram(program: "cat", arguments: []) { _ in }
                return nil
            },
            Unmanaged.passUnretained(started).toOpaque()
        )
        try #require(code == 0 && pthread_join(thread, nil) == 0)
        let program = try #require(started.program)
        #expect(try program.write([1, 2, 3]))
        program.closeInput()
        #expect(try program.read(3) == [1, 2, 3])
        #expect(try program.end() == 0)
    }
}
