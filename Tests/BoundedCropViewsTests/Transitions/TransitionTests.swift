import BoundedCrop
import BoundedCropViews
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct TransitionTests {
    let clock = ManualClock()
    let surface: FrameSurface
    private let old = Self.sides([200, 100])
    private let new = Self.sides([50, 25])

    init() {
        surface = FrameSurface(size: PixelSize(width: 40, height: 40), timing: clock.timing)
        surface.framesPerSecond = 4
    }

    /// A picture with one value of red in its left half and another in its right.
    private static func sides(_ reds: [UInt8]) -> PixelBuffer {
        var picture = PixelBuffer(size: PixelSize(width: 40, height: 40), filledWith: (0, 0, 0, 255))
        for index in 0..<1600 { picture.bytes[index * 4] = reds[index % 40 / 20] }
        return picture
    }

    /// The frames of a transition of one second: three of the motion and the end.
    private func frames(of transition: Transition) throws -> [PixelBuffer] {
        surface.show(.picture(old), .none)
        clock.advance(by: .seconds(1))
        surface.show(.picture(new), transition)
        clock.advance(by: .seconds(1))
        return try Array(surface.recording.frames().map(\.picture).dropFirst())
    }

    /// The red of some pixels; nil where the picture is transparent.
    private func reds(_ picture: PixelBuffer, _ places: [(x: Int, y: Int)]) -> [UInt8?] {
        places.map { place in
            let index = (place.y * 40 + place.x) * 4
            return picture.bytes[index + 3] == 0 ? nil : picture.bytes[index]
        }
    }

    private let middle = [(x: 1, y: 20), (x: 19, y: 20), (x: 20, y: 20), (x: 38, y: 20)]

    @Test func noneIsImmediate() throws {
        #expect(try frames(of: .none) == [new])
        #expect(Transition.none.duration == .zero && Transition.crossfade(.seconds(-1)).duration == .zero)
    }

    @Test func aCrossfadeDissolves() throws {
        let frames = try frames(of: .crossfade(.seconds(1)))
        #expect(frames.map { reds($0, middle)[0] } == [163, 125, 88, 50] && frames.last == new)
    }

    @Test func theCurveDeterminesTheProgress() throws {
        let frames = try frames(of: .crossfade(.seconds(1), curve: .easeIn))
        // A sixteenth, a quarter and nine sixteenths of the way.
        #expect(frames.map { reds($0, middle)[0] } == [191, 163, 116, 50])
    }

    nonisolated private static let halfWay: [(Transition.Edge, [UInt8])] = [
        (.left, [25, 25, 200, 200]), (.right, [100, 100, 50, 50]), (.top, [50, 50, 25, 25]), (.bottom, [200, 200, 100, 100]),
    ]

    @Test(arguments: halfWay) func aSlidePushesTheOldContentOut(_ edge: Transition.Edge, _ expected: [UInt8]) throws {
        let frames = try frames(of: .slide(from: edge, .seconds(1), curve: .linear))
        // Half way, in the middle of the upper half.
        #expect(reds(frames[1], [(1, 10), (19, 10), (20, 10), (38, 10)]) == expected)
        #expect(frames[0] != frames[1] && frames[1] != frames[2] && frames[3] == new)
    }

    @Test func aSlideFromTheTopEndsWithTheOldContentAtTheBottom() throws {
        let half = try frames(of: .slide(from: .top, .seconds(1), curve: .linear))[1]
        #expect(reds(half, [(1, 19), (1, 20)]) == [50, 200])
    }

    @Test(arguments: [Transition.Edge.left, .right]) func aFlipTurnsTheContentAroundItsMiddle(_ edge: Transition.Edge) throws {
        let frames = try frames(of: .flip(from: edge, .seconds(1), curve: .linear))
        // Narrower, with the old content first and the new one on its back.
        let sides = [(x: 0, y: 20), (x: 14, y: 20), (x: 25, y: 20), (x: 39, y: 20)]
        #expect(reds(frames[0], sides) == [nil, 200, 100, nil] && reds(frames[2], sides) == [nil, 50, 25, nil] && frames[3] == new)
        // Edge-on, there is almost nothing to see.
        #expect(visible(frames[1], 0..<40) < 80)
        // The near edge is the taller one, first of the old content and then, on the other side, of the new.
        let taller = [frames[0], frames[2]].map { visible($0, 0..<20) > visible($0, 20..<40) }
        #expect(taller == (edge == .left ? [true, false] : [false, true]))
    }

    @Test func aFlipMayBeVertical() throws {
        let frames = try frames(of: .flip(from: .top, .seconds(1), curve: .linear))
        #expect(reds(frames[0], [(20, 0), (10, 14), (30, 25), (20, 39)]) == [nil, 200, 100, nil])
    }

    /// The number of opaque pixels in some columns.
    private func visible(_ picture: PixelBuffer, _ columns: Range<Int>) -> Int {
        (0..<1600).filter { columns.contains($0 % 40) && picture.bytes[$0 * 4 + 3] == 255 }.count
    }

    @Test func anyFunctionOfTheProgressIsATransition() throws {
        let progresses = Record<Double>()
        let gray = PixelBuffer(size: PixelSize(width: 20, height: 20), filledWith: (9, 9, 9, 255))
        let wipe = Transition.custom("gray", .seconds(1), curve: .easeOut) { [old, new] first, second, progress in
            progresses.append(first == old && second == new ? progress : -1)
            return progress < 0.5 ? first : gray
        }
        let frames = try frames(of: wipe)
        #expect(progresses.all == [0.4375, 0.75, 0.9375] && frames[0] == old && frames[3] == new)
        // A picture of another size is scaled.
        #expect(frames[1] == PixelBuffer(size: old.size, filledWith: (9, 9, 9, 255)))
        #expect(wipe == .custom("gray", .seconds(1), curve: .easeOut) { first, _, _ in first })
        #expect(wipe != .custom("other", .seconds(1), curve: .easeOut) { first, _, _ in first })
    }

    @Test func aFailureOfTheFunctionIsReported() {
        struct Broken: Error {}
        #expect(throws: Broken.self) { try frames(of: .custom("broken", .seconds(1)) { _, _, _ in throw Broken() }) }
    }

    @Test func picturesOfDifferentSizesAreRefused() {
        let error = #expect(throws: BoundedCropError.self) {
            try Transition.crossfade(.seconds(1)).picture(from: old, to: Shade.red.picture(3, 3), at: 0.5)
        }
        #expect(error?.code == .invalidArgument && error?.message.contains("3x3") == true)
    }

    @Test func transitionsDifferByKindEdgeDurationAndCurve() {
        let all: [Transition] = [
            .none, .crossfade(.seconds(1)), .crossfade(.seconds(2)), .crossfade(.seconds(1), curve: .easeIn),
            .slide(from: .left, .seconds(1)), .slide(from: .right, .seconds(1)), .flip(from: .left, .seconds(1)),
        ]
        #expect(Set(all).count == all.count)
    }
}
