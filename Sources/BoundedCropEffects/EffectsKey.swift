internal import BoundedCrop

/// A list of effects as text: equal lists give equal texts, and different ones different texts.
enum EffectsKey {
    static func text(for effects: [any ImageEffect]) -> String {
        effects.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: "|")
    }
}
