import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Pipes and devices, which have no length and may block forever.
@Suite(.timeLimit(.minutes(15))) struct PipeTests {
    private let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
    }

    @Test func aPipeIsReadToItsEnd() async throws {
        let (path, bytes) = (path, (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let writer = WorkerPool(threadCount: 1)
        async let written: Void = writer.run { _ in try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: Data(bytes))
        }
        let read = try await WorkerPool(threadCount: 1).run { _ in try FileReader.bytes(ofFile: path, limits: ImageLimits()) }
        try await written
        #expect(read == bytes)
    }

    /// The thread is then available again.
    @Test func aReadOfAPipeWithoutAWriterCanBeCancelled() async throws {
        let (path, pool, entered) = (path, WorkerPool(threadCount: 1), Events(of: Void.self))
        let task = Task {
            try await pool.run { _ in
                entered.post(())
                return try FileReader.bytes(ofFile: path, limits: ImageLimits())
            }
        }
        await entered.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.run { _ in true })
    }

    @Test func pipesAndDevicesAreRefusedWhereReadingMustNotBlock() {
        for path in [path, "/dev/zero", "/dev/null"] {
            expectError(.unreadableFile, saying: "plain file") {
                _ = try FileReader.bytes(ofFile: path, limits: ImageLimits(), waits: false)
            }
        }
    }

    @Test func aDeviceIsReadUpToTheLimit() throws {
        expectError(.limitExceeded) { _ = try FileReader.bytes(ofFile: "/dev/zero", limits: ImageLimits()) }
        #expect(try FileReader.bytes(ofFile: "/dev/null", limits: ImageLimits()) == [])
    }

    /// The declared length of a file is only a hint; the bytes actually read count.
    @Test func theExpectedLengthIsOnlyAHint() throws {
        let descriptor = open(try folder.write([1, 2, 3], to: "file"), O_RDONLY)
        defer { close(descriptor) }
        #expect(try FileReader.bytes(fromDescriptor: descriptor, expecting: .max, limits: ImageLimits()) == [1, 2, 3])
    }
}
