import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

/// A helper that lies about an animation, or ends while it is read, is replaced, and only that animation fails.
@Suite(.timeLimit(.minutes(15))) struct RogueAnimationTests {
    private static let file = "formats/gif/animated.gif"

    /// The header is read at the first call.
    @Test(arguments: [("resize", 0), ("crowd", 0), ("nothing", 0), ("endless", 2), ("eternal", 0)])
    func `an animation that contradicts itself is refused`(misdeed: String, count: Int) async throws {
        let book = HelperBook()
        let decoders = try book.pool()
        let source = try ImageSource(bytes: BuiltProgram.rogue(misdeed, at: 2, in: Self.file), options: decoders.options)
        var frames = 0
        expectError(.decoderEnded, saying: "ended because of this one") {
            try source.forEachFrame { _ in
                frames += 1
                return true
            }
        }
        #expect(frames == count)
        try await book.expectReplaced(in: decoders, .nonsense)
    }

    @Test(arguments: [
        ("segv", DecoderPool.Reason.crash), ("exit", .exit), ("open", .forbiddenCall), ("junk", .nonsense), ("short", .nonsense),
    ])
    func `a helper that is compromised when it opens an animation is replaced`(misdeed: String, reason: DecoderPool.Reason) async throws {
        let book = HelperBook()
        let decoders = try book.pool()
        let source = try ImageSource(bytes: BuiltProgram.rogue(misdeed, at: 2, in: Self.file), options: decoders.options)
        expectError(.decoderEnded) { _ = try source.allFrames() }
        try await book.expectReplaced(in: decoders, reason)
    }

    @Test(arguments: [(SIGSEGV, DecoderPool.Reason.crash), (SIGKILL, .killed)])
    func `a helper that dies between frames fails the animation only`(signal: Int32, reason: DecoderPool.Reason) async throws {
        let book = HelperBook()
        let decoders = try book.pool()
        let source = try Fixture.source(Self.file, decoders.options)
        let helper = try #require(decoders.idleProcesses.first).identifier
        var frames = 0
        expectError(.decoderEnded, saying: "ended because of this one") {
            try source.forEachFrame { _ in
                frames += 1
                if frames == 1 { kill(helper, signal) }
                return true
            }
        }
        #expect(frames == 1)
        try await book.expectReplaced(in: decoders, reason)
        // The same animation, with the next helper.
        #expect(try source.allFrames().frames.count > 1)
    }

    @Test func `an error of the caller's own leaves the helper in place`() throws {
        struct Enough: Error {}
        let book = HelperBook()
        let decoders = try book.pool()
        let source = try Fixture.source(Self.file, decoders.options)
        #expect(throws: Enough.self) { try source.forEachFrame { _ in throw Enough() } }
        #expect(try source.allFrames().frames.count > 1)
        #expect(book.reasons.isEmpty && decoders.aliveCount == 1)
    }
}
