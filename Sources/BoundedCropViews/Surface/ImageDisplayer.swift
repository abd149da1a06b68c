/// Puts content onto a surface: a value that can be exchanged, to decorate, delay, scale or animate what a view shows in another way.
public protocol ImageDisplayer: Sendable {
    /// Shows content on a surface.
    /// - Parameter transition: what the view would do.
    @MainActor func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition)
}

/// Shows what it is given, as the view would.
public struct DirectDisplayer: ImageDisplayer, Hashable {
    /// A displayer without settings.
    public init() {}

    /// Hands content and transition to the surface.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, transition)
    }
}

/// Fades pictures in, whatever the view says, and shows everything else at once.
public struct CrossfadeDisplayer: ImageDisplayer, Hashable {
    /// How long a picture takes to appear.
    public var duration: Duration

    /// A displayer that fades in a quarter of a second unless said otherwise.
    public init(duration: Duration = .milliseconds(250)) {
        self.duration = duration
    }

    /// Shows pictures with a crossfade, placeholders and nothing without.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, content.isPicture ? .crossfade(duration) : .none)
    }
}
