import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct AnimationTests {
    /// A face that moves from left to right on gray, in six frames of 0.4 seconds, shown twice.
    private static let size = PixelSize(width: 420, height: 200)
    private static let places = [10, 40, 70, 100, 130, 160]

    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        let portrait = try ImageSource(bytes: Fixture.bytes(Fixture.portrait)).pixels(longSide: 180)
        for (name, encoding) in [
            ("a.gif", ImageEncoding.gif()), ("a.webp", .webp(quality: 90)), ("a.avif", .avif(quality: 90)), ("a.png", .png()),
            ("a.jxl", .jxl(quality: 90)),
        ] {
            let writer = try AnimationWriter(size: Self.size, loopCount: 2, encoding: encoding)
            for place in Self.places { try writer.add(Self.frame(portrait, at: place), for: .milliseconds(400)) }
            try scratch.write(writer.finish(), to: name)
        }
    }

    private static func frame(_ picture: PixelBuffer, at left: Int) throws -> PixelBuffer {
        var bytes = [UInt8](repeating: 128, count: size.area * 4)
        for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
        for row in 0..<picture.height {
            let from = row * picture.width * 4
            let to = ((row + 10) * size.width + left) * 4
            bytes.replaceSubrange(to..<(to + picture.width * 4), with: picture.bytes[from..<(from + picture.width * 4)])
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    private func frames(_ name: String) throws -> [AnimationFrame] {
        var frames: [AnimationFrame] = []
        try scratch.picture(name).forEachFrame { frame in
            frames.append(frame)
            return true
        }
        return frames
    }

    private struct Line: Decodable {
        struct Animation: Decodable {
            struct Track: Decodable {
                struct Sighting: Decodable {
                    let time: Double
                    let x: Double
                }

                let sightings: [Sighting]
            }

            let frames: Int
            let duration: Double
            let loops: Int
            let looks: Int
            let tracks: [Track]
        }

        let animation: Animation?
        let features: [CropLine.Feature]
        let reason: String
    }

    @Test(arguments: ["gif", "webp", "avif", "png", "jxl"]) func aCropOfAnAnimationIsAnAnimation(_ ending: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.\(ending) --size 200x120 --output out.\(ending)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let frames = try frames("out.\(ending)")
        #expect(frames.count == 6 && frames.allSatisfy { $0.pixels.size == PixelSize(width: 200, height: 120) })
        #expect(frames.map(\.duration) == Array(repeating: 400, count: 6))
    }

    @Test func theWindowHoldsTheFaceInEveryFrame() async throws {
        let line = "crop a.gif --aspect 8:5 --padding 0 --json --output out.gif"
        let found = try #require(try await scratch.boundedcrop(line).decoded(Line.self).first)
        let animation = try #require(found.animation)
        #expect(animation.frames == 6 && animation.duration == 2.4 && animation.loops == 2)
        // The first, one every half second, and the last.
        #expect(animation.looks >= 4 && animation.tracks.count == 1 && found.features.count == 1)
        let sightings = animation.tracks[0].sightings
        #expect(sightings.map(\.time) == sightings.map(\.time).sorted() && sightings.last?.time == 2)
        #expect(try #require(sightings.last).x - sightings[0].x > 120)
        #expect(found.reason == "bounds" && found.features[0].kept)
        let detector = BlockingCropper()
        for frame in try frames("out.gif") { #expect(try detector.features(in: frame.pixels).count == 1) }
    }

    @Test(arguments: [("--still 3", 3), ("--still 6", 6)]) func oneFrameCanBeTaken(options: String, number: Int) async throws {
        let outcome = try await scratch.boundedcrop("crop a.gif --size 420x200 --no-bounding --format png --output out.png \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("out.png").pixels() == frames("a.gif")[number - 1].pixels)
    }

    @Test func aFormatWithoutAnimationsTakesTheFirstFrame() async throws {
        for format in ["jpeg", "png"] {
            let outcome = try await scratch.boundedcrop("crop a.webp --size 80x80 --format \(format) --output \(format)/")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try !scratch.picture("jpeg/a.jpg").header.isAnimated && !scratch.picture("png/a.png").header.isAnimated)
    }

    @Test func aFrameThatIsNotThereIsAnError() async throws {
        let outcome = try await scratch.boundedcrop("crop a.gif --size 20x20 --still 7 --output out.gif")
        #expect(outcome.status == 1 && outcome.errors.contains("frame 7") && outcome.errors.contains("6"))
        #expect(scratch.parse("crop a.gif --size 20x20 --still 0").errors.contains("--still"))
    }

    @Test func effectsApplyToEveryFrame() async throws {
        let outcome = try await scratch.boundedcrop("effects a.gif --effects grayscale() --output gray.gif")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let frames = try frames("gray.gif")
        #expect(frames.count == 6)
        for frame in frames {
            let bytes = frame.pixels.bytes
            let isGray = stride(from: 0, to: bytes.count, by: 4).allSatisfy { (index: Int) -> Bool in
                let (red, green, blue) = (bytes[index], bytes[index + 1], bytes[index + 2])
                return red == green && green == blue
            }
            #expect(isGray)
        }
    }

    @Test func redactionCoversTheFaceInEveryFrame() async throws {
        let outcome = try await scratch.boundedcrop("effects a.webp --redact black --output covered.webp")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let detector = BlockingCropper()
        let frames = try frames("covered.webp")
        #expect(frames.count == 6)
        for frame in frames { #expect(try detector.features(in: frame.pixels).isEmpty) }
    }
}
