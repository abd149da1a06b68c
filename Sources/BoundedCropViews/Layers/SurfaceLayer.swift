public import BoundedCrop
public import BoundedCropEffects
public import Observation

/// A part of a ``LayeredSurface``, for a view that lies on top of the others.
@MainActor @Observable public final class SurfaceLayer: OverlaySurface {
    /// Where the layer lies, in pixels of the layered surface. What is outside is not visible.
    public var frame: Rect {
        didSet {
            guard frame != oldValue else { return }
            if size != oldValue.pixels.size {
                refit()
                sizeDidChange?()
            }
            redraw()
        }
    }
    /// How pictures are fitted to the layer; `aspectFit` by default. A ``BlurView`` sets it to `scaleToFill`.
    public var contentMode = ContentMode.aspectFit {
        didSet {
            guard contentMode != oldValue else { return }
            refit()
            redraw()
        }
    }
    /// The layered surface that the layer is a part of.
    package let ground: LayeredSurface
    /// The size in pixels.
    public var size: PixelSize { frame.pixels.size }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// What is shown behind all layers.
    public var beneath: (any BlurSource)? { ground }
    /// The content and its transition.
    @ObservationIgnored private(set) var shown = LayerContent()
    /// Tells the layer apart from the others, also after it has ended.
    private let number = SerialNumber.next()
    @ObservationIgnored private var wantsIndicator = false

    init(on ground: LayeredSurface, frame: Rect) {
        self.ground = ground
        self.frame = frame
    }

    deinit {
        // Without the layer, what is beneath it is visible, and nobody is left to hide the indicator.
        let (wasVisible, wasBusy) = (shown.fitted != nil, wantsIndicator)
        guard wasVisible || wasBusy else { return }
        Task { @MainActor [ground, number] in
            ground.showActivityIndicator(false, for: number)
            if wasVisible { ground.draw(at: ground.timing.now()) }
        }
    }

    /// Shows content on this layer. The transition is that of the layer: what lies around it does not move.
    public func show(_ content: ImageContent, _ transition: Transition) {
        let now = ground.timing.now()
        shown.show(content, transition, at: now, on: size, contentMode)
        ground.draw(at: now)
    }

    /// Shows the activity indicator of the layered surface, or ends this layer's wish for it.
    public func showActivityIndicator(_ isShown: Bool) {
        wantsIndicator = isShown
        ground.showActivityIndicator(isShown, for: number)
    }

    private func refit() { shown.refit(at: ground.timing.now(), on: size, contentMode) }

    private func redraw() {
        let now = ground.timing.now()
        if shown.isVisible(at: now) { ground.draw(at: now) }
    }
}
