/// Changes the pixels that were cut from a picture, before they are turned or aligned. Gets the cut, and the number of the crop or frame.
package typealias CutChange = (_ pixels: inout PixelBuffer, _ cut: PictureCut, _ number: Int) throws -> Void

/// Makes the pixels of a crop: what is cut from the picture, and what then happens to that.
package struct CropRendering {
    private let size: PixelSize
    private let cut: PictureCut
    private let turn: QuarterTurn
    /// The frame of an aligned crop, and the size of the picture that it is in; nil for other crops.
    private let aligned: (frame: AlignedFrame, picture: PixelSize)?

    /// A part of a picture.
    ///
    /// - Parameters:
    ///   - crop: The part.
    ///   - turn: How it is turned.
    ///   - size: Its size after that.
    package init(_ crop: PixelRect, turn: QuarterTurn, scaledTo size: PixelSize) {
        self.init(PictureCut(crop, scaledTo: turn.turned(size)), turn: turn, size)
    }

    /// The crop of a plan that fits its picture and the size, as `CropPlan.checked(for:scaledTo:)` returns it.
    package init(_ plan: CropPlan, scaledTo size: PixelSize) {
        if let frame = plan.aligned {
            self.init(Self.cut(of: frame, around: plan.crop, in: plan.size, scaledTo: size), aligned: (frame, plan.size), size)
        } else {
            self.init(plan.crop, turn: plan.outputTurn ?? .zero, scaledTo: size)
        }
    }

    private init(_ cut: PictureCut, turn: QuarterTurn = .zero, aligned: (AlignedFrame, PixelSize)? = nil, _ size: PixelSize) {
        (self.cut, self.turn, self.aligned, self.size) = (cut, turn, aligned, size)
    }

    /// Makes several crops of a picture with one decode.
    package static func pixels(_ renderings: [CropRendering], of picture: any Picture, changingCuts: CutChange) throws -> [PixelBuffer] {
        let parts = try picture.pixels(of: renderings.map(\.cut))
        return try zip(renderings.indices, parts).map { index, part in
            var part = part
            try changingCuts(&part, renderings[index].cut, index)
            return try renderings[index].finished(part)
        }
    }

    private func finished(_ part: PixelBuffer) throws -> PixelBuffer {
        if let (frame, picture) = aligned { return try framed(part, frame, in: picture) }
        var part = part
        try part.orient(turn.orientation)
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

    /// How soft the edges become beyond the picture: the deviation of a blur, as a share of the frame's shorter side. With less, edges that go
    /// on are stripes; with more, what is near the edges shines through.
    package static let softness = 0.03
    /// The long side of the picture that is enlarged to a blurred ground.
    private static let groundSide = 24

    private func framed(_ part: PixelBuffer, _ frame: AlignedFrame, in picture: PixelSize) throws -> PixelBuffer {
        let (grid, inside) = (grid(frame), whole(picture))
        guard let fill = frame.fill, frame.overhang(beyond: picture) > AlignedFrame.slack else { return try part.sampled(grid, to: size) }
        switch fill {
        case .color(let color): return try part.sampled(grid, to: size, beyond: .color(color, outside: inside))
        case .edge:
            let sigma = Self.softness * min(frame.width * cutScale.x, frame.height * cutScale.y)
            let soft = try part.gaussianBlurred(by: sigma)
            return try part.sampled(grid, to: size, beyond: .fading(soft, outside: inside, reach: max(2 * sigma, 1)))
        case .blur:
            let shown = try part.sampled(grid, to: size, beyond: .color(.clear, outside: inside))
            let ground = try part.resized(to: part.size.fitted(longSide: Self.groundSide)).resized(to: size)
            return PixelBuffer(size: size) { pixels in
                for start in stride(from: 0, to: size.area * 4, by: 4) {
                    let rest = 255 - Int(shown.bytes[start + 3])
                    for index in start..<start + 4 {
                        pixels[index] = UInt8(truncatingIfNeeded: Int(shown.bytes[index]) + (Int(ground.bytes[index]) * rest + 127) / 255)
                    }
                }
            }
        }
    }

    private func inCut(_ point: Point) -> Point {
        let scale = cutScale
        return Point(x: (point.x - Double(cut.rectangle.x)) * scale.x, y: (point.y - Double(cut.rectangle.y)) * scale.y)
    }

    private func whole(_ picture: PixelSize) -> Rect {
        let scale = cutScale
        return picture.bounds.moved(x: -Double(cut.rectangle.x), y: -Double(cut.rectangle.y)).scaled(x: scale.x, y: scale.y)
    }

    private var cutScale: Point {
        Point(
            x: Double(cut.size.width) / Double(cut.rectangle.width),
            y: Double(cut.size.height) / Double(cut.rectangle.height)
        )
    }
}
