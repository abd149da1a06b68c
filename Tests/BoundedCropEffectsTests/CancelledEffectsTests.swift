import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropEffects

/// Effects check often whether they were cancelled, and end when they were.
@Suite(.timeLimit(.minutes(15))) struct CancelledEffectsTests {
    private static let size = PixelSize(width: 200, height: 800)

    /// How often each effect checks on a picture of that size: at least once in each row that it passes over, for most of them.
    private static let checks: [String: Int] = [
        "corner-radius/1": 802, "corner-radius/4": 802, "circle/0": 404, "reflection/1": 1122, "border/4": 1606, "alpha/1": 802,
        "blur/1": 814, "shadow/4": 2430, "gaussian-blur/1": 806, "pixelate/1": 22502, "tint/1": 802, "brightness/1": 802,
        "contrast/1": 802, "rgb/3": 802, "saturation/1": 802, "grayscale/0": 802, "colorize/4": 802, "curve/1": 802, "bitonal/0": 1602,
        "equalize/0": 1602, "sharpen/2": 1606, "convolution/2": 802, "noise/1": 802, "rotate/1": 3, "turn/1": 795, "flip/1": 7,
        "blur, wide": 100002, "gaussian, wide": 2553, "gaussian, wider": 3399, "convolution, largest": 802, "rotate by 180": 5,
        "flip vertically": 5, "blur of parts": 646, "sharpen, wide": 3299, "ellipses": 802, "corners, large": 802, "mask from alpha": 802,
        "mask": 4642, "fill": 1902, "fill, average": 2702, "fill, blurred": 9520, "flatten": 1602, "reflect": 802,
        "reflection, whole": 1602, "overlay": 1601, "overlay of a pixel": 804, "shadow, wide": 5203, "redact, pixelate": 1617,
        "redact, fill": 1602, "redact, blur": 3241, "crop": 799, "bounded crop": 5493, "bounded crop of a shape": 303,
        "bounded crop, not enlarged": 736, "downsampled": 1333, "downsampled to more": 1, "scale": 5394, "fit": 5394,
        "fill to a size": 5177, "shrink": 802, "resize": 4172, "fit, padded": 6494, "pad": 802, "centre, padded": 802,
    ]

    @Test(arguments: AllEffects.table.map(\.name))
    func `an effect ends at the check after which it is cancelled`(name: String) throws {
        let (picture, effect) = (try Pictures.flat(Self.size), try AllEffects.effect(name, on: Self.size))
        let least = try #require(Self.checks[name], "there is no count for \(name)")
        try CountedChecks.expect(least, of: name) { _ = try picture.applying([effect]) }
    }

    @Test func `work cancelled before it begins does nothing`() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let custom = Custom("never") { _ in
            Issue.record("the effect was applied")
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) {
            try cancellation.perform { _ = try PixelBuffer(size: PixelSize(width: 2, height: 2)).applying([custom]) }
        }
    }
}
