import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

/// A helper that a file has taken over is ended and replaced, and only that file fails.
@Suite(.timeLimit(.minutes(15))) struct RogueDecoderTests {
    private typealias Book = HelperBook

    private func pool(_ book: Book, _ change: (inout DecoderPool.Settings) -> Void = { _ in }) throws -> DecoderPool {
        try book.pool(change)
    }

    private func options(_ decoders: DecoderPool) -> DecodingOptions { decoders.options }

    private func expectReplaced(_ decoders: DecoderPool, _ book: Book, _ reason: DecoderPool.Reason) async throws {
        try await book.expectReplaced(in: decoders, reason)
    }

    @Test(arguments: [
        ("segv", DecoderPool.Reason.crash), ("abort", .crash), ("trap", .crash), ("exit", .exit), ("memory", .crash),
        ("socket", .forbiddenCall), ("open", .forbiddenCall), ("fork", .forbiddenCall), ("execute", .forbiddenCall),
        ("code", .forbiddenCall), ("change", .forbiddenCall), ("share", .forbiddenCall), ("truncate", .forbiddenCall),
        ("kill", .forbiddenCall), ("schedule", .forbiddenCall), ("junk", .nonsense), ("short", .nonsense),
        ("spin", .processorTime), ("wait", .overdue),
    ])
    func `a compromised helper fails its picture and is replaced`(misdeed: String, reason: DecoderPool.Reason) async throws {
        let book = Book()
        let decoders = try pool(book) {
            $0.processorSeconds = 1
            if misdeed == "wait" { $0.timeLimit = .seconds(2) }
        }
        expectError(.decoderEnded, saying: "ended because of this one") {
            _ = try ImageSource(bytes: BuiltProgram.rogue(misdeed), options: options(decoders))
        }
        try await expectReplaced(decoders, book, reason)
    }

    @Test(arguments: [2, 3]) func `a helper compromised in the middle of a picture is replaced`(call: Int) async throws {
        let book = Book()
        let decoders = try pool(book)
        let source = try ImageSource(bytes: BuiltProgram.rogue("segv", at: call), options: options(decoders))
        if call == 3 { _ = try source.luma(longSide: 30) }
        expectError(.decoderEnded) { _ = try source.pixels(longSide: 30) }
        try await expectReplaced(decoders, book, .crash)
    }

    @Test func `metadata that end a helper count as missing`() async throws {
        let book = Book()
        let decoders = try pool(book)
        let source = try ImageSource(bytes: BuiltProgram.rogue("open", at: 2), options: options(decoders))
        #expect(source.embeddedFeatures.isEmpty)
        try await expectReplaced(decoders, book, .forbiddenCall)
    }

    @Test func `cancelling work ends its helper immediately`() async throws {
        let book = Book()
        let decoders = try pool(book)
        let options = options(decoders)
        let bytes = try BuiltProgram.rogue("spin")
        let workers = WorkerPool(threadCount: 1)
        let task = Task { try await workers.run { _ in try ImageSource(bytes: bytes, options: options) } }
        // Once no helper is idle, it is at work.
        await until { decoders.idleProcesses.count == 0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await expectReplaced(decoders, book, .cancelled)
    }

    @Test func `waiting for a helper can be cancelled`() async throws {
        let book = Book()
        let decoders = try pool(book)
        let options = options(decoders)
        let bytes = try BuiltProgram.rogue("wait")
        let workers = WorkerPool(threadCount: 2)
        let first = Task { try await workers.run { _ in try ImageSource(bytes: bytes, options: options) } }
        await until { decoders.idleProcesses.count == 0 }
        let second = Task { try await workers.run { _ in try Fixture.source("photos/obama.jpg", options).size } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(book.reasons.isEmpty)
        first.cancel()
        _ = await first.result
        try await expectReplaced(decoders, book, .cancelled)
    }

    @Test func `a helper that dies while idle affects no request`() async throws {
        let book = Book()
        let decoders = try pool(book)
        let bytes = try Fixture.bytes("orientations/obama_1.jpg")
        for process in decoders.idleProcesses { kill(process.identifier, SIGKILL) }
        await until { decoders.idleProcesses.allSatisfy { !$0.connection.isQuiet } }
        #expect(try ImageSource(bytes: bytes, options: options(decoders)).size.width > 0)
        await until { book.reasons == [.killed] && decoders.aliveCount == 1 }
    }

    @Test func `helpers end with their pool`() async throws {
        var decoders: DecoderPool? = try pool(Book()) { $0.count = 2 }
        await until { decoders?.idleProcesses.count == 2 }
        let identifiers = decoders?.idleProcesses.map(\.identifier) ?? []
        #expect(identifiers.count == 2)
        decoders = nil
        await until { identifiers.allSatisfy { kill($0, 0) != 0 } }
    }

    @Test func `a program that is not a helper is reported when the pool is created`() throws {
        for program in ["/bin/true", "/nowhere"] {
            expectError(.invalidArgument, saying: program) { _ = try pool(Book()) { $0.program = program } }
        }
    }

    @Test func `concurrent pictures have separate helpers, and all are decoded`() async throws {
        let book = Book()
        let decoders = try pool(book) { $0.count = 3 }
        let options = options(decoders)
        let workers = WorkerPool(threadCount: 6)
        let expected = try Fixture.source("photos/obama.jpg").pixels(longSide: 64)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<60 {
                group.addTask {
                    try await workers.run { _ in
                        guard index % 6 != 0 else {
                            let bytes = try BuiltProgram.rogue(index % 12 == 0 ? "abort" : "socket")
                            return (try? ImageSource(bytes: bytes, options: options)) == nil
                        }
                        return try Fixture.source("photos/obama.jpg", options).pixels(longSide: 64) == expected
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        await until { book.reasons.count == 10 && decoders.aliveCount == 3 }
    }
}
