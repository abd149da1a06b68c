import ArgumentParser
import BoundedCrop
import CLibrary
import Synchronization
import Testing

@testable import boundedcrop

@Suite struct FullDiskTests {
    private func add(_ error: BoundedCropError) throws {
        let lines = BatchLines(progress: ProgressBar(total: 1), reporting: Reporting())
        try lines.add(BatchLines.Outcome(path: "a.jpg", isPicture: true, error: error), number: 0)
    }

    @Test(arguments: [ENOSPC, EDQUOT]) func `a full disk ends the run, since every further picture would fail too`(code: Int32) {
        let error = BoundedCropError(.unwritableFile, "out/a.jpg cannot be written", underlying: SystemError(code: code))
        #expect(throws: ExitStatus.failure) { try add(error) }
    }

    @Test func `a full disk is reported once, however many pictures are in work`() throws {
        let error = BoundedCropError(.unwritableFile, "out/a.jpg cannot be written", underlying: SystemError(code: ENOSPC))
        let printed = Mutex<[String]>([])
        let lines = BatchLines(progress: ProgressBar(total: 3, isQuiet: true), reporting: Reporting()) { line in
            printed.withLock { $0.append(line) }
        }
        for number in 0..<3 {
            let outcome = BatchLines.Outcome(path: "\(number).jpg", isPicture: true, error: error)
            #expect(throws: ExitStatus.failure) { try lines.add(outcome, number: number) }
        }
        #expect(printed.withLock(\.self) == ["boundedcrop: 0.jpg: out/a.jpg cannot be written"])
    }

    @Test(arguments: [EACCES, ENOENT, EIO]) func `other errors do not`(code: Int32) throws {
        try add(BoundedCropError(.unwritableFile, "out/a.jpg cannot be written", underlying: SystemError(code: code)))
    }
}
