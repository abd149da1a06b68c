internal import BoundedCrop
internal import BoundedCropEffects

/// All that a layered surface shows at one time, and how it goes on while nothing else is shown.
struct LayeredFrame: Sendable {
    struct Layer: Sendable {
        let content: LayerContent
        let x: Int
        let y: Int
    }

    let size: PixelSize
    let back: LayerContent
    /// The visible layers from bottom to top.
    let layers: [Layer]

    /// Returns everything in one picture; nil stands for the end of all transitions. Throws what a custom transition throws.
    func picture(at time: Duration?) throws -> PixelBuffer {
        let shown = { (content: LayerContent) in try time.map { try content.visible(at: $0) } ?? content.picture }
        var picture = try shown(back) ?? PixelBuffer(size: size)
        for layer in layers {
            if let top = try shown(layer.content) { try picture.draw(top, x: layer.x, y: layer.y) }
        }
        return picture
    }

    /// The transitions that run now, as one that lasts until the last of them has ended.
    func transition(at now: Duration) -> Transition {
        let contents = [back] + layers.map(\.content)
        guard let last = contents.max(by: { $0.rest(at: now) < $1.rest(at: now) }) else { return .none }
        let rest = last.rest(at: now)
        guard rest > .zero else { return .none }
        return last.transition.continued(for: rest) { share in try picture(at: now + rest * share) }
    }
}
