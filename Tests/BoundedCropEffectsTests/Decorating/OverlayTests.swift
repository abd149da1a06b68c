import BoundedCrop
import BoundedCropEffects
import Testing

@Suite(.timeLimit(.minutes(15))) struct OverlayTests {
    private let ground = PixelBuffer(size: PixelSize(width: 10, height: 6), filledWith: (0, 0, 100, 255))
    private let mark = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (255, 0, 0, 255))

    @Test(arguments: [
        (Overlay.Position.fromStart(1), Overlay.Position.fromStart(2), [1, 2]), (.fromEnd(0), .fromEnd(1), [7, 3]),
        (.center, .center, [3, 2]),
        (.fromStart(-2), .fromStart(-1), [0, 0]),
    ])
    func `an overlay begins at its position`(x: Overlay.Position, y: Overlay.Position, place: [Int]) throws {
        let marked = try ground.applying([.overlay(mark, x: x, y: y)])
        let first = (0..<60).first { marked[$0 % 10, $0 / 10][0] == 255 }
        #expect(first == place[1] * 10 + place[0])
    }

    @Test func `an overlay may be repeated, faded, or entirely outside`() throws {
        let pattern = try ground.applying([.overlay(mark, x: .repeated, y: .fromStart(0))])
        #expect((0..<10).allSatisfy { pattern[$0, 1][0] == 255 && pattern[$0, 2][0] == 0 })
        #expect(try ground.applying([.overlay(mark, x: .fromStart(0), y: .fromStart(0), alpha: 0.5)])[0, 0] == [128, 0, 50, 255])
        #expect(try ground.applying([.overlay(mark, x: .fromStart(10), y: .fromStart(0))]) == ground)
        #expect(try ground.applying([.overlay(mark, x: .fromEnd(-99999), y: .fromStart(-99999))]) == ground)
    }

    @Test func `a non-finite opacity is refused`() {
        expectRefusal(.overlay(mark, x: .center, y: .center, alpha: .nan), of: ground)
    }
}
