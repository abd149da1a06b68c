/// Computes the size of the crop window.
package enum CropWindow {
    /// The largest window of an aspect: it spans the picture in one direction and is the nearest whole number of pixels in the other.
    package static func largest(_ aspect: AspectRatio, in picture: PixelSize) -> PixelSize {
        if picture.width * aspect.height >= picture.height * aspect.width {
            return PixelSize(width: min(picture.width, window(height: picture.height, aspect).width), height: picture.height)
        }
        return PixelSize(width: picture.width, height: min(picture.height, window(width: picture.width, aspect).height))
    }

    /// The smallest window of an aspect that holds a window of some size: that size itself, if no whole pixels come closer to the aspect.
    static func smallest(_ aspect: AspectRatio, holding size: PixelSize) -> PixelSize {
        let (across, down) = (window(width: size.width, aspect), window(height: size.height, aspect))
        // A side of less than half a pixel becomes one of a whole pixel, which has another aspect.
        let isExact = 2 * size.height * aspect.width >= aspect.height && 2 * size.width * aspect.height >= aspect.width
        if isExact, across == size || down == size { return size }
        return across.height >= size.height ? across : down
    }

    /// The window of an aspect of which a rectangle fills the zoom's fraction. It is not larger than the largest window, and never too small
    /// for the rectangle.
    static func zoomed(
        around bounds: Span2D,
        _ zoom: CropRequest.Zoom,
        _ aspect: AspectRatio,
        largest: PixelSize
    ) -> PixelSize {
        let least = PixelSize(width: max(1, bounds.horizontal.length), height: max(1, bounds.vertical.length))
        let tightest = max(
            Double(bounds.horizontal.length) / zoom.fill,
            Double(bounds.vertical.length) / zoom.fill * aspect.value,
            Double(least.width)
        )
        let wanted = tightest + (1 - zoom.tightness) * max(0, Double(largest.width) - tightest)
        guard wanted < Double(largest.width) else { return largest }
        // Compute from the side with more pixels, where rounding matters less; from the other one if that leaves it too short.
        let isWide = aspect.width >= aspect.height
        var size =
            isWide
            ? window(width: Int(wanted, within: longest, rounded: .up), aspect)
            : window(height: Int(wanted / aspect.value, within: longest, rounded: .up), aspect)
        if size.height < least.height { size = window(height: least.height, aspect) }
        if size.width < least.width { size = window(width: least.width, aspect) }
        size.width = min(max(size.width, least.width), largest.width)
        size.height = min(max(size.height, least.height), largest.height)
        return size
    }

    /// Small enough that no product with an aspect's sides overflows.
    private static let longest = 1...2_000_000_000

    /// The window with this many columns that is nearest to an aspect.
    private static func window(width: Int, _ aspect: AspectRatio) -> PixelSize {
        PixelSize(width: width, height: max(1, (2 * width * aspect.height + aspect.width) / (2 * aspect.width)))
    }

    /// The window with this many rows that is nearest to an aspect.
    private static func window(height: Int, _ aspect: AspectRatio) -> PixelSize {
        PixelSize(width: max(1, (2 * height * aspect.width + aspect.height) / (2 * aspect.height)), height: height)
    }
}
