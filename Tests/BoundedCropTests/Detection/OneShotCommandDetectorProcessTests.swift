import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// No process, descriptor or signal state is left behind by programs.
@Suite(.timeLimit(.minutes(15))) struct OneShotCommandDetectorProcessTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 30, height: 15), filledWith: (20, 40, 60, 255))
    private static let nothing = "{\"features\": []}"

    /// Runs a line that first writes its process number to a file and then never ends, with increasing limits until the number has been
    /// written, which takes as long as the machine wants.
    private func numberOfStopped(_ line: (String) -> String) throws -> ObservedProcess {
        let folder = try TemporaryFolder()
        let file = folder.path("number")
        var limit = Duration.milliseconds(50)
        while true {
            expectError(.detectionFailed, saying: "took longer than \(limit)") {
                _ = try OneShotCommandDetector(shell: line(file), timeLimit: limit).features(in: Self.picture, accuracy: .low)
            }
            if let process = ObservedProcess(numberIn: file) { return process }
            try Task.checkCancellation()
            limit *= 4
        }
    }

    static let endless = [
        "exec sleep 1000", "exec sleep 1000 <&-", "cat >/dev/null; exec sleep 1000", "trap '' TERM INT; sleep 1000; sleep 1000",
        "echo '\(nothing)'; exec sleep 1000", "while :; do :; done",
        // These close their output and keep running.
        "echo '\(nothing)'; exec >&- 2>&-; exec sleep 1000", "exec <&- >&- 2>&-; exec sleep 1000",
    ]

    @Test(arguments: endless) func aProgramThatTakesTooLongIsKilledAndReaped(line: String) throws {
        #expect(try numberOfStopped { "echo $$ > '\($0)'; \(line)" }.isGone)
    }

    @Test func itsChildProcessesAreKilledToo() async throws {
        let process = try numberOfStopped { "sleep 1000 & echo $! > '\($0)'; wait" }
        await until { process.hasEnded }
        #expect(process.hasEnded)
    }

    @Test func aProgramThatWritesTooMuchIsKilled() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("number")
        expectError(.detectionFailed, saying: "more than can be an answer") {
            _ = try OneShotCommandDetector(shell: "echo $$ > '\(file)'; exec yes").features(in: Self.picture, accuracy: .low)
        }
        #expect(try #require(ObservedProcess(numberIn: file)).isGone)
    }

    @Test(arguments: [0, 3]) func aProgramThatEndsIsReaped(status: Int) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("number")
        let detector = OneShotCommandDetector(shell: "echo $$ > '\(file)'; echo '\(Self.nothing)'; exit \(status)")
        _ = try? detector.features(in: Self.picture, accuracy: .low)
        #expect(try #require(ObservedProcess(numberIn: file)).isGone)
    }

    /// Whatever signals the calling thread blocks or ignores.
    @Test func aProgramStartsWithoutBlockedSignals() throws {
        for (name, allowed) in [("SigBlk", "SigBlk: 0000000000000000")] {
            expectError(.detectionFailed, saying: allowed) {
                let line = "grep \(name) /proc/self/status | tr '\\t' ' ' >&2; exit 3"
                _ = try OneShotCommandDetector(shell: line).features(in: Self.picture, accuracy: .low)
            }
        }
    }

    /// A writer to a closed pipe is ended by SIGPIPE, even if the calling process ignores it.
    @Test func pipelinesInTheShellEnd() throws {
        let line = "yes | head -n 1 >/dev/null; echo '\(Self.nothing)'"
        #expect(try OneShotCommandDetector(shell: line).features(in: Self.picture, accuracy: .low).isEmpty)
    }

    /// In a process of its own, in which nothing else opens descriptors.
    @Test func noDescriptorIsLeftOpen() async {
        await #expect(processExitsWith: .success) {
            let ways = [
                OneShotCommandDetector(shell: "echo '\(Self.nothing)'"), OneShotCommandDetector(shell: "exit 1"),
                OneShotCommandDetector(program: "/no/such/program"),
                OneShotCommandDetector(shell: "exec sleep 1000", timeLimit: .milliseconds(1)),
            ]
            for detector in ways {
                let before = try OpenDescriptors.count()
                for _ in 0..<20 { _ = try? detector.features(in: Self.picture, accuracy: .low) }
                let after = try OpenDescriptors.count()
                #expect(after == before, "\(detector.name)")
            }
        }
    }

    @Test func concurrentThreadsGetTheirOwnAnswers() async throws {
        let pool = WorkerPool(threadCount: 4)
        try await withThrowingTaskGroup(of: (Int, [Feature]).self) { group in
            for number in 1...24 {
                group.addTask {
                    let line = "cat >/dev/null; echo '{\"features\": [{\"x\": 0, \"y\": 0, \"width\": \(number), \"height\": 9}]}'"
                    return (
                        number,
                        try await pool.run { _ in try OneShotCommandDetector(shell: line).features(in: Self.picture, accuracy: .low) }
                    )
                }
            }
            for try await (number, features) in group { #expect(features.map(\.rectangle.width) == [Double(number)]) }
        }
    }
}
