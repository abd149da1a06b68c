import ArgumentParser
import BoundedCrop
import CLibrary
import Testing

@testable import boundedcrop

@Suite struct FullDiskTests {
    private func add(_ error: BoundedCropError) throws {
        let lines = BatchLines(progress: ProgressBar(total: 1), reporting: Reporting())
        try lines.add(BatchLines.Outcome(path: "a.jpg", isPicture: true, error: error), number: 0)
    }

    @Test(arguments: [ENOSPC, EDQUOT]) func `a full disk ends the run, since every further picture would fail too`(code: Int32) {
        let error = BoundedCropError(.unwritableFile, "out/a.jpg cannot be written", underlying: SystemError(code: code))
        #expect(throws: ExitCode.failure) { try add(error) }
    }

    @Test(arguments: [EACCES, ENOENT, EIO]) func `other errors do not`(code: Int32) throws {
        try add(BoundedCropError(.unwritableFile, "out/a.jpg cannot be written", underlying: SystemError(code: code)))
    }
}
