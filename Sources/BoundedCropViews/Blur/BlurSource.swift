public import BoundedCrop
internal import BoundedCropEffects
public import Observation

/// Content beneath a blur that can provide a picture of itself at any time.
@MainActor public protocol BlurSource: AnyObject {
    /// Returns the current content; nil for none. Must return quickly: the pixels are read on another thread.
    func picture() -> (any Picture)?

    /// The number of the picture's pixels per point; above 0, 1 by default. The frame and the radius of a blur are in points.
    var pixelsPerPoint: Double { get }

    /// Whether `picture()` reads only properties of the main actor that are tracked by the Observation framework, so that changes are noticed
    /// automatically. If not, a dynamic view polls.
    var isObservable: Bool { get }
}

extension BlurSource {
    /// 1 by default.
    public var pixelsPerPoint: Double { 1 }

    /// True by default.
    public var isObservable: Bool { true }
}

extension ImageView: BlurSource {
    /// The view's content where it is visible: as its surface got it, fitted to the bounds as the surface does.
    public func picture() -> (any Picture)? {
        guard let picture = contentOnSurface.pixels, !bounds.bounds.isEmpty else { return contentOnSurface.pixels }
        guard surface.contentMode == .aspectFit else { return FittedPicture(bounds, surface.contentMode) { picture } ?? picture }
        let scale = pixelsPerPoint
        let sides = 1...Int(Int32.max)
        let size = PixelSize(
            width: max(picture.width, Int(Double(bounds.width) * scale, within: sides)),
            height: max(picture.height, Int(Double(bounds.height) * scale, within: sides))
        )
        return size == picture.size ? picture : PlacedPicture(picture: picture, size: size)
    }

    /// The content's pixels per point of the bounds. 1 for a surface that does not fit pictures by scaling alone (`aspectFit`), because they
    /// are drawn in the size of the bounds then.
    public var pixelsPerPoint: Double {
        guard surface.contentMode == .aspectFit, let size = contentOnSurface.pixels?.size, !bounds.bounds.isEmpty else { return 1 }
        return max(Double(size.width) / Double(bounds.width), Double(size.height) / Double(bounds.height))
    }
}

/// A blur source that gets its picture from a closure.
@MainActor public final class ClosureBlurSource: BlurSource {
    /// Whether the closure reads only properties tracked by the Observation framework.
    public let isObservable: Bool
    /// The number of the picture's pixels per point.
    public let pixelsPerPoint: Double
    private let give: @MainActor () -> (any Picture)?

    /// Creates a source from a closure.
    /// - Parameters:
    ///   - isObservable: If false, the default, a dynamic view calls the closure up to sixty times a second and blurs when the picture has
    ///     changed.
    ///   - pixelsPerPoint: The number of the picture's pixels per point; above 0.
    ///   - give: Returns the picture; must return quickly.
    public init(isObservable: Bool = false, pixelsPerPoint: Double = 1, _ give: @escaping @MainActor () -> (any Picture)?) {
        self.isObservable = isObservable
        self.pixelsPerPoint = pixelsPerPoint
        self.give = give
    }

    /// The current picture of the closure.
    public func picture() -> (any Picture)? { give() }
}

/// Pictures in layers, such as views that overlap beneath a blur.
@MainActor @Observable public final class PictureStack: BlurSource {
    /// The layers from bottom to top. All are scaled to the size of the lowest.
    public var layers: [any Picture]
    /// The number of pixels per point of the lowest layer; above 0.
    public var pixelsPerPoint: Double

    /// Creates a stack of layers, from bottom to top.
    public init(_ layers: [any Picture] = [], pixelsPerPoint: Double = 1) {
        self.layers = layers
        self.pixelsPerPoint = pixelsPerPoint
    }

    /// All layers as one picture; nil if there are none.
    public func picture() -> (any Picture)? {
        layers.count > 1 ? LayeredPicture(layers: layers, size: layers[0].size) : layers.first
    }
}

/// Layered pictures that are flattened only on demand, at the requested size.
struct LayeredPicture: CuttablePicture {
    /// The layers from bottom to top; at least one.
    let layers: [any Picture]
    /// The size of the lowest layer.
    let size: PixelSize

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer { try flattened(to: size.fitted(longSide: longSide)) }

    func cuts(_ cuts: [PictureCut]) throws -> [PixelBuffer] {
        try flattened(to: size).pixels(of: cuts)
    }

    private func flattened(to size: PixelSize) throws -> PixelBuffer {
        var result = PixelBuffer(size: size)
        for layer in layers {
            try result.draw(layer.pixels(longSide: max(size.longSide, layer.size.longSide)).resized(to: size), x: 0, y: 0)
        }
        return result
    }
}
