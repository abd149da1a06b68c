/// What an image URL asks for, in thumbor's grammar:
///
///     [debug/] [meta/] [trim[:CORNER][:TOLERANCE]/] [LxT:RxB/] [[adaptive-][full-]fit-in/] [[-]Wx[-]H/]
///     [left|center|right/] [top|middle|bottom/] [smart/] [filters:NAME(ARGUMENTS):.../] IMAGE
///
/// The order is fixed, and every part but the image may be missing.
public struct ImageURL: Hashable, Sendable {
    /// Whether to draw what was found, instead of cropping.
    public var isDebug = false
    /// Whether to answer with what would be done, instead of the picture.
    public var isMeta = false
    /// Which border to cut off first.
    public var trim: Trim?
    /// What to cut out before everything else.
    public var manualCrop: ManualCrop?
    /// Whether to fit the picture into the dimensions instead of cropping it.
    public var fitIn: FitIn?
    /// The output's dimensions; nil keeps the size.
    public var dimensions: Dimensions?
    /// Where the crop is from left to right, when nothing else says; nil is the centre.
    public var horizontalAlignment: HorizontalAlignment?
    /// Where the crop is from top to bottom, when nothing else says; nil is the middle.
    public var verticalAlignment: VerticalAlignment?
    /// Whether to look for what has to stay visible.
    public var isSmart = false
    /// What else to do, in the URL's order.
    public var filters: [FilterCall] = []
    /// Which picture: a URL, perhaps without its scheme, or a path; not percent-encoded beyond what the picture's own URL is.
    public var image: String

    /// A border to cut off.
    public struct Trim: Hashable, Sendable {
        /// The corner whose colour is the border's.
        public enum Corner: String, Hashable, Sendable, CaseIterable {
            case topLeft = "top-left"
            case bottomRight = "bottom-right"
        }
        /// The corner; the top left one by default.
        public var corner: Corner
        /// How far a colour may be from the corner's, in RGB of 0...255: 0...442, 0 by default.
        public var tolerance: Int

        /// A border by its corner and tolerance.
        public init(corner: Corner = .topLeft, tolerance: Int = 0) {
            self.corner = corner
            self.tolerance = tolerance
        }
    }

    /// A rectangle by its edges, in pixels of the upright picture; what lies outside it does not matter.
    public struct ManualCrop: Hashable, Sendable {
        /// The first column inside.
        public var left: Int
        /// The first row inside.
        public var top: Int
        /// The first column behind it.
        public var right: Int
        /// The first row below it.
        public var bottom: Int

        /// A rectangle by its edges.
        public init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }

    /// How to fit a picture into the dimensions.
    public struct FitIn: Hashable, Sendable {
        /// Whether width and height change places where that suits the picture's orientation better.
        public var isAdaptive: Bool
        /// Whether the picture fills the dimensions and reaches over them in one direction.
        public var isFull: Bool

        /// A plain fit, or one of its variants.
        public init(isAdaptive: Bool = false, isFull: Bool = false) {
            self.isAdaptive = isAdaptive
            self.isFull = isFull
        }
    }

    /// One side of the output.
    public enum Dimension: Hashable, Sendable {
        /// 1...65535 pixels.
        case pixels(Int)
        /// In proportion to the other side; where both are, as the picture is.
        case proportional
        /// The picture's own.
        case original
    }

    /// Both sides of the output, and whether it is mirrored.
    public struct Dimensions: Hashable, Sendable {
        /// Left to right.
        public var width: Dimension
        /// Top to bottom.
        public var height: Dimension
        /// Whether left and right change places.
        public var flipsHorizontally: Bool
        /// Whether top and bottom change places.
        public var flipsVertically: Bool

        /// Dimensions; not mirrored unless said otherwise.
        public init(
            width: Dimension = .proportional,
            height: Dimension = .proportional,
            flipsHorizontally: Bool = false,
            flipsVertically: Bool = false
        ) {
            self.width = width
            self.height = height
            self.flipsHorizontally = flipsHorizontally
            self.flipsVertically = flipsVertically
        }
    }

    /// Where a crop is from left to right.
    public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right
    }

    /// Where a crop is from top to bottom.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
        case top, middle, bottom
    }

    /// A URL that asks for a picture as it is.
    public init(image: String) {
        self.image = image
    }

    /// Reads instructions, percent-encoded once: what ``RequestPath`` gives, or what a ``URLSigner`` found to be signed. A query behind
    /// a bare `?` is the image's.
    ///
    /// Throws `invalidURL` where a part cannot be what it stands for, and `limitExceeded`.
    public init(instructions: some StringProtocol, limits: ImageURLLimits = ImageURLLimits()) throws {
        self = try ImageURLParser.read(instructions, limits: limits)
    }
}
