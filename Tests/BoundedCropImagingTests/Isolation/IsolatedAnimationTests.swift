import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Frames that a helper decodes are those that this process would decode.
@Suite(.timeLimit(.minutes(15))) struct IsolatedAnimationTests {
    private static let decoders = Result {
        try HelperBook().pool { $0.onEvent = { if case .ended = $0 { Issue.record("\($0)") } } }
    }

    /// Everything that reading an animation gives, until it ends or fails.
    private struct Outcome: Equatable {
        var info: AnimationInfo?
        var pixels: [PixelBuffer] = []
        var starts: [Int] = []
        var durations: [Int] = []
        var failure: String?

        init(_ bytes: [UInt8], _ options: DecodingOptions) throws {
            do {
                let source = try ImageSource(bytes: bytes, options: options)
                try source.forEachFrame(willStart: { info = $0 }) { frame in
                    pixels.append(frame.pixels)
                    starts.append(frame.start)
                    durations.append(frame.duration)
                    return true
                }
            } catch let error as BoundedCropError {
                failure = error.description
            }
        }
    }

    private func expectSame(_ bytes: [UInt8], _ options: DecodingOptions, _ what: String) throws -> Outcome {
        var isolated = options
        isolated.decoders = try Self.decoders.get()
        let (here, there) = (try Outcome(bytes, options), try Outcome(bytes, isolated))
        // The message does not print thousands of pixels.
        let isSame = here == there
        #expect(isSame, "\(what): \(here.failure ?? "\(here.pixels.count) frames"), \(there.failure ?? "\(there.pixels.count) frames")")
        return here
    }

    @Test(arguments: try AnimationFixture.all.get(), [DecodingOptions.ColorProfile.convertToSRGB, .keep])
    func `all frames are the same`(animation: AnimationFixture, profile: DecodingOptions.ColorProfile) throws {
        var options = DecodingOptions()
        options.colorProfile = profile
        let outcome = try expectSame(animation.bytes, options, "\(profile)")
        #expect(outcome.failure == nil && outcome.pixels.count > 1 && outcome.pixels.count == outcome.info?.frameCount)
    }

    @Test(arguments: try AnimationFixture.all.get(), [false, true])
    func `an animation that is cut has the same frames and fails with the same message`(
        animation: AnimationFixture,
        allowsTruncated: Bool
    ) throws {
        var options = DecodingOptions()
        options.allowsTruncated = allowsTruncated
        for part in 1...9 {
            let bytes = Array(animation.bytes.prefix(animation.bytes.count * part / 10))
            _ = try expectSame(bytes, options, "\(part) tenths")
        }
    }

    @Test(arguments: try AnimationFixture.all.get()) func `limits apply with the same message`(animation: AnimationFixture) throws {
        let area = try ImageSource(bytes: animation.bytes).size.area
        let changes: [(inout ImageLimits) -> Void] = [
            { $0.maximumFrames = 1 }, { $0.maximumFrames = 0 }, { $0.maximumAnimationPixels = area }, { $0.maximumPixels = area - 1 },
        ]
        for (index, change) in changes.enumerated() {
            var options = DecodingOptions()
            change(&options.limits)
            let outcome = try expectSame(animation.bytes, options, "limit \(index)")
            #expect(outcome.failure?.isEmpty == false && outcome.pixels.isEmpty)
        }
    }

    @Test func `animations are read one after the other by one helper, as far as needed`() throws {
        let animations = try AnimationFixture.all.get()
        let options = try Self.decoders.get().options
        for count in 1...3 {
            for animation in animations {
                let expected = try ImageSource(bytes: animation.bytes).allFrames().frames.prefix(count).map(\.pixels)
                var frames: [PixelBuffer] = []
                try ImageSource(bytes: animation.bytes, options: options).forEachFrame { frame in
                    frames.append(frame.pixels)
                    return frames.count < count
                }
                let isSame = frames == expected
                #expect(isSame, "\(count) frames of \(animation.name)")
            }
        }
        #expect(try Self.decoders.get().aliveCount == 1)
    }

    /// An animation has its helper for as long as it is read.
    @Test func `an animation inside another is refused in time if there is one helper`() throws {
        let decoders = try HelperBook().pool { $0.timeLimit = .seconds(2) }
        let files = try AnimationFixture.all.get()
        let outer = try ImageSource(bytes: files[0].bytes, options: decoders.options)
        let inner = try ImageSource(bytes: files[2].bytes, options: decoders.options)
        var frames: [PixelBuffer] = []
        try outer.forEachFrame { frame in
            if frames.isEmpty { expectError(.decoderMissing, saying: "was free") { _ = try inner.allFrames() } }
            frames.append(frame.pixels)
            return true
        }
        let isSame = try frames == ImageSource(bytes: files[0].bytes).allFrames().frames.map(\.pixels)
        #expect(isSame && decoders.aliveCount == 1)
        #expect(try inner.allFrames().frames.count > 1)
    }

    @Test func `an animation inside another is read by a second helper`() throws {
        let decoders = try HelperBook().pool { $0.count = 2 }
        let files = try AnimationFixture.all.get()
        let outer = try ImageSource(bytes: files[1].bytes, options: decoders.options)
        let inner = try ImageSource(bytes: files[4].bytes, options: decoders.options)
        let expected = try ImageSource(bytes: files[4].bytes).allFrames().frames.map(\.pixels)
        var frames: [PixelBuffer] = []
        try outer.forEachFrame { frame in
            frames.append(frame.pixels)
            let isSame = try inner.allFrames().frames.map(\.pixels) == expected
            #expect(isSame)
            return true
        }
        let isSame = try frames == ImageSource(bytes: files[1].bytes).allFrames().frames.map(\.pixels)
        #expect(isSame)
    }

    @Test func `the helper forgets an animation that is no longer read`() throws {
        let decoders = try HelperBook().pool()
        let bytes = try Fixture.bytes("formats/gif/animated.gif")
        let source = try ImageSource(bytes: bytes, options: decoders.options)
        let (isolation, size) = (try #require(source.isolation), source.header.storedSize)
        // It goes on for as long as nothing says that it is over.
        try isolation.ask(source) { calls, file in
            _ = try calls.openAnimation(file)
            #expect(try calls.nextFrame(file, of: size) != nil)
        }
        let goesOn = try isolation.ask(source) { calls, file in try calls.nextFrame(file, of: size) != nil }
        #expect(goesOn)
        try source.forEachFrame { _ in false }
        expectError(.invalidArgument, saying: "cannot do what was requested") {
            try isolation.ask(source) { calls, file in _ = try calls.nextFrame(file, of: size) }
        }
    }

    /// A pool of one helper is enough: metadata are not asked for while it reads frames.
    @Test(arguments: [MetadataSelection.none, .all, .exceptPlace])
    func `changing frames needs one helper, whatever is kept`(selection: MetadataSelection) throws {
        let decoders = try HelperBook().pool { $0.timeLimit = .seconds(2) }
        let turned = try #require(try AnimationFixture.all.get().first { $0.name == "turned.webp" })
        func changed(_ options: DecodingOptions) throws -> AnimationFile {
            try ImageSource(bytes: turned.bytes, options: options).changingFrames(as: .webp(.lossless()), keeping: selection) { $0 }
        }
        let isSame = try changed(decoders.options).bytes == changed(DecodingOptions()).bytes
        #expect(isSame)
    }
}
