/// Changes the pixels that were cut from a picture, before they are turned or aligned. Gets the cut, and the number of the crop or frame.
package typealias CutChange = (_ pixels: inout PixelBuffer, _ cut: PictureCut, _ number: Int) throws -> Void

/// Makes the pixels of a plan: what is cut from the picture, and what then happens to that.
struct CropRendering {
    /// The plan, checked.
    let plan: CropPlan
    private let size: PixelSize
    private let cut: PictureCut

    /// Throws `invalidArgument` if the plan does not fit a picture of this size or the output.
    init(_ plan: CropPlan, of picture: PixelSize, scaledTo size: PixelSize) throws {
        self.plan = try plan.checked(for: picture, scaledTo: size)
        self.size = size
        if let frame = self.plan.aligned {
            cut = Self.cut(of: frame, around: self.plan.crop, in: picture, scaledTo: size)
        } else {
            cut = PictureCut(self.plan.crop, scaledTo: (plan.outputTurn ?? .zero).turned(size))
        }
    }

    /// Makes several crops of a picture with one decode.
    static func pixels(_ renderings: [CropRendering], of picture: any Picture, changingCuts: CutChange) throws -> [PixelBuffer] {
        let parts = try picture.pixels(of: renderings.map(\.cut))
        return try zip(renderings.indices, parts).map { index, part in
            var part = part
            try changingCuts(&part, renderings[index].cut, index)
            return try renderings[index].finished(part)
        }
    }

    private func finished(_ part: PixelBuffer) throws -> PixelBuffer {
        if let frame = plan.aligned { return try part.sampled(grid(frame), to: size, inside: wholePicture, fill: frame.fill) }
        var part = part
        try part.orient((plan.outputTurn ?? .zero).orientation)
        return part
    }

    /// The part of the picture that a frame needs, as small as the output: averaging pixels first keeps the sampling from aliasing.
    private static func cut(
        of frame: AlignedFrame,
        around crop: PixelRect,
        in picture: PixelSize,
        scaledTo size: PixelSize
    ) -> PictureCut {
        let density = min(1, max(Double(size.width) / frame.width, Double(size.height) / frame.height))
        // The kernel takes two pixels on each side.
        let margin = 3 / density
        let part = Padding(.pixels(margin)).applied(to: crop.rect)
        let span = Span2D(covering: part, within: picture)
        let rectangle = PixelRect(
            x: span.horizontal.low,
            y: span.vertical.low,
            width: span.horizontal.length,
            height: span.vertical.length
        )
        func scaled(_ length: Int) -> Int { Int(Double(length) * density, within: 1...65_535, rounded: .up) }
        return PictureCut(rectangle, scaledTo: PixelSize(width: scaled(rectangle.width), height: scaled(rectangle.height)))
    }

    /// The frame's pixels in those of the cut.
    private func grid(_ frame: AlignedFrame) -> SamplingGrid {
        let corner = inCut(frame.point(Point(x: 0, y: 0)))
        let right = inCut(frame.point(Point(x: 1, y: 0)))
        let below = inCut(frame.point(Point(x: 0, y: 1)))
        let (width, height) = (Double(size.width), Double(size.height))
        return SamplingGrid(
            origin: corner,
            across: Point(x: (right.x - corner.x) / width, y: (right.y - corner.y) / width),
            down: Point(x: (below.x - corner.x) / height, y: (below.y - corner.y) / height)
        )
    }

    private func inCut(_ point: Point) -> Point {
        let scale = cutScale
        return Point(x: (point.x - Double(cut.rectangle.x)) * scale.x, y: (point.y - Double(cut.rectangle.y)) * scale.y)
    }

    private var wholePicture: Rect {
        let scale = cutScale
        return plan.size.bounds.moved(x: -Double(cut.rectangle.x), y: -Double(cut.rectangle.y)).scaled(x: scale.x, y: scale.y)
    }

    private var cutScale: Point {
        Point(
            x: Double(cut.size.width) / Double(cut.rectangle.width),
            y: Double(cut.size.height) / Double(cut.rectangle.height)
        )
    }
}
