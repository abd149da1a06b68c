import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import TestSupport
import Testing

/// Transitions of the view at the back and of layers, which run side by side.
@MainActor @Suite(.timeLimit(.minutes(15))) struct LayeredTransitionTests {
    let clock = ManualClock()
    let film: FrameSurface
    let screen: LayeredSurface
    let right = Rect(x: 40, y: 0, width: 40, height: 40)

    init() {
        film = FrameSurface(size: PixelSize(width: 80, height: 40), timing: clock.timing)
        film.framesPerSecond = 10
        screen = LayeredSurface(on: film, timing: clock.timing)
    }

    /// The red of the pixels in the middle row.
    private func reds(_ picture: PixelBuffer, _ columns: Range<Int>) -> [Int] {
        columns.map { Int(picture.bytes[(20 * picture.width + $0) * 4]) }
    }

    private func isClose(_ first: [Int], _ second: [Int]) -> Bool {
        zip(first, second).allSatisfy { abs($0 - $1) <= 1 }
    }

    /// The frames of the last second.
    private func lastSecond() throws -> [PixelBuffer] {
        let frames = try film.recording.frames().map(\.picture)
        #expect(frames.count == 11)
        return Array(frames.suffix(10))
    }

    @Test(arguments: [Transition.crossfade(.seconds(1)), .slide(from: .right, .seconds(1))])
    func aLayerThatIsDrawnDoesNotEndTheTransitionAtTheBack(_ transition: Transition) throws {
        let (old, new) = (Shade.red.picture(80, 40), Shade.green.picture(80, 40))
        screen.show(.picture(old), .none)
        let layer = screen.layer(right)
        layer.show(.picture(Shade.gray.picture()), .none)
        clock.advance(by: .seconds(1))
        screen.show(.picture(new), transition)
        clock.advance(by: .milliseconds(500))
        layer.show(.picture(Shade.blue.picture()), .none)
        clock.advance(by: .milliseconds(500))
        for (index, frame) in try lastSecond().enumerated() {
            let back = try transition.picture(from: old, to: new, at: Double(index + 1) / 10)
            #expect(isClose(reds(frame, 0..<40), reds(back, 0..<40)), "frame \(index)")
            // The layer does not take part.
            let shade = index < 5 ? Shade.gray : .blue
            #expect(reds(frame, 40..<80).allSatisfy { $0 == Int(shade.rawValue) }, "frame \(index)")
        }
    }

    @Test func aTransitionOfALayerIsSeenOnTheLayerAndNotEndedByTheBack() throws {
        let transition = Transition.slide(from: .right, .seconds(1))
        let (old, new) = (Shade.gray.picture(), Shade.blue.picture())
        screen.show(.picture(Shade.red.picture(80, 40)), .none)
        let layer = screen.layer(right)
        layer.show(.picture(old), .none)
        clock.advance(by: .seconds(1))
        layer.show(.picture(new), transition)
        clock.advance(by: .milliseconds(500))
        screen.show(.picture(Shade.green.picture(80, 40)), .none)
        clock.advance(by: .milliseconds(500))
        for (index, frame) in try lastSecond().enumerated() {
            let top = try transition.picture(from: old, to: new, at: Double(index + 1) / 10)
            #expect(isClose(reds(frame, 40..<80), reds(top, 0..<40)), "frame \(index)")
            let shade = index < 5 ? Shade.red : .green
            #expect(reds(frame, 0..<40).allSatisfy { $0 == Int(shade.rawValue) }, "frame \(index)")
        }
    }

    @Test func aViewAtTheBackFadesInBesideABlurView() async throws {
        let photo = EffectsImageView(
            surface: screen,
            queue: WorkerPool(threadCount: 1),
            cache: EffectCache(clearsUnderMemoryPressure: false),
            timing: clock.timing
        )
        photo.asynchronous = true
        photo.crossfadeDuration = .seconds(1)
        photo.image = Shade.red.picture(80, 40)
        let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 1))
        let glass = BlurView(surface: screen.layer(right), scheduler: scheduler, timing: clock.timing)
        try await Observing.until { glass.content.shade == .red }
        clock.advance(by: .seconds(2))
        photo.image = Shade.green.picture(80, 40)
        // The glass follows immediately, while the photo fades in.
        try await Observing.until { glass.content.shade == .green }
        clock.advance(by: .seconds(2))
        let fade = try film.recording.frames().suffix(11).map { reds($0.picture, 10..<11)[0] }
        #expect(isClose(fade, [192, 184, 176, 168, 160, 152, 144, 136, 128, 120, 120]), "\(fade)")
    }
}
