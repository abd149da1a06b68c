internal import BoundedCrop

extension ImgproxyRequest {
    /// The size that the options ask for.
    struct Box {
        /// The size in pixels; nil if neither side is given.
        var dimensions: ImageURL.Dimensions?
        /// What the size is multiplied by besides, if it is not known in pixels.
        var scale = 1.0
        /// The least sides of the output; nil without any.
        var least: PixelSize?
        /// Whether parts of the picture may be cut off.
        var cuts = false
        /// Whether anything happens after turning and cropping the picture, besides its pixels.
        var isResized = false

        /// Throws `invalidURL` for a size beyond the limits. Factors that cannot be honored are ignored, by name.
        init(_ options: ImgproxyOptions) throws {
            let isForced = options.resizing == .force
            let isStretched = options.zoomX != options.zoomY
            // Different factors distort the picture, which only `force` can say.
            if isStretched, !isForced || options.width == 0 || options.height == 0 {
                throw BoundedCropError(.invalidURL, "“zoom” with different factors needs the type force, a width and a height here")
            }
            let (across, down) = (options.zoomX * options.density, options.zoomY * options.density)
            if options.width > 0 || options.height > 0 {
                let isMultiplied = !isForced || options.width > 0 && options.height > 0
                let open: ImageURL.Dimension = isForced ? .original : .proportional
                dimensions = ImageURL.Dimensions(
                    width: try Self.side(options.width, isMultiplied ? across : 1) ?? open,
                    height: try Self.side(options.height, isMultiplied ? down : 1) ?? open
                )
                scale = isMultiplied ? 1 : across
                cuts = options.width > 0 && options.height > 0 && options.resizing != .fit && !isForced
            } else {
                scale = options.enlarges ? across : min(across, 1)
            }
            guard (0.001...100).contains(scale) else {
                throw BoundedCropError(.invalidURL, "zoom and dpr multiply the size by \(ParameterText.text(scale)), not by 0.001 to 100")
            }
            if options.minimumWidth > 0 || options.minimumHeight > 0 {
                least = PixelSize(
                    width: try Self.pixels(options.minimumWidth, options.density),
                    height: try Self.pixels(options.minimumHeight, options.density)
                )
            }
            let isFlipped = options.flipsHorizontally || options.flipsVertically
            isResized = dimensions != nil || scale != 1 || least != nil || isFlipped
        }

        private static func side(_ side: Int, _ factor: Double) throws -> ImageURL.Dimension? {
            side == 0 ? nil : .pixels(max(1, try pixels(side, factor)))
        }

        private static func pixels(_ side: Int, _ factor: Double) throws -> Int {
            let pixels = (Double(side) * factor).rounded()
            guard pixels <= Double(ImgproxyOptions.longestSide) else {
                let text = ParameterText.text(pixels)
                throw BoundedCropError(.invalidURL, "a side of \(text) pixels exceeds \(ImgproxyOptions.longestSide)")
            }
            return Int(pixels)
        }

        /// The arguments of `extend` for the place of the picture on the box; nil if it has no words for it.
        func place(_ gravity: ImgproxyGravity, density: Double) -> [String]? {
            let horizontal: ImageURL.HorizontalAlignment
            let vertical: ImageURL.VerticalAlignment
            switch gravity.kind {
            case .place(let across, let down): (horizontal, vertical) = (across ?? .center, down ?? .middle)
            case .point:
                guard [0, 0.5, 1].contains(gravity.x), [0, 0.5, 1].contains(gravity.y) else { return nil }
                let (across, down): ([ImageURL.HorizontalAlignment], [ImageURL.VerticalAlignment])
                (across, down) = ([.left, .center, .right], [.top, .middle, .bottom])
                (horizontal, vertical) = (across[Int(gravity.x * 2)], down[Int(gravity.y * 2)])
            case .smart, .objects: return nil
            }
            var (x, y) = (0.0, 0.0)
            if case .place = gravity.kind {
                x = offset(gravity.x, along: dimensions?.width, density)
                y = offset(gravity.y, along: dimensions?.height, density)
                // Nothing is placed outside the box.
                if horizontal != .center { x = max(0, x) }
                if vertical != .middle { y = max(0, y) }
            }
            if x == 0, y == 0, horizontal == .center, vertical == .middle { return [] }
            let names = [horizontal.rawValue, vertical.rawValue]
            return x == 0 && y == 0 ? names : names + [ParameterText.text(x), ParameterText.text(y)]
        }

        private func offset(_ offset: Double, along side: ImageURL.Dimension?, _ density: Double) -> Double {
            if abs(offset) >= 1 {
                let longest = Double(ImgproxyOptions.longestSide)
                return min(max((offset * density).rounded(), -longest), longest)
            }
            guard case .pixels(let pixels)? = side else { return 0 }
            return (offset * Double(pixels)).rounded()
        }
    }
}

extension ImgproxyOptions.Watermark {
    /// The arguments of the filter.
    ///
    /// - Parameter picture: As an argument of a filter.
    func arguments(picture: String, density: Double) -> String {
        let place = ImgproxyGravity.places.first { $0.name == position }
        let across = coordinate(x, isFar: place?.horizontal == .right, isNear: place?.horizontal == .left, density)
        let down = coordinate(y, isFar: place?.vertical == .bottom, isNear: place?.vertical == .top, density)
        let transparency = ParameterText.text((1 - opacity) * 100)
        let percent = ParameterText.text(max(scale * 100, 0.01))
        let size = scale > 0 ? ",\(percent),\(percent)" : ""
        return "\(picture),\(across),\(down),\(transparency)\(size)"
    }

    private func coordinate(_ offset: Double, isFar: Bool, isNear: Bool, _ density: Double) -> String {
        if position == "re" { return "repeat" }
        guard isFar || isNear else { return "center" }
        if offset >= 1 {
            return (isFar ? "-" : "") + ParameterText.text(min((offset * density).rounded(), Double(ImgproxyOptions.longestSide)))
        }
        // Percent that round to no pixels: from the far edge, 0 cannot be said otherwise.
        if offset == 0 { return isFar ? "-0.0001p" : "0" }
        return (isFar ? "-" : "") + ParameterText.percent(offset)
    }
}
