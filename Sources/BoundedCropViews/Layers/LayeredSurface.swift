public import BoundedCrop
public import BoundedCropEffects
public import Observation

/// Several surfaces in one: a view at the back, and others on layers that lie on parts of it. All are drawn together on another surface.
///
///     let screen = LayeredSurface(on: terminal)
///     let photo = BoundedImageView(surface: screen)
///     let glass = BlurView(surface: screen.layer(Rect(x: 20, y: 10, width: 40, height: 20)))
///
/// Layers are drawn on the main actor, in the order in which they were created. The transitions of the back and of each layer run
/// independently: while a picture at the back fades in, layers can be drawn and moved. As long as no layer shows anything, content and
/// transitions of the back are passed on as they are.
@MainActor @Observable public final class LayeredSurface: ImageSurface {
    private struct Entry {
        weak var layer: SurfaceLayer?
    }

    /// The surface on which everything is drawn.
    package let surface: any ImageSurface
    /// The size in pixels: that of the surface on which everything is drawn.
    public var size: PixelSize { surface.size }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// How pictures at the back are fitted to the size; by default as the surface on which everything is drawn does.
    public var contentMode: ContentMode {
        get { ownContentMode ?? surface.contentMode }
        set {
            let isSame = newValue == contentMode
            ownContentMode = newValue
            guard !isSame else { return }
            refit()
            draw(at: timing.now())
        }
    }
    let timing: ViewTiming
    private var ownContentMode: ContentMode?
    private var back = LayerContent()
    /// The layers that want an activity indicator; 0 is the back.
    @ObservationIgnored private var busy: Set<UInt64> = []
    @ObservationIgnored private var layers: [Entry] = []

    /// Creates an empty surface on another one, of which it is the only user.
    /// - Parameters:
    ///   - surface: Where everything is drawn.
    ///   - timing: Its clock measures transitions; the same as that of the surface, if that has one.
    public init(on surface: any ImageSurface, timing: ViewTiming = ViewTiming()) {
        self.surface = surface
        self.timing = timing
        surface.sizeDidChange = { [weak self] in self?.takeSize() }
    }

    /// Creates a layer on top of the others. It stays as long as something refers to it, usually the view that uses it.
    /// - Parameter frame: Where the layer lies, in pixels.
    public func layer(_ frame: Rect) -> SurfaceLayer {
        let layer = SurfaceLayer(on: self, frame: frame)
        layers.removeAll { $0.layer == nil }
        layers.append(Entry(layer: layer))
        return layer
    }

    /// Shows content behind all layers.
    public func show(_ content: ImageContent, _ transition: Transition) {
        let now = timing.now()
        back.show(content, transition, at: now, on: size, contentMode)
        guard isPlain(frame(at: now)) else { return draw(at: now) }
        surface.show(content, transition)
    }

    /// Shows or hides the activity indicator of the surface. It is visible as long as the back or one of the layers wants it.
    public func showActivityIndicator(_ isShown: Bool) { showActivityIndicator(isShown, for: 0) }

    /// - Parameter number: That of the layer; 0 for the back.
    func showActivityIndicator(_ isShown: Bool, for number: UInt64) {
        let wasShown = !busy.isEmpty
        if isShown { busy.insert(number) } else { busy.remove(number) }
        if wasShown == busy.isEmpty { surface.showActivityIndicator(isShown) }
    }

    /// Draws everything again. Transitions under way continue.
    func draw(at now: Duration) {
        if let fitted = back.fitted, fitted.contentMode != contentMode { refit() }
        let frame = frame(at: now)
        // Without an area there is nothing to draw on.
        if size.bounds.isEmpty || (isPlain(frame) && back.rest(at: now) <= .zero) { return surface.show(back.content, .none) }
        // Drawing throws only when the work of a thread is cancelled.
        guard let picture = try? frame.picture(at: nil) else { return }
        surface.show(.picture(picture), frame.transition(at: now))
    }

    private func frame(at now: Duration) -> LayeredFrame {
        let visible = layers.compactMap(\.layer).filter { $0.shown.isVisible(at: now) }.map { layer in
            let place = layer.frame.pixels
            return LayeredFrame.Layer(content: layer.shown, x: place.x, y: place.y)
        }
        return LayeredFrame(size: size, back: back, layers: visible)
    }

    /// Whether the surface on which everything is drawn can show the back by itself.
    private func isPlain(_ frame: LayeredFrame) -> Bool {
        frame.layers.isEmpty && (contentMode == surface.contentMode || back.content.pixels?.size == size || back.content == .nothing)
    }

    private func refit() { back.refit(at: timing.now(), on: size, contentMode) }

    private func takeSize() {
        refit()
        sizeDidChange?()
        draw(at: timing.now())
    }
}

extension LayeredSurface: BlurSource {
    /// The content behind all layers, in the surface's size; nil if there is none.
    public func picture() -> (any Picture)? { back.fitted }
}

/// A surface that lies on other content, such as a ``SurfaceLayer`` or a window inside another one.
///
/// A ``BlurView`` on it blurs what is beneath, moves it where its frame is animated to, and covers all of it.
@MainActor public protocol OverlaySurface: ImageSurface {
    /// Where it lies, in points of what is beneath it.
    var frame: Rect { get set }

    /// How pictures are fitted to its size. A ``BlurView`` sets it to `scaleToFill`, because its small pictures have rounded sides.
    var contentMode: ContentMode { get set }

    /// What is beneath it; nil for nothing.
    var beneath: (any BlurSource)? { get }
}
