internal import BoundedCrop
internal import BoundedCropEffects

extension EffectsImageView {
    /// Renders on the main actor. Returns false if the picture must come through a network.
    func renderNow(_ source: EffectsSource, _ rendering: EffectsRendering) -> Bool {
        do {
            guard let original = try original ?? source.read() else { return false }
            self.original = original
            take(try rendering.run(original, Cancellation()), fades: false)
        } catch { fail(error) }
        return true
    }

    /// Renders on the queue.
    func renderLater(_ source: EffectsSource, _ rendering: EffectsRendering) {
        isWorking = true
        work = OwnedTask { [weak self, original, loader, queue] in
            do {
                var rendering = rendering
                let loaded = if let original { original } else { try await source.load(loader) }
                guard !Task.isCancelled else { return }
                self?.original = loaded
                rendering.name = loaded.name ?? rendering.name
                let result = try await queue.run { [rendering] in try rendering.run(loaded, $0) }
                if !Task.isCancelled { self?.take(result, fades: true) }
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    /// Shows a finished result.
    func finish(_ picture: PixelBuffer, _ transition: Transition) {
        isWorking = false
        failure = nil
        show(picture, transition)
    }

    /// What the result depends on besides the picture.
    var wish: String {
        guard source != nil else { return "nothing" }
        return customKey.map { "custom \($0)" } ?? settings
    }

    /// What a result that was set depends on besides the picture: the same without the bounds.
    var look: String {
        guard source != nil else { return "nothing" }
        return customKey.map { "custom \($0)" } ?? pipeline(PixelSize(width: 1, height: 1)).cacheKey
    }

    func rendering(of source: EffectsSource) -> EffectsRendering {
        // The loader may have been given another scope since it loaded the picture.
        let name = original?.name ?? source.name(for: loader)
        return EffectsRendering(pipeline: pipeline(bounds), cache: cache, customKey: customKey, name: name, settings: settings)
    }

    private var settings: String { "\(bounds)|\(pipeline(bounds).cacheKey)" }

    private func pipeline(_ size: PixelSize) -> EffectsPipeline {
        var pipeline = EffectsPipeline()
        pipeline.size = size
        pipeline.contentMode = contentMode
        pipeline.padToFit = padToFit
        pipeline.custom = customEffects.map { [.custom("closure \(customIdentifier)", $0)] } ?? []
        pipeline.cornerRadius = cornerRadius
        pipeline.shadowColor = shadowColor
        pipeline.shadowOffset = shadowOffset
        pipeline.shadowBlur = shadowBlur
        pipeline.reflectionScale = reflectionScale
        pipeline.reflectionGap = reflectionGap
        pipeline.reflectionAlpha = reflectionAlpha
        return pipeline
    }

    private func take(_ result: EffectsRendering.Result, fades: Bool) {
        if !result.isFromCache { cache.insert(result.picture, for: result.key) }
        finish(result.picture, fades && !result.isFromCache && crossfadeDuration > .zero ? .crossfade(crossfadeDuration) : .none)
    }

    private func fail(_ error: any Error) {
        isWorking = false
        failure = error
    }
}
