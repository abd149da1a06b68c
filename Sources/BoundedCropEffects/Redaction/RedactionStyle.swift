public import BoundedCrop

/// How a place is made unrecognisable. All three leave nothing of the place's own pixels but, at most, the averages of a few large blocks.
public enum RedactionStyle: Hashable, Sendable {
    /// The same averages as `pixelate`, blurred: soft to look at, and no more to be won back than from them. A blur alone could be undone.
    case blur
    /// Flat blocks, a fifth of the feature's longer side each and 8 pixels at least: too few for a face to be told by, even by a network
    /// (McPherson, Shokri and Shmatikov, "Defeating Image Obfuscation with Deep Learning", 2016, could with more).
    case pixelate
    /// One colour in place of what was there, its alpha included: with `.clear` a hole.
    case fill(Color)

    /// Names the style, the same for equal ones.
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
