import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// The processes of programs that are asked about many pictures: how many there are, and that none is left behind.
@Suite(.timeLimit(.minutes(15))) struct CommandDetectorProcessTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 30, height: 15), filledWith: (20, 40, 60, 255))
    private static let unlucky = PixelBuffer(size: PixelSize(width: 13, height: 15), filledWith: (20, 40, 60, 255))
    private let folder: TemporaryFolder
    private var numbers: String { folder.path("numbers") }
    /// Writes the number of the process, one on each line.
    private var note: String { "echo $$ >> '\(numbers)'" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func processes() throws -> [ObservedProcess] {
        try String(contentsOfFile: numbers, encoding: .utf8).split(separator: "\n").compactMap { Int32($0) }.map(ObservedProcess.init)
    }

    private func widths(_ detector: CommandDetector) throws -> [Double] {
        try detector.features(in: Self.picture, accuracy: .low).map(\.rectangle.width)
    }

    @Test(arguments: ["", "; exec sleep 1000", "; exec yes"]) func processesEndWithTheLastCopy(farewell: String) throws {
        var detector: CommandDetector? = CommandDetector(shell: "\(note); \(WorkerLine.forEachPicture(WorkerLine.counted))\(farewell)")
        var copy = detector
        #expect(try detector.map(widths) == [1])
        detector = nil
        #expect(try copy.map(widths) == [2])
        copy = nil
        let processes = try processes()
        #expect(processes.count == 1 && processes[0].isGone && detector == nil && copy == nil)
    }

    @Test func aProcessThatDiedWhileItWaitedIsReplaced() throws {
        let detector = CommandDetector(shell: "\(note); \(WorkerLine.forEachPicture(WorkerLine.counted))")
        #expect(try widths(detector) == [1])
        kill(try processes()[0].identifier, SIGKILL)
        #expect(try widths(detector) == [1])
        #expect(try widths(detector) == [2])
        #expect(try processes().count == 2 && processes()[0].isGone)
    }

    @Test(arguments: [
        "exec sleep 1000", "trap '' TERM; sleep 1000; sleep 1000", "exec >&- 2>&-; exec sleep 1000", "exit 1", "echo rubbish",
    ])
    func aProcessThatFailedIsReaped(body: String) throws {
        let line = "\(note); \(WorkerLine.forEachPicture("\(WorkerLine.ifUnlucky(body)); \(WorkerLine.counted)"))"
        let short = Duration.milliseconds(100)
        let detector = CommandDetector(shell: line, timeLimit: short, startLimit: .seconds(600), endLimit: short)
        #expect(try widths(detector) == [1])
        let first = try processes()[0]
        expectError(.detectionFailed) { _ = try detector.features(in: Self.unlucky, accuracy: .low) }
        #expect(first.isGone)
        #expect(try widths(detector) == [1])
    }

    /// It answers the first picture twice: the second time when the next one is there.
    @Test func anAnswerToTheLastPictureIsNotTakenForThatToThis() throws {
        let first = "read -r line; echo '{\"number\": 1, \"error\": \"wait\"}'"
        let late = "read -r line; echo '{\"number\": 1, \"features\": []}'; exec sleep 1000"
        let detector = CommandDetector(shell: "\(note); \(first); \(late)")
        expectError(.detectionFailed, saying: "reports “wait”") { _ = try widths(detector) }
        expectError(.detectionFailed, saying: "answered picture 1 instead of 2") { _ = try widths(detector) }
        #expect(try processes().count == 1 && processes()[0].isGone)
        // The next process counts from 1 again.
        expectError(.detectionFailed, saying: "reports “wait”") { _ = try widths(detector) }
    }

    /// Its answer would be taken for that to the next picture.
    @Test func aCancelledProcessIsKilled() async throws {
        let started = folder.path("started")
        let body = "\(WorkerLine.ifUnlucky("echo > '\(started)'; exec sleep 1000")); \(WorkerLine.counted)"
        let detector = CommandDetector(shell: "\(note); \(WorkerLine.forEachPicture(body))")
        #expect(try widths(detector) == [1])
        let pool = WorkerPool(threadCount: 1)
        let detection = Task { try await pool.run { _ in try detector.features(in: Self.unlucky, accuracy: .low) } }
        await until { FileManager.default.fileExists(atPath: started) }
        detection.cancel()
        await #expect(throws: CancellationError.self) { _ = try await detection.value }
        let process = try processes()[0]
        await until { process.isGone }
        #expect(process.isGone)
        #expect(try widths(detector) == [1])
        #expect(try processes().count == 2)
    }

    /// The first process writes a second line when it is idle.
    @Test func aLateLineIsNotTakenForTheNextAnswer() async throws {
        let (go, written) = (folder.path("go"), folder.path("written"))
        try #require(mkfifo(go, 0o600) == 0)
        let late = "read -r _ < '\(go)'; n=6; \(WorkerLine.counted); echo > '\(written)'"
        let first = "[ -e '\(written)' ] || { \(late); }"
        let detector = CommandDetector(shell: "\(note); read -r line; n=5; \(WorkerLine.counted); \(first); exec sleep 1000")
        #expect(try widths(detector) == [5])
        // Waits until the process waits.
        try FileHandle(forWritingTo: URL(fileURLWithPath: go)).close()
        await until { FileManager.default.fileExists(atPath: written) }
        #expect(try widths(detector) == [5])
        #expect(try processes().count == 2 && processes()[0].isGone)
    }

    @Test func workThatIsCancelledBeforeItStartsKeepsTheProcess() throws {
        let detector = CommandDetector(shell: "\(note); \(WorkerLine.forEachPicture(WorkerLine.counted))")
        #expect(try widths(detector) == [1])
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try cancellation.perform { _ = try widths(detector) } }
        #expect(try widths(detector) == [2])
    }

    /// The program answers with the width of the picture, which is the last number that it is told.
    @Test func concurrentPicturesHaveTheirOwnProcesses() async throws {
        let answer = #"w=${line##*:}; w=${w%\}}; echo "{\"features\": [{\"x\": 0, \"y\": 0, \"width\": $w, \"height\": 9}]}""#
        let line = "\(note); \(WorkerLine.forEachPicture(answer))"
        let program = DetectorProgram(program: "/bin/sh", arguments: ["-c", line], timeLimit: .seconds(600), mostIdle: 4)
        let pool = WorkerPool(threadCount: 4)
        try await withThrowingTaskGroup(of: (Int, [Feature]).self) { group in
            for number in 1...48 {
                group.addTask {
                    let picture = PixelBuffer(size: PixelSize(width: number, height: 15), filledWith: (20, 40, 60, 255))
                    return (number, try await pool.run { _ in try program.features(in: picture, accuracy: .low) })
                }
            }
            for try await (number, features) in group { #expect(features.map(\.rectangle.width) == [Double(number)]) }
        }
        #expect(try (1...4).contains(processes().count))
    }

    /// In a process of its own, in which nothing else opens descriptors.
    @Test func noDescriptorIsLeftOpen() async {
        await #expect(processExitsWith: .success) {
            let ways: [(String, Duration)] = [
                (WorkerLine.forEachPicture(WorkerLine.nothing), .seconds(600)), ("read -r line; \(WorkerLine.nothing)", .seconds(600)),
                ("exit 1", .seconds(600)), ("read -r line; echo rubbish; exec sleep 1000", .seconds(600)),
                ("exec sleep 1000", .milliseconds(1)),
            ]
            for (line, limit) in ways {
                let before = try OpenDescriptors.count()
                for _ in 0..<10 {
                    let detector = CommandDetector(shell: line, timeLimit: limit)
                    for _ in 0..<2 { _ = try? detector.features(in: Self.picture, accuracy: .low) }
                }
                let after = try OpenDescriptors.count()
                #expect(after == before, "\(line)")
            }
        }
    }
}
