internal import BoundedCrop
internal import BoundedCropEffects

/// Performs the steps of one picture, each within the limits. What is hidden is covered before: see `HiddenPlaces`.
struct StepPerformer {
    /// The box that `fill` fills.
    let box: PixelSize
    /// The pictures that steps need, by name.
    let pictures: [String: ImageSource]
    let maximumPixels: Int
    /// What was made of other pictures for earlier frames of an animation; nil for one picture, where each is released once it is drawn.
    var prepared: PreparedEffects?

    /// Throws `limitExceeded` before a picture becomes too large, and what the step throws.
    func apply(_ step: RenderStep, to pixels: inout PixelBuffer) throws {
        let footprint = step.footprint(on: pixels.size, box: box, pictures: pictures)
        try footprint.resultSize.checkAsOutput(atMost: maximumPixels)
        switch step {
        case .effect, .corners, .background: try step.effect?.apply(to: &pixels)
        case .proportion(let share): pixels = try pixels.resized(to: pixels.size.proportion(share))
        case .fill(let fill): try fill.effect(on: box).apply(to: &pixels)
        case .watermark(let watermark):
            let size = pixels.size
            let overlay = try made(watermark, on: size) {
                try watermark.overlay(picture(watermark.picture), on: size, maximumPixels: maximumPixels)
            }
            try overlay.apply(to: &pixels)
        case .mask(let name):
            let size = pixels.size
            let mask = try made(name, on: size) { Mask(try picture(name).luma(longSide: 2 * size.longSide)) }
            try mask.apply(to: &pixels)
        }
    }

    private func made(_ step: some Hashable, on size: PixelSize, make: () throws -> any ImageEffect) rethrows -> any ImageEffect {
        try prepared?.effect(step, on: size, make: make) ?? make()
    }

    private func picture(_ name: String) throws -> ImageSource {
        guard let picture = pictures[name] else {
            throw BoundedCropError(.invalidFilter, "the picture “\(name)”, which a step needs, was not loaded")
        }
        return picture
    }
}

extension PixelSize {
    /// Both sides multiplied by a share of at most 1, rounded down.
    func proportion(_ share: Double) -> PixelSize {
        PixelSize(
            width: Int(Double(width) * share, within: 1...max(1, width), rounded: .down),
            height: Int(Double(height) * share, within: 1...max(1, height), rounded: .down)
        )
    }
}

/// Effects that are made of other pictures, such as watermarks: decoded once for all frames of an animation. For one thread.
final class PreparedEffects {
    private var effects: [AnyHashable: any ImageEffect] = [:]

    /// Returns the effect of a step on pictures of a size; makes it when it is used first.
    func effect(_ step: some Hashable, on size: PixelSize, make: () throws -> any ImageEffect) rethrows -> any ImageEffect {
        let key: AnyHashable = [AnyHashable(step), AnyHashable(size)]
        if let effect = effects[key] { return effect }
        let effect = try make()
        effects[key] = effect
        return effect
    }
}
