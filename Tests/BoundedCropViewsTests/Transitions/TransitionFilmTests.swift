import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import Foundation
import TestSupport
import Testing

/// The animation in `docs/views.md`. To record it again:
///
///     TRANSITIONS_FILM=docs/images/transitions.webp swift test --filter TransitionFilmTests
@MainActor @Suite(.timeLimit(.minutes(15))) struct TransitionFilmTests {
    private static let size = PixelSize(width: 216, height: 144)
    private static let blinds = Transition.custom("blinds", .milliseconds(800)) { old, new, progress in
        var bytes = old.bytes
        for index in bytes.indices where index / 4 % old.width % 24 < Int(progress * 24) { bytes[index] = new.bytes[index] }
        return try PixelBuffer(size: old.size, bytes: bytes)
    }
    private let transitions: [Transition] = [
        .crossfade(.milliseconds(800)), .slide(from: .right, .milliseconds(800)), .slide(from: .bottom, .milliseconds(800)),
        .flip(from: .left, .milliseconds(800)), .flip(from: .right, .milliseconds(800)), Self.blinds,
    ]

    /// Two photos that replace each other with the transitions, one after the other.
    private func recording(of transitions: [Transition], _ photos: [PixelBuffer]) -> Recording {
        let clock = ManualClock()
        let surface = FrameSurface(size: Self.size, timing: clock.timing)
        surface.framesPerSecond = 10
        surface.show(.picture(photos[0]), .none)
        clock.advance(by: .milliseconds(700))
        for (index, transition) in transitions.enumerated() {
            surface.show(.picture(photos[(index + 1) % 2]), transition)
            clock.advance(by: transition.duration + .milliseconds(700))
        }
        return surface.recording
    }

    /// How much the film differs from the frames of a recording at the time of each, as a mean of levels: that of the worst frame.
    private func difference(_ film: [(end: Int, picture: PixelBuffer)], _ frames: [Recording.Frame]) -> Double {
        var (start, worst) = (0.0, 0.0)
        for frame in frames {
            let length = frame.duration / .milliseconds(1)
            let middle = start + length / 2
            start += length
            guard let seen = film.first(where: { Double($0.end) > middle })?.picture else { return .infinity }
            var (sum, count) = (0, 0)
            // Every channel in turn.
            for index in stride(from: 0, to: frame.picture.bytes.count, by: 13) {
                sum += abs(Int(seen.bytes[index]) - Int(frame.picture.bytes[index]))
                count += 1
            }
            worst = max(worst, Double(sum) / Double(count))
        }
        return worst
    }

    @Test func theFilmInTheDocumentsShowsEveryTransition() async throws {
        let cropper = BoundedCropper(cache: nil)
        let request = CropRequest(.size(Self.size))
        let photos = try await [
            cropper.crop(Fixture.source("photos/obama.jpg"), to: request).pixels,
            cropper.crop(Fixture.source("photos/biden.jpg"), to: request).pixels,
        ]
        let recording = recording(of: transitions, photos)
        let frames = try recording.frames()
        // Of the eight frames of each transition only the last is the new photo.
        #expect(frames.count { !photos.contains($0.picture) } == transitions.count * 7)
        if let path = ProcessInfo.processInfo.environment["TRANSITIONS_FILM"] {
            try await recording.writeWebP(to: path, .lossy(quality: 90))
        }
        let file = try AnimatedWebP([UInt8](Data(contentsOf: Fixture.package.appendingPathComponent("docs/images/transitions.webp"))))
        #expect(file.size == Self.size)
        var end = 0
        let film = zip(file.frames, try file.drawn()).map { frame, picture in
            end += frame.milliseconds
            return (end: end, picture: picture)
        }
        // The film is compressed: levels differ a little everywhere. Another motion differs more.
        let tolerance = 10.0
        #expect(difference(film, frames) < tolerance)
        #expect(try difference(film, self.recording(of: transitions.reversed(), photos).frames()) > tolerance)
    }
}
