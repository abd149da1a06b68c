/// Shows content on a surface. Replace a view's displayer to decorate, delay, scale or animate its content differently.
public protocol ImageDisplayer: Sendable {
    /// Shows content on a surface.
    /// - Parameters:
    ///   - content: The content to show.
    ///   - surface: Where to show it.
    ///   - transition: The transition that the view would use.
    @MainActor func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition)
}

/// Shows content with the view's own transition.
public struct DirectDisplayer: ImageDisplayer, Hashable {
    /// Creates a displayer.
    public init() {}

    /// Passes content and transition to the surface.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, transition)
    }
}

/// Fades pictures in, regardless of the view's transition, and shows other content immediately.
public struct CrossfadeDisplayer: ImageDisplayer, Hashable {
    /// The duration of the fade.
    public var duration: Duration

    /// Creates a displayer; the fade takes 0.25 seconds by default.
    public init(duration: Duration = .milliseconds(250)) {
        self.duration = duration
    }

    /// Shows pictures with a crossfade, other content without.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, content.isPicture ? .crossfade(duration) : .none)
    }
}
