import CSandbox
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Nothing that a helper says about an animation or writes into its frames is trusted.
@Suite(.timeLimit(.minutes(15))) struct HostileFramesTests {
    private static let size = PixelSize(width: 37, height: 21)

    private func expect(_ expected: DecoderConnection.Failure, _ what: String = "", _ body: () throws -> Void) {
        let error = #expect(throws: DecoderConnection.Failure.self, "\(what)", performing: body)
        #expect(error == expected, "\(what)")
    }

    /// Reads an animation that says it has this many frames.
    private func reader(frames: Int, _ answer: @escaping FakeHelper.Answer) throws -> IsolatedFrameReader {
        let info = AnimationInfo(size: Self.size, frameCount: frames, loopCount: 0, hasAlpha: true, workingBytes: 0)
        return IsolatedFrameReader(info, try FakeHelper(answer).calls, FakeHelper.file)
    }

    @Test func `an impossible animation is rejected`() throws {
        let lies: [(inout bc_box_reply) -> Void] = [
            { $0.counts = (0, 0, 0) }, { $0.counts = (.max, 0, 0) }, { $0.counts = (1 << 63, 0, 0) }, { $0.counts = (1, .max, 0) },
            { ($0.width, $0.counts) = (0, (1, 1, 0)) }, { ($0.height, $0.counts) = (0, (1, 1, 0)) },
        ]
        for (index, lie) in lies.enumerated() {
            let packet = FakeHelper.reply(lie)
            expect(.nonsense, "lie \(index)") { _ = try FakeHelper { _, _ in [packet] }.calls.openAnimation(FakeHelper.file) }
        }
        let unusual = FakeHelper.reply { ($0.counts, $0.has_alpha, $0.working_bytes) = ((2, 1 << 40, 9), 77, .max) }
        let info = try FakeHelper { _, _ in [unusual] }.calls.openAnimation(FakeHelper.file)
        #expect(info.frameCount == 2 && info.loopCount == 65_535 && info.hasAlpha && info.size == PixelSize(width: 640, height: 480))
    }

    @Test(arguments: [UInt64.max, 1 << 63, 1 << 32]) func `an impossible duration is rejected`(duration: UInt64) throws {
        let packet = FakeHelper.reply { $0.counts = (duration, 0, 0) }
        let reader = try reader(frames: 3) { _, _ in [packet] }
        expect(.nonsense) { _ = try reader.next() }
        let longest = FakeHelper.reply { $0.counts = (UInt64(UInt32.max), 0, 0) }
        #expect(try self.reader(frames: 3) { _, _ in [longest] }.next()?.duration == Int(UInt32.max))
    }

    @Test func `more frames than announced are rejected`() throws {
        let packet = FakeHelper.reply { $0.counts = (40, 0, 0) }
        let reader = try reader(frames: 3) { _, _ in [packet] }
        for _ in 1...3 { #expect(try reader.next()?.duration == 40) }
        expect(.nonsense) { _ = try reader.next() }
    }

    @Test func `fewer frames than announced are rejected`() throws {
        let end = FakeHelper.reply { $0.counts = (0, 1, 0) }
        expect(.nonsense) { _ = try reader(frames: 3) { _, _ in [end] }.next() }
        // Any value other than 0 means the end.
        let other = FakeHelper.reply { $0.counts = (.max, .max, .max) }
        #expect(try reader(frames: 0) { _, _ in [other] }.next() == nil)
    }

    @Test func `frames are copied before use, with colors clamped to their alpha`() throws {
        let count = Self.size.area * 4
        let reader = try reader(frames: 2) { request, memory in
            for index in 0..<count { memory.bytes[Int(request.output) + index] = UInt8(truncatingIfNeeded: index &* 97) }
            return [FakeHelper.reply { $0.counts = (40, 0, 0) }]
        }
        let frame = try #require(try reader.next())
        let sent = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97) }
        #expect(frame.pixels.isPremultiplied && frame.pixels.bytes == sent.indices.map { min(sent[$0], sent[$0 / 4 * 4 + 3]) })
    }

    @Test func `an error between frames is passed on, and malformed answers are rejected`() throws {
        let failed = FakeHelper.reply { reply in
            reply.status = 1
            withUnsafeMutableBytes(of: &reply.code) { $0.copyBytes(from: "malformedImage".utf8) }
            withUnsafeMutableBytes(of: &reply.message) { $0.copyBytes(from: "frame 2 is damaged".utf8) }
        }
        expectError(.malformedImage, saying: "frame 2") { _ = try reader(frames: 3) { _, _ in [failed] }.next() }
        for packet in [Array(failed.dropLast()), failed + [0], [0], FakeHelper.reply { $0.version += 1 }] {
            expect(.nonsense) { _ = try reader(frames: 3) { _, _ in [packet] }.next() }
        }
    }

    @Test func `a frame larger than the shared memory is refused before it is asked for`() throws {
        let helper = try FakeHelper { _, _ in [FakeHelper.reply()] }
        for size in [PixelSize(width: 30_000, height: 30_000), PixelSize(width: Int(UInt32.max), height: Int(UInt32.max))] {
            expectError(.limitExceeded) { _ = try helper.calls.nextFrame(FakeHelper.file, of: size) }
        }
    }

    @Test func `answers with random bytes cause an error or frames as announced`() throws {
        var generator = SeededGenerator(seed: 17)
        for round in 0..<300 {
            var packets = [FakeHelper.reply { $0.counts = (3, 1, 0) }, FakeHelper.reply { $0.counts = (40, 0, 0) }]
            for index in packets.indices {
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    // The version is kept: otherwise, every answer would be rejected.
                    packets[index][Int.random(in: 4..<packets[index].count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
            }
            let (opened, next) = (packets[0], packets[1])
            let helper = try FakeHelper { request, _ in [Int(request.operation) == BC_BOX_ANIMATION ? opened : next] }
            do {
                let info = try helper.calls.openAnimation(FakeHelper.file)
                #expect(info.frameCount > 0 && (0...65_535).contains(info.loopCount) && info.workingBytes >= 0, "round \(round)")
                let frame = try helper.calls.nextFrame(FakeHelper.file, of: Self.size)
                #expect((0...Int(UInt32.max)).contains(frame?.duration ?? 0), "round \(round)")
            } catch let error as BoundedCropError {
                #expect(error.message.utf8.count <= 1024, "round \(round)")
            } catch DecoderConnection.Failure.nonsense {
            }
        }
    }
}
