public import BoundedCrop
public import Observation

/// Content beneath a blur that can provide a picture of itself at any time.
@MainActor public protocol BlurSource: AnyObject {
    /// Returns the current content; nil for none. Must return quickly: the pixels are read on another thread.
    func picture() -> (any Picture)?

    /// Whether `picture()` reads only properties tracked by the Observation framework, so that changes are noticed automatically. If not, a
    /// dynamic view polls.
    var isObservable: Bool { get }
}

extension BlurSource {
    /// True by default.
    public var isObservable: Bool { true }
}

extension ImageView: BlurSource {
    /// The view's content.
    public func picture() -> (any Picture)? { content.pixels }
}

/// A blur source that gets its picture from a closure.
@MainActor public final class ClosureBlurSource: BlurSource {
    /// Whether the closure reads only properties tracked by the Observation framework.
    public let isObservable: Bool
    private let give: @MainActor () -> (any Picture)?

    /// Creates a source from a closure.
    /// - Parameters:
    ///   - isObservable: If false, the default, a dynamic view calls the closure up to sixty times a second and blurs when the picture has
    ///     changed.
    ///   - give: Returns the picture; must return quickly.
    public init(isObservable: Bool = false, _ give: @escaping @MainActor () -> (any Picture)?) {
        self.isObservable = isObservable
        self.give = give
    }

    /// The current picture of the closure.
    public func picture() -> (any Picture)? { give() }
}

/// Pictures in layers, such as views that overlap beneath a blur.
@MainActor @Observable public final class PictureStack: BlurSource {
    /// The layers from bottom to top. All are scaled to the size of the lowest.
    public var layers: [any Picture]

    /// Creates a stack of layers, from bottom to top.
    public init(_ layers: [any Picture] = []) {
        self.layers = layers
    }

    /// All layers as one picture; nil if there are none.
    public func picture() -> (any Picture)? {
        layers.count > 1 ? LayeredPicture(layers: layers, size: layers[0].size) : layers.first
    }
}
