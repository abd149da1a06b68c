import BoundedCrop
import TestSupport

/// A red picture that blocks its readers and counts them.
struct HeldPicture: Picture {
    let gate: Gate
    let started: Events<Void>
    var reads = Counter()
    let size = PixelSize(width: 40, height: 40)

    func luma(longSide: Int) throws -> LumaPlane { try Shade.red.picture().luma(longSide: longSide) }

    func pixels(longSide: Int) throws -> PixelBuffer {
        reads.enter()
        defer { reads.leave() }
        started.post(())
        gate.pass()
        return try Shade.red.picture().pixels(longSide: longSide)
    }

    func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try Shade.red.picture().pixels(of: rectangle, scaledTo: size)
    }
}
