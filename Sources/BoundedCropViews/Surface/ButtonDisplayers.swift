internal import BoundedCrop
internal import BoundedCropEffects

/// Shows the picture of a button: in its own size in the middle, made smaller only where it does not fit.
///
/// It scales on the main actor: load large pictures with a processor that makes them smaller.
public struct ButtonDisplayer: ImageDisplayer, Hashable {
    /// The transition of pictures; a crossfade of 0.25 seconds by default.
    package var transition: Transition

    /// Creates a displayer.
    public init(transition: Transition = .crossfade(.milliseconds(250))) {
        self.transition = transition
    }

    /// Shows the content in the middle of the surface, pictures with the transition.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(placed(content, on: surface), content.isPicture ? self.transition : .none)
    }

    /// True: the picture stays in the middle.
    public var dependsOnSize: Bool { true }

    /// Shows the content in the middle of the surface, immediately.
    @MainActor public func displayAgain(_ content: ImageContent, on surface: any ImageSurface) {
        surface.show(placed(content, on: surface), .none)
    }

    @MainActor private func placed(_ content: ImageContent, on surface: any ImageSurface) -> ImageContent {
        content.mapPixels { picture in
            let fits = picture.width <= surface.size.width && picture.height <= surface.size.height
            return try picture.croppedAndScaled(to: surface.size, contentMode: fits ? .center : .aspectFit, padToFit: true)
        }
    }
}

/// Shows the background of a button: stretched over all of it.
///
/// It scales on the main actor: load large pictures with a processor that makes them smaller.
public struct ButtonBackgroundDisplayer: ImageDisplayer, Hashable {
    /// The transition of pictures; a crossfade of 0.25 seconds by default.
    package var transition: Transition

    /// Creates a displayer.
    public init(transition: Transition = .crossfade(.milliseconds(250))) {
        self.transition = transition
    }

    /// Shows the content stretched to the surface's size, pictures with the transition.
    @MainActor public func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
        surface.show(stretched(content, on: surface), content.isPicture ? self.transition : .none)
    }

    /// True: the picture is stretched over all of the surface.
    public var dependsOnSize: Bool { true }

    /// Shows the content stretched to the surface's size, immediately.
    @MainActor public func displayAgain(_ content: ImageContent, on surface: any ImageSurface) {
        surface.show(stretched(content, on: surface), .none)
    }

    @MainActor private func stretched(_ content: ImageContent, on surface: any ImageSurface) -> ImageContent {
        content.mapPixels { try $0.resized(to: surface.size) }
    }
}
