public import BoundedCrop

/// How a place is made unrecognizable. No style leaves more of the place's own pixels than the averages of a few large blocks.
public enum RedactionStyle: Hashable, Sendable {
    /// The averages of `pixelate`, blurred: softer to look at, and no more can be recovered than from them. A blur alone could be undone.
    case blur
    /// Flat blocks, each a fifth of the feature's longer side and at least 8 pixels: too few to identify a face by, even for a network
    /// (McPherson, Shokri and Shmatikov, "Defeating Image Obfuscation with Deep Learning", 2016, succeeded with more blocks).
    case pixelate
    /// One color that replaces the pixels, including their alpha: `.clear` makes a hole.
    case fill(Color)

    /// The style as text for cache keys.
    var key: String {
        switch self {
        case .blur: "blur"
        case .pixelate: "pixelate"
        case .fill(let color): "fill:\(color)"
        }
    }
}

/// The outline of what is redacted.
public enum RedactionShape: String, Hashable, Sendable, CaseIterable {
    /// The ellipse that touches the sides of the dilated rectangle. With a margin of 0.21 or more it covers the whole feature.
    case oval
    /// The dilated rectangle itself.
    case rectangle
}
