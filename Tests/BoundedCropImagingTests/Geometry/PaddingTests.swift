import BoundedCropImaging
import Testing

@Suite struct PaddingTests {
    private static let feature = Rect(x: 100, y: 200, width: 40, height: 60)

    @Test(arguments: [
        (Padding.zero, Rect(x: 100, y: 200, width: 40, height: 60)),
        (Padding(.pixels(10)), Rect(x: 90, y: 190, width: 60, height: 80)),
        (Padding(.fraction(0.5)), Rect(x: 80, y: 170, width: 80, height: 120)),
        (
            Padding(top: .fraction(0.5), right: .pixels(3), bottom: .pixels(0), left: .fraction(0.25)),
            Rect(x: 90, y: 170, width: 53, height: 90)
        ),
    ])
    func addsRoomOnEachSide(padding: Padding, expected: Rect) {
        #expect(padding.applied(to: Self.feature) == expected)
    }

    @Test(arguments: [
        ("0", Padding.zero), ("12", Padding(.pixels(12))), ("12px", Padding(.pixels(12))), ("1.5px", Padding(.pixels(1.5))),
        ("20%", Padding(.fraction(0.2))), ("0%", Padding(.fraction(0))), ("10000%", Padding(.fraction(100))),
        ("35%,15%,20%,15%", Padding.standard), ("1000000", Padding(.pixels(1_000_000))),
        ("1,2px,3%,4", Padding(top: .pixels(1), right: .pixels(2), bottom: .fraction(0.03), left: .pixels(4))),
    ])
    func parsesText(text: String, expected: Padding) {
        #expect(Padding(text) == expected)
    }

    @Test(arguments: [
        "", "%", "px", "-1", "-0", "-5%", "+5", "1e2", "1e1%", "0x10", "0x1p2px", "nan", "inf", "infinity%", "10001%", "1000001",
        "1,2", "1,2,3", "1,2,3,4,5", "1,,3,4", "1, 2, 3, 4", " 1", "1 px", "1em", "1.2.3", "٣",
    ])
    func refusesOtherText(text: String) {
        #expect(Padding(text) == nil)
    }

    @Test(arguments: ["0px", "12px", "20%", "1.5px", "35%,15%,20%,15%", "1px,2px,3%,4.25px"])
    func itsDescriptionIsItsText(text: String) {
        #expect(Padding(text)?.description == text)
    }
}
