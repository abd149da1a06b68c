@testable import BoundedCropImaging

extension ImageSource {
    /// The animation's numbers, and its frames, all of them in memory.
    func allFrames() throws -> (info: AnimationInfo, frames: [AnimationFrame]) {
        var (info, frames) = (nil as AnimationInfo?, [AnimationFrame]())
        try forEachFrame(willStart: { info = $0 }) { frame in
            frames.append(frame)
            return true
        }
        guard let info else { throw BoundedCropError(.malformedImage, "the animation did not start") }
        return (info, frames)
    }
}
