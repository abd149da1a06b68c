import Foundation
import TestSupport
import Testing

@Suite("The course of a worker", .timeLimit(.minutes(15))) struct WorkerFlowTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add("photos/obama.jpg", as: "large.jpg")
    }

    private func plan(_ id: Int, of photo: String = "a.png", _ more: String = "") -> String {
        #"{"id": \#(id), "source": {"path": "\#(photo)"}, "plan": true, "outputs": [{"width": 9, "height": 9}]\#(more)}"#
    }

    /// Lets the detector `slow` answer.
    private func openGate() async throws {
        try await onThread { [gate = scratch.url.appendingPathComponent("gate")] in
            try FileHandle(forWritingTo: gate).write(contentsOf: Data("go".utf8))
        }
    }

    @Test("answers are in the order of the requests", arguments: ["", "--jobs 1", "--jobs 4"]) func order(options: String) async throws {
        let lines = (0..<40).map { $0 % 5 == 0 ? plan($0, of: "large.jpg") : $0 % 7 == 0 ? "?" : plan($0) }
        let answers = try await scratch.worker(lines, options).answers()
        #expect(answers.map(\.id) == (0..<40).map { $0 % 5 != 0 && $0 % 7 == 0 ? "<null>" : "\($0)" })
    }

    @Test("unordered, a quick answer does not wait for a slow one") func unordered() async throws {
        // It detects when somebody writes into the pipe.
        try scratch.write(Array("#!/bin/sh\nread line\ncat gate > /dev/null\necho '{\"features\": []}'\n".utf8), to: "slow")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("slow"))
        try #require(try await scratch.shell("mkfifo gate").status == 0)
        let worker = try await RunningWorker(in: scratch.url, ["--unordered", "--jobs", "2"])
        try await worker.send(plan(1, of: "a.png", #", "detector": "command:./slow""#) + "\n" + plan(2) + "\n")
        let first = try await worker.lines(2).map(WorkerLine.init)
        #expect(first.map(\.id).last == "2")
        try await openGate()
        #expect(try await worker.lines(1).map { try WorkerLine($0).id } == ["1"])
        try worker.closeInput()
        #expect(try await worker.running.ended().status == 0)
    }

    @Test("an answer comes while the input stays open") func conversation() async throws {
        let worker = try await RunningWorker(in: scratch.url)
        #expect(await worker.lines(1).count == 1)
        for number in 0..<3 {
            try await worker.send(plan(number) + "\n")
            #expect(try await worker.lines(1).map { try WorkerLine($0).id } == ["\(number)"])
        }
        try worker.closeInput()
        #expect(try await worker.running.ended().status == 0)
    }

    @Test("a signal ends it after what it has read", arguments: [SIGTERM, SIGINT]) func signals(number: Int32) async throws {
        try scratch.write(Array("#!/bin/sh\nread line\necho > asked\ncat gate > /dev/null\necho '{\"features\": []}'\n".utf8), to: "slow")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("slow"))
        try #require(try await scratch.shell("mkfifo gate asked").status == 0)
        let worker = try await RunningWorker(in: scratch.url)
        try await worker.send(
            #"{"id": 1, "source": {"path": "a.png"}, "outputs": [{"file": "b.png"}], "detector": "command:./slow"}"# + "\n"
        )
        // The request is at work.
        _ = try await onThread { [asked = scratch.url.appendingPathComponent("asked")] in
            try FileHandle(forReadingFrom: asked).readToEnd()
        }
        number == SIGTERM ? worker.running.terminate() : worker.running.interrupt()
        try await openGate()
        let lines = try await worker.lines(100).dropFirst().map(WorkerLine.init)
        #expect(lines.map(\.id) == ["1"] && lines.first?.results.count == 1)
        let (status, bySignal) = try await worker.running.ended()
        #expect(status == 128 + number && !bySignal)
        #expect(try scratch.files().contains("b.png"))
    }

    @Test("a closed output ends it, even while it waits") func closedOutput() async throws {
        let worker = try await RunningWorker(in: scratch.url)
        #expect(await worker.lines(1).count == 1)
        try worker.closeOutput()
        let (status, bySignal) = try await worker.running.ended()
        #expect(status == 128 + SIGPIPE && !bySignal)
    }

    @Test("a full disk is an error") func fullDisk() async throws {
        let outcome = try await scratch.shell("boundedcrop worker < /dev/null > /dev/full")
        #expect(outcome.status == 1 && outcome.errors.contains("standard output cannot be written: No space left on device"))
    }

    @Test("while nobody reads answers, only a few requests are read") func backPressure() async throws {
        let (worker, count) = (try await RunningWorker(in: scratch.url, ["--jobs", "2"]), 40)
        let sending = Task.detached {
            for number in 0..<count {
                // The answer is larger than what a pipe holds.
                let outputs = #"[{"width": 150, "height": 150, "format": "rgba"}, {"width": 1, "height": 1, "file": "out/\#(number).png"}]"#
                try await worker.send(
                    #"{"id": \#(number), "source": {"path": "a.png"}, "outputs": \#(outputs), "noBounding": true}"# + "\n"
                )
            }
            try worker.closeInput()
        }
        #expect(await worker.lines(1).count == 1)
        for number in 0..<count {
            #expect(try await worker.lines(1).map { try WorkerLine($0).id } == ["\(number)"])
            let done = try scratch.files().count { $0.hasPrefix("out/") && $0.hasSuffix(".png") }
            // Those in the window, and those whose answers are in the pipe or here.
            #expect(done <= number + 12)
        }
        try await sending.value
        #expect(try await worker.running.ended().status == 0)
    }

    @Test("many requests take no more memory than some") func memory() async throws {
        let worker = try await RunningWorker(in: scratch.url, ["--jobs", "2"])
        var peaks: [Int] = []
        #expect(await worker.lines(1).count == 1)
        for round in 0..<4 {
            // Without detection, which takes long in a debug build.
            let lines = (0..<300).map { plan(round * 300 + $0, #", "noBounding": true"#) + "\n" }
            async let answers = worker.lines(lines.count)
            try await worker.send(lines.joined())
            #expect(await answers.count == lines.count)
            let line = try #require(worker.running.proc("status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            peaks.append(try #require(Int(line.filter(\.isNumber))))
        }
        #expect(peaks[3] - peaks[0] < 16_000, "\(peaks) kB")
        try worker.closeInput()
        #expect(try await worker.running.ended().status == 0)
    }
}
