internal import CLibrary

/// Changes the pixels that were cut from a picture, before they are turned or aligned. Gets the cut, and the number of the crop or frame.
package typealias CutChange = (_ pixels: inout PixelBuffer, _ cut: PictureCut, _ number: Int) throws -> Void

/// Makes the pixels of a crop: what is cut from the picture, and what then happens to that.
package struct CropRendering {
    private let size: PixelSize
    private let cut: PictureCut
    private let turn: QuarterTurn
    /// The frame of an aligned crop, the size of the picture that it is in, and the heads and other features; nil for other crops.
    private let aligned: (frame: AlignedFrame, picture: PixelSize, features: [Feature])?

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
            self.init(
                Self.cut(of: frame, around: plan.crop, in: plan.size, scaledTo: size),
                aligned: (frame, plan.size, plan.features.map(\.feature)),
                size
            )
        } else {
            self.init(plan.crop, turn: plan.outputTurn ?? .zero, scaledTo: size)
        }
    }

    private init(_ cut: PictureCut, turn: QuarterTurn = .zero, aligned: (AlignedFrame, PixelSize, [Feature])? = nil, _ size: PixelSize) {
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
        if let (frame, picture, _) = aligned { return try framed(part, frame, in: picture) }
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
            let subjects = subjects(in: part.size, reach: 2 * sigma)
            var soft = try part.gaussianBlurred(by: sigma)
            if !subjects.isEmpty { soft = try soft.replacing(subjects).gaussianBlurred(by: sigma) }
            let beyond = SamplingGrid.Beyond.fading(soft, outside: inside, reach: max(2 * sigma, 1), unrepeated: subjects)
            return try part.sampled(grid, to: size, beyond: beyond)
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

    /// The rectangle around what nobody should see twice and as far as a blur spreads it, in pixels of the cut; empty if there is nothing.
    private func subjects(in part: PixelSize, reach: Double) -> Rect {
        let scale = cutScale
        let shown = (aligned?.features ?? []).map(\.withHair).compactMap { subject -> Rect? in
            let place = subject.moved(x: -Double(cut.rectangle.x), y: -Double(cut.rectangle.y)).scaled(x: scale.x, y: scale.y)
            guard !place.intersection(part.bounds).isEmpty else { return nil }
            return Rect(x: place.x - reach, y: place.y - reach, width: place.width + 2 * reach, height: place.height + 2 * reach)
                .intersection(part.bounds)
        }
        return shown.dropFirst().reduce(shown.first ?? Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
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

extension Feature {
    /// The rectangle, and for a face also the hair above it.
    fileprivate var withHair: Rect {
        guard kind == .face else { return rectangle }
        let (hair, angle) = (FacePlacement.hairAboveFace * rectangle.height, (roll ?? 0) * .pi / 180)
        return rectangle.union(rectangle.moved(x: hair * sin(angle), y: -hair * cos(angle)))
    }
}

extension PixelBuffer {
    /// This picture without what a rectangle shows: each of its pixels is a mean of the four beside the rectangle in its row and its column,
    /// the nearer the more. A rectangle that leaves no side free changes nothing.
    fileprivate func replacing(_ rectangle: Rect) throws -> PixelBuffer {
        let (left, right) = (Int(rectangle.minX), min(Int(rectangle.maxX.rounded(.up)), width))
        let (top, bottom) = (Int(rectangle.minY), min(Int(rectangle.maxY.rounded(.up)), height))
        guard !rectangle.isEmpty, left > 0 || right < width || top > 0 || bottom < height else { return self }
        let shown = bytes
        var replaced = shown
        for y in top..<bottom {
            try Cancellation.checkCurrent()
            for x in left..<right {
                var (sum, weights) = (SIMD4<Float>.zero, Float.zero)
                func add(_ column: Int, _ row: Int, _ isFree: Bool) {
                    guard isFree else { return }
                    let (distance, start) = (Float(abs(column - x) + abs(row - y)), (row * width + column) * 4)
                    let weight = 1 / (distance * distance)
                    sum += weight * SIMD4(Float(shown[start]), Float(shown[start + 1]), Float(shown[start + 2]), Float(shown[start + 3]))
                    weights += weight
                }
                add(left - 1, y, left > 0)
                add(right, y, right < width)
                add(x, top - 1, top > 0)
                add(x, bottom, bottom < height)
                let mean = sum / weights
                for channel in 0..<4 { replaced[(y * width + x) * 4 + channel] = UInt8(mean[channel]) }
            }
        }
        return try PixelBuffer(size: size, bytes: replaced)
    }
}
