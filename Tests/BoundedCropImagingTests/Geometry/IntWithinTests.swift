import BoundedCropImaging
import Testing

@Suite("Conversion of arbitrary doubles to integers within a range")
struct IntWithinTests {
    @Test(
        "Any number becomes one of the range",
        arguments: [
            (.nan, -5), (-.infinity, -5), (.infinity, 9), (1e300, 9), (-1e300, -5), (0x1p63, 9), (-0x1p63, -5), (-0.0, 0),
            (.leastNonzeroMagnitude, 0),
            (2.5, 3), (-2.5, -3), (8.4, 8), (9.4, 9), (-5.0, -5),
        ] as [(Double, Int)]
    )
    func clampsToTheRange(_ value: Double, _ whole: Int) {
        #expect(Int(value, within: -5...9) == whole)
    }

    @Test("the limits of Int are reached without a trap")
    func widestRange() {
        #expect(Int(0x1p63, within: Int.min...Int.max) == .max)
        #expect(Int(-0x1p63, within: Int.min...Int.max) == .min)
        #expect(Int(1e300, within: Int.min...Int.max) == .max)
        #expect(Int(0x1p63.nextDown, within: Int.min...Int.max) == Int(0x1p63.nextDown))
    }

    @Test("rounds by the given rule")
    func rounding() {
        #expect(Int(2.9, within: 0...9, rounded: .down) == 2)
        #expect(Int(2.1, within: 0...9, rounded: .up) == 3)
    }
}
