public import BoundedCrop

/// The contents of an image URL, in thumbor's grammar:
///
///     [debug/] [meta/] [trim[:CORNER|:COLOR][:TOLERANCE[:channels]]/] [LxT:RxB/] [[adaptive-][full-]fit-in/] [[-]Wx[-]H/]
///     [left|center|right/] [top|middle|bottom/] [smart/] [filters:NAME(ARGUMENTS):.../] IMAGE
///
/// The order is fixed, and all parts except the image are optional. The parts may be repeated after `then:/`, and are then applied to the
/// result of those before.
public struct ImageURL: Hashable, Sendable {
    /// Whether to draw the detected features instead of cropping.
    public var isDebug = false
    /// Whether to answer with the plan instead of the picture.
    public var isMeta = false
    /// The border to trim first.
    public var trim: Trim?
    /// The rectangle to cut out before everything else.
    public var manualCrop: ManualCrop?
    /// Whether to fit the picture into the dimensions instead of cropping it.
    public var fitIn: FitIn?
    /// The output's dimensions; nil keeps the size.
    public var dimensions: Dimensions?
    /// The horizontal position of the crop if nothing else determines it; nil is the center.
    public var horizontalAlignment: HorizontalAlignment?
    /// The vertical position of the crop if nothing else determines it; nil is the middle.
    public var verticalAlignment: VerticalAlignment?
    /// Whether to detect features that must stay visible.
    public var isSmart = false
    /// The filters, in the URL's order.
    public var filters: [FilterCall] = []
    /// The picture: a URL, possibly without its scheme, or a path. It has no percent-encoding except that of the picture's own URL.
    public var image: String
    /// Requests whose results are the picture of the next one, and the last of them that of this one; their images are empty.
    public var earlier: [ImageURL] = []

    /// A border to trim.
    public struct Trim: Hashable, Sendable {
        /// The corner that defines the border's color.
        public enum Corner: String, Hashable, Sendable, CaseIterable {
            case topLeft = "top-left"
            case bottomRight = "bottom-right"
        }
        /// How a pixel is compared with the border's color.
        public enum Measure: String, Hashable, Sendable, CaseIterable {
            /// By the distance of the colors.
            case distance
            /// Channel by channel, with transparent pixels as magenta, as imgproxy does.
            case channels
        }
        /// The corner; the top left one by default.
        public var corner: Corner
        /// The maximum difference from the border's color, in RGB of 0...255: 0...442, 0 by default.
        public var tolerance: Int
        /// What the tolerance is compared with; the distance by default.
        public var measure: Measure
        /// The border's color, whatever that of the corner is; nil for the corner's. It is opaque.
        public var color: Color?

        /// Creates a border from its corner, tolerance, measure and color.
        public init(corner: Corner = .topLeft, tolerance: Int = 0, measure: Measure = .distance, color: Color? = nil) {
            self.corner = corner
            self.tolerance = tolerance
            self.measure = measure
            self.color = color
        }
    }

    /// A rectangle given by its edges, in pixels of the upright picture; parts outside the picture are ignored.
    public struct ManualCrop: Hashable, Sendable {
        /// The first column inside.
        public var left: Int
        /// The first row inside.
        public var top: Int
        /// The first column after it.
        public var right: Int
        /// The first row below it.
        public var bottom: Int

        /// Creates a rectangle from its edges.
        public init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }

    /// How to fit a picture into the dimensions.
    public struct FitIn: Hashable, Sendable {
        /// Whether width and height are swapped if that fits the picture's orientation better.
        public var isAdaptive: Bool
        /// Whether the picture fills the dimensions and exceeds them along one side.
        public var isFull: Bool

        /// Creates a plain fit, or one of its variants.
        public init(isAdaptive: Bool = false, isFull: Bool = false) {
            self.isAdaptive = isAdaptive
            self.isFull = isFull
        }
    }

    /// One side of the output.
    public enum Dimension: Hashable, Sendable {
        /// 1...65535 pixels.
        case pixels(Int)
        /// In proportion to the other side; if both are, the picture's own proportions.
        case proportional
        /// The picture's own side.
        case original
    }

    /// Both sides of the output, and whether it is mirrored.
    public struct Dimensions: Hashable, Sendable {
        /// The width.
        public var width: Dimension
        /// The height.
        public var height: Dimension
        /// Whether left and right are swapped.
        public var flipsHorizontally: Bool
        /// Whether top and bottom are swapped.
        public var flipsVertically: Bool

        /// Creates dimensions, not mirrored by default.
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

    /// The horizontal position of a crop.
    public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right
    }

    /// The vertical position of a crop.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
        case top, middle, bottom
    }

    /// Creates a URL that requests a picture unchanged.
    public init(image: String) {
        self.image = image
    }

    /// Parses instructions, percent-encoded once: those of ``RequestPath``, or those that a ``URLSigner`` verified. A query after a bare
    /// `?` belongs to the image.
    ///
    /// - Throws: `invalidURL` for a part with invalid values, and `limitExceeded`.
    public init(instructions: some StringProtocol, limits: ImageURLLimits = ImageURLLimits()) throws {
        self = try ImageURLParser.read(instructions, limits: limits)
    }
}
