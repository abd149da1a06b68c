public import BoundedCrop
public import Observation

/// Something that lies beneath a blur: it can give a picture of itself at any time.
@MainActor public protocol BlurSource: AnyObject {
    /// What is to be seen of it now; nil for nothing. Must not take long: the picture is looked at on another thread.
    func picture() -> (any Picture)?

    /// Whether `picture()` reads nothing but what the Observation framework watches, so that changes tell of themselves. Otherwise a
    /// dynamic view has to look again and again.
    var isObservable: Bool { get }
}

extension BlurSource {
    /// It does.
    public var isObservable: Bool { true }
}

extension ImageView: BlurSource {
    /// What the view shows.
    public func picture() -> (any Picture)? { content.pixels }
}

/// What a closure gives.
@MainActor public final class ClosureBlurSource: BlurSource {
    /// Whether the closure reads nothing but what the Observation framework watches.
    public let isObservable: Bool
    private let give: @MainActor () -> (any Picture)?

    /// - Parameters:
    ///   - isObservable: false, by default, has a dynamic view call the closure up to sixty times a second, and blur what is new.
    ///   - give: must not take long.
    public init(isObservable: Bool = false, _ give: @escaping @MainActor () -> (any Picture)?) {
        self.isObservable = isObservable
        self.give = give
    }

    /// What the closure gives now.
    public func picture() -> (any Picture)? { give() }
}

/// Pictures that lie on each other, as views do beneath a blur.
@MainActor @Observable public final class PictureStack: BlurSource {
    /// From the bottom to the top. All are brought to the size of the lowest.
    public var layers: [any Picture]

    /// A stack of these, from the bottom to the top.
    public init(_ layers: [any Picture] = []) {
        self.layers = layers
    }

    /// All layers as one picture; nil when there is none.
    public func picture() -> (any Picture)? {
        layers.count > 1 ? LayeredPicture(layers: layers, size: layers[0].size) : layers.first
    }
}
