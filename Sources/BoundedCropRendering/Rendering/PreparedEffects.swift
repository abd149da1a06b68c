internal import BoundedCrop
internal import BoundedCropEffects

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
