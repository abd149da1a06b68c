extension CropPlan {
    /// The size of an output with as many pixels as the crop has.
    package var naturalSize: PixelSize { aligned?.naturalSize ?? (outputTurn ?? .zero).turned(crop.size) }

    /// The aspect of the output.
    package var outputAspect: AspectRatio {
        outputTurn?.swapsSides == true ? AspectRatio(aspect.height, aspect.width) : aspect
    }

    /// The part of the picture that the output shows upright; nil if the output is turned, so that other places than the crop's corners are
    /// at its corners.
    package var uprightCrop: PixelRect? { aligned == nil && (outputTurn ?? .zero) == .zero ? crop : nil }

    /// Whether the output shows all of a rectangle.
    func shows(_ rectangle: Rect) -> Bool { aligned?.contains(rectangle) ?? crop.rect.contains(rectangle) }

    /// The features as far as the output shows them, in its pixels and without landmarks.
    package func features(inOutputOf size: PixelSize) -> [Feature] {
        features.compactMap { planned in
            var feature = planned.feature
            feature.landmarks = nil
            feature.rectangle = aligned.map { $0.place(of: feature.rectangle, in: size) } ?? place(of: feature.rectangle, in: size)
            feature.rectangle = feature.rectangle.intersection(size.bounds)
            return feature.rectangle.isEmpty ? nil : feature
        }
    }

    private func place(of rectangle: Rect, in size: PixelSize) -> Rect {
        let shown = rectangle.intersection(crop.rect).moved(x: -Double(crop.x), y: -Double(crop.y))
        let natural = naturalSize
        return (outputTurn ?? .zero).turned(shown, in: crop.size)
            .scaled(x: Double(size.width) / Double(natural.width), y: Double(size.height) / Double(natural.height))
    }
}

extension AlignedFrame {
    /// The place of a rectangle in an output of this size. It keeps its center and its size, so it still marks what it marked: an upright
    /// rectangle around a turned one would be larger. If the output is turned by more than half a quarter, the sides are swapped.
    fileprivate func place(of rectangle: Rect, in size: PixelSize) -> Rect {
        let center = share(Point(x: rectangle.midX, y: rectangle.midY))
        let isLying = abs(across.y) > abs(across.x)
        let (width, height) = isLying ? (rectangle.height, rectangle.width) : (rectangle.width, rectangle.height)
        let (horizontal, vertical) = (Double(size.width) / self.width, Double(size.height) / self.height)
        return Rect(
            x: center.x * Double(size.width) - width * horizontal / 2,
            y: center.y * Double(size.height) - height * vertical / 2,
            width: width * horizontal,
            height: height * vertical
        )
    }
}
