/// Shows content on a surface. Replace a view's displayer to decorate, delay, scale or animate its content differently.
public protocol ImageDisplayer: Sendable {
    /// Shows content on a surface.
    /// - Parameters:
    ///   - content: The content to show.
    ///   - surface: Where to show it.
    ///   - transition: The transition that the view would use.
    @MainActor func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition)

    /// Whether what is shown depends on the surface's size, so that content must be shown again when the size changes; false by default.
    var dependsOnSize: Bool { get }

    /// Shows content again, for a new size of the surface. By default, this is the same as showing it without a transition.
    @MainActor func displayAgain(_ content: ImageContent, on surface: any ImageSurface)
}

extension ImageDisplayer {
    /// False by default.
    public var dependsOnSize: Bool { false }

    /// Shows the content without a transition.
    @MainActor public func displayAgain(_ content: ImageContent, on surface: any ImageSurface) { display(content, on: surface, .none) }
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

/// Shows pictures with a transition of its own, regardless of the view's, and other content immediately.
public struct TransitionDisplayer: ImageDisplayer, Hashable {
    /// The transition of pictures.
    package var transition: Transition

    /// Creates a displayer.
    public init(_ transition: Transition) {
        self.transition = transition
    }

    /// Shows pictures with the transition, other content without.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, content.isPicture ? self.transition : .none)
    }

    /// Shows the content immediately.
    @MainActor public func displayAgain(_ content: ImageContent, on surface: any ImageSurface) { surface.show(content, .none) }
}

/// Fades pictures in, regardless of the view's transition, and shows other content immediately.
public struct CrossfadeDisplayer: ImageDisplayer, Hashable {
    /// The duration of the fade.
    package var duration: Duration

    /// Creates a displayer; the fade takes 0.25 seconds by default.
    public init(duration: Duration = .milliseconds(250)) {
        self.duration = duration
    }

    /// Shows pictures with a crossfade, other content without.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, content.isPicture ? .crossfade(duration) : .none)
    }

    /// Shows the content immediately.
    @MainActor public func displayAgain(_ content: ImageContent, on surface: any ImageSurface) { surface.show(content, .none) }
}
