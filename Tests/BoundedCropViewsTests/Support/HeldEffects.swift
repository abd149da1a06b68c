import BoundedCrop
import TestSupport

/// Custom effects that change nothing, and hold the thread that applies them.
struct HeldEffects: Sendable {
    let gate = Gate()
    let started = Events(of: Void.self)

    func apply(_ picture: PixelBuffer) -> PixelBuffer {
        started.post(())
        gate.pass()
        return picture
    }
}
