/// The size of the window that is cut out of a picture.
enum CropWindow {
    /// The largest window of an aspect: it spans the picture in one direction and is the nearest whole number of pixels in the other.
    static func largest(_ aspect: AspectRatio, in picture: PixelSize) -> PixelSize {
        if picture.width * aspect.height >= picture.height * aspect.width {
            return PixelSize(width: min(picture.width, width(for: picture.height, aspect)), height: picture.height)
        }
        return PixelSize(width: picture.width, height: min(picture.height, height(for: picture.width, aspect)))
    }

    /// The window of an aspect in which a rectangle takes the zoom's share; no smaller than the output may be enlarged from, no larger
    /// than the largest, and never too small for the rectangle.
    static func zoomed(
        around bounds: Span2D,
        _ zoom: CropRequest.Zoom,
        _ aspect: AspectRatio,
        output: PixelSize?,
        largest: PixelSize
    ) -> PixelSize {
        let wanted = max(
            Double(bounds.horizontal.length) / zoom.fill,
            Double(bounds.vertical.length) / zoom.fill * aspect.value,
            output.map { Double($0.width) / zoom.maximumUpscaling } ?? 1
        )
        guard wanted < Double(largest.width) else { return largest }
        // Narrow shapes: count from the side with more pixels, where rounding weighs less.
        var size: PixelSize
        if aspect.width >= aspect.height {
            let width = Int(wanted.rounded(.up))
            size = PixelSize(width: width, height: height(for: width, aspect))
        } else {
            let height = Int((wanted / aspect.value).rounded(.up))
            size = PixelSize(width: width(for: height, aspect), height: height)
        }
        size.width = min(max(size.width, bounds.horizontal.length), largest.width)
        size.height = min(max(size.height, bounds.vertical.length), largest.height)
        return size
    }

    private static func width(for height: Int, _ aspect: AspectRatio) -> Int {
        max(1, (2 * height * aspect.width + aspect.height) / (2 * aspect.height))
    }

    private static func height(for width: Int, _ aspect: AspectRatio) -> Int {
        max(1, (2 * width * aspect.height + aspect.width) / (2 * aspect.width))
    }
}
