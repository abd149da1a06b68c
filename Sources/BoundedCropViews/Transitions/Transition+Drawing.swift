public import BoundedCrop

extension Transition {
    /// Returns what is visible during the transition. Surfaces that draw for themselves call it once a frame.
    /// - Parameters:
    ///   - old: What was visible before.
    ///   - new: What will be visible afterwards, in the same size.
    ///   - time: The elapsed share of the duration, 0...1. From 1 on, the new picture is returned.
    /// - Throws: `invalidArgument` if the sizes differ, and what the function of a custom transition throws.
    public func picture(from old: PixelBuffer, to new: PixelBuffer, at time: Double) throws -> PixelBuffer {
        guard old.size == new.size else {
            throw BoundedCropError(.invalidArgument, "\(old.size) cannot become \(new.size) in a transition")
        }
        guard time < 1 else { return new }
        if let frame { return try frame(max(time, 0)).fitted(on: new.size) }
        let progress = curve.progress(at: time)
        switch style {
        case .none:
            return new
        case .crossfade:
            return old.blended(with: new, at: progress)
        case .slide(let edge):
            return old.pushed(out: new, from: edge, progress)
        case .flip(let edge):
            let angle = progress * .pi
            return progress < 0.5 ? old.turned(edge, by: angle) : new.turned(edge.opposite, by: .pi - angle)
        case .custom:
            let picture = try draw?(old, new, progress) ?? new
            return picture.size == new.size ? picture : try picture.resized(to: new.size)
        }
    }
}

extension Transition.Edge {
    /// The edge on the other side.
    var opposite: Self {
        switch self {
        case .left: .right
        case .right: .left
        case .top: .bottom
        case .bottom: .top
        }
    }
}
