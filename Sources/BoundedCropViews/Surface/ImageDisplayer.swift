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

    /// Creates a displayer; by default, pictures fade in for 0.25 seconds.
    public init(_ transition: Transition = .crossfade(.milliseconds(250))) {
        self.transition = transition
    }

    /// Shows pictures with the transition, other content without.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(content, content.isPicture ? self.transition : .none)
    }

    /// Shows the content immediately.
    @MainActor public func displayAgain(_ content: ImageContent, on surface: any ImageSurface) { surface.show(content, .none) }
}
