import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Programs that wait for their next picture: how many there are, and what becomes of the others.
@Suite(.timeLimit(.minutes(15))) struct IdleProgramTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 30, height: 15), filledWith: (20, 40, 60, 255))
    private let folder: TemporaryFolder
    private var numbers: String { folder.path("numbers") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A program that writes the number of its process for each picture, and answers when three are written.
    private func program(mostIdle: Int) -> DetectorProgram {
        let gathering = "while [ \"$(wc -l < '\(numbers)')\" -lt 3 ]; do sleep 0.01; done"
        let line = WorkerLine.forEachPicture("echo $$ >> '\(numbers)'; \(gathering); \(WorkerLine.counted)")
        return DetectorProgram(program: "/bin/sh", arguments: ["-c", line], timeLimit: .seconds(600), mostIdle: mostIdle)
    }

    private func widths(_ program: DetectorProgram) throws -> [Double] {
        try program.features(in: Self.picture, accuracy: .low).map(\.rectangle.width)
    }

    /// The processes in the order of their pictures.
    private func processes() throws -> [ObservedProcess] {
        try String(contentsOfFile: numbers, encoding: .utf8).split(separator: "\n").compactMap { Int32($0) }.map(ObservedProcess.init)
    }

    /// Asks about three pictures at the same time. Returns the processes.
    private func askAtOnce(_ program: DetectorProgram) async throws -> [ObservedProcess] {
        let pool = WorkerPool(threadCount: 3)
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<3 { group.addTask { try await pool.run { _ in try widths(program) } } }
            for try await widths in group { #expect(widths == [1]) }
        }
        let processes = try processes()
        try #require(Set(processes.map(\.identifier)).count == 3)
        return processes
    }

    @Test(arguments: [(0, [1.0, 1]), (1, [2, 3]), (2, [2, 3]), (3, [2, 3]), (-1, [1, 1])])
    func moreThanMayWaitAreEnded(most: Int, next: [Double]) async throws {
        let program = program(mostIdle: most)
        let processes = try await askAtOnce(program)
        #expect(processes.filter { !$0.isGone }.count == max(0, most))
        #expect(try widths(program) + widths(program) == next)
    }

    @Test func thoseThatDieWhileTheyWaitAreReapedByTheNextPicture() async throws {
        let program = program(mostIdle: 3)
        let waiting = try await askAtOnce(program)
        // The one that was put back last is taken, now and after that.
        #expect(try widths(program) == [2])
        let last = try #require(try processes().last)
        let dead = waiting.filter { $0.identifier != last.identifier }
        for process in dead { kill(process.identifier, SIGKILL) }
        await until { dead.allSatisfy(\.hasEnded) }
        #expect(dead.allSatisfy { !$0.isGone })
        #expect(try widths(program) == [3])
        #expect(dead.count == 2 && dead.allSatisfy(\.isGone) && !last.isGone)
    }

    @Test func thereIsAdviceOnlyWhereItIsGiven() {
        func message(_ advice: String?) -> String? {
            let program = DetectorProgram(
                program: "/bin/sh",
                arguments: ["-c", "exec sleep 1000"],
                timeLimit: .milliseconds(50),
                startLimit: .zero,
                advice: advice
            )
            let error = #expect(throws: BoundedCropError.self) { _ = try widths(program) }
            return error?.message
        }
        #expect(message(nil) == "the detector /bin/sh took longer than 0.05 seconds")
        #expect(message("be patient") == "the detector /bin/sh took longer than 0.05 seconds; be patient")
    }
}
