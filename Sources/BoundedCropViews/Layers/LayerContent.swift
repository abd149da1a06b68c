internal import BoundedCrop
internal import BoundedCropEffects

/// The content of one of several surfaces that are drawn together, and the transition to it while it runs.
struct LayerContent: Sendable {
    private(set) var content = ImageContent.nothing
    /// The content in the surface's size; nil if nothing is visible.
    private(set) var fitted: FittedPicture?
    /// What was visible when the transition began.
    private var old: FittedPicture?
    private(set) var transition = Transition.none
    private var end = Duration.zero

    /// The content's pixels in the surface's size, scaled when they are asked for the first time.
    var picture: PixelBuffer? { try? fitted?.pixels }

    /// Replaces the content. The transition begins with what is visible now.
    /// - Parameters:
    ///   - size: The surface's size.
    ///   - contentMode: How pictures are fitted to it.
    mutating func show(_ content: ImageContent, _ transition: Transition, at now: Duration, on size: PixelSize, _ contentMode: ContentMode)
    {
        old = transition.duration > .zero ? seen(at: now) : nil
        self.content = content
        (self.transition, end) = (transition, now + transition.duration)
        fitted = Self.fit(content.pixels, size, contentMode)
    }

    /// Adapts the content to a new size of the surface, or to a new way to fit pictures; a transition continues.
    mutating func refit(at now: Duration, on size: PixelSize, _ contentMode: ContentMode) {
        old = rest(at: now) > .zero ? Self.fit(try? old?.pixels, size, contentMode) : nil
        fitted = Self.fit(content.pixels, size, contentMode)
    }

    /// How long the transition still takes; zero if there is none.
    func rest(at now: Duration) -> Duration { max(.zero, end - now) }

    /// Whether anything is visible now or during the rest of the transition.
    func isVisible(at now: Duration) -> Bool { fitted != nil || (old != nil && rest(at: now) > .zero) }

    /// Returns what is visible; nil for nothing. Throws what a custom transition throws.
    func visible(at now: Duration) throws -> PixelBuffer? {
        let rest = rest(at: now)
        guard rest > .zero, let size = (fitted ?? old)?.size else { return picture }
        let empty = PixelBuffer(size: size)
        return try transition.picture(from: old?.pixels ?? empty, to: picture ?? empty, at: 1 - rest / transition.duration)
    }

    /// What is visible, as the beginning of another transition. If one is under way, it is drawn: otherwise transitions that never end
    /// would have to be kept, each for the next one.
    private func seen(at now: Duration) -> FittedPicture? {
        guard rest(at: now) > .zero, let drawn = try? visible(at: now) else { return fitted }
        return Self.fit(drawn, drawn.size, .aspectFit)
    }

    private static func fit(_ pixels: PixelBuffer?, _ size: PixelSize, _ contentMode: ContentMode) -> FittedPicture? {
        pixels.flatMap { pixels in FittedPicture(size, contentMode) { pixels } }
    }
}
