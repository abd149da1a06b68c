import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct InterruptTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    /// Interrupts the process as soon as it has printed something, on a thread that does not wait for other tests.
    private func interrupt(_ running: Running, afterFirstOutputOf pipe: Pipe) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = pipe.fileHandleForReading.availableData
                running.interrupt()
                continuation.resume(returning: data)
            }
        }
    }

    @Test func ctrlCDuringABatchLeavesOnlyCompleteFiles() async throws {
        let photo = try Fixture.bytes("photos/obama.jpg")
        // What is printed about all of them has no room in the pipe, so that they cannot be done before the interruption.
        let name = String(repeating: "x", count: 100)
        for number in 0..<60 { try scratch.write(photo, to: "in/\(number)-\(name).jpg") }
        let (output, setPipeSize) = (Pipe(), Int32(1031))
        try #require(fcntl(output.fileHandleForWriting.fileDescriptor, setPipeSize, 4096) == 4096)
        let arguments = "crop in --size 300x300 --size 200x200 --verbose --output out".split(separator: " ").map(String.init)
        let running = try await Command.start(arguments, in: scratch.url, output: output.fileHandleForWriting)
        try output.fileHandleForWriting.close()
        #expect(await !interrupt(running, afterFirstOutputOf: output).isEmpty)
        await until { !running.has(SIGINT, in: "ShdPnd") }
        _ = try await onThread { try output.fileHandleForReading.readToEnd() }
        let (status, bySignal) = try await running.ended()
        #expect(status == 130 && !bySignal)
        let written = try scratch.files().filter { $0.hasPrefix("out/") }
        #expect(!written.isEmpty && written.count < 120)
        for file in written {
            #expect(!file.contains("/."))
            let side = file.contains("300") ? 300 : 200
            #expect(try scratch.picture(file).pixels().size == PixelSize(width: side, height: side))
        }
    }

    @Test(arguments: ["crop a.png - --size 20x20 --verbose --output out", "detect a.png -"])
    func ctrlCEndsTheWaitForStandardInput(_ line: String) async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        let (input, output) = (Pipe(), Pipe())
        let arguments = line.split(separator: " ").map(String.init) + ["--jobs", "2"]
        let running = try await Command.start(
            arguments,
            in: scratch.url,
            input: input.fileHandleForReading,
            output: output.fileHandleForWriting
        )
        try output.fileHandleForWriting.close()
        // The line for the preceding picture: the command is now at work and would wait forever.
        #expect(await !interrupt(running, afterFirstOutputOf: output).isEmpty)
        let (status, bySignal) = try await running.ended()
        #expect(status == 130 && !bySignal)
        try input.fileHandleForWriting.close()
    }
}
