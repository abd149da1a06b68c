internal import BoundedCrop
internal import BoundedCropRendering

/// The size of the output: `w`, `h`, `ar`, and the limits of the sides.
extension ImgixReader {
    enum Side: Equatable {
        case pixels(Double)
        /// Of the picture's own side.
        case share(Double)

        var pixels: Double? { if case .pixels(let pixels) = self { pixels } else { nil } }
    }

    /// The largest side of any output.
    private static let longestSide = 8192.0

    mutating func readSize(_ margins: inout ImgixMargins) throws {
        let fit = try ImgixFit(&parameters, margins)
        if fit.showsPlan { asked.answer = .overlay }
        var (width, height) = (try side("w"), try side("h"))
        try limit(&width, &height, fit)
        let hasShape = try complete(&width, &height, fit)
        let (across, down) = (width?.pixels, height?.pixels)
        if let one = share(of: width), let other = share(of: height) {
            shares(one, other, fit)
        } else if across != nil || down != nil {
            // The other side follows then.
            if share(of: width) != nil { parameters.ignore("w") }
            if share(of: height) != nil { parameters.ignore("h") }
            try pixels(across, down, fit, &margins)
            return
        } else if let share = share(of: width) ?? share(of: height) {
            scale(by: share)
            fit.refuseFreeSize(&parameters)
        } else if !hasShape {
            fit.refuseFreeSize(&parameters)
        }
        margins.dropBorder(&parameters)
    }

    /// Above 1 in pixels; otherwise a share of the picture's side.
    private mutating func side(_ name: String) throws -> Side? {
        guard let number = try parameters.number(name, in: 0...Self.longestSide) else { return nil }
        guard number > 0 else { throw ImgixParameters.failure(name, "0", "a share up to 1, or 2 to 8192 pixels") }
        return number <= 1 ? .share(number) : .pixels(number)
    }

    private func share(of side: Side?) -> Double? { if case .share(let share) = side { share } else { nil } }

    /// `min-w`, `min-h`, `max-w` and `max-h`, for crops. With only one side given, the other one depends on the picture.
    private mutating func limit(_ width: inout Side?, _ height: inout Side?, _ fit: ImgixFit) throws {
        let range = 1...Int(Self.longestSide)
        let (lowest, highest) = (
            (try parameters.integer("min-w", in: range), try parameters.integer("min-h", in: range)),
            (try parameters.integer("max-w", in: range), try parameters.integer("max-h", in: range))
        )
        guard fit.name == "crop" else { return }
        guard let across = width?.pixels, let down = height?.pixels else {
            let given = [("min-w", lowest.0), ("min-h", lowest.1), ("max-w", highest.0), ("max-h", highest.1)]
            for (name, limit) in given where limit != nil { parameters.ignore(name) }
            return
        }
        width = .pixels(max(min(across, Double(highest.0 ?? .max)), Double(lowest.0 ?? 1)))
        height = .pixels(max(min(down, Double(highest.1 ?? .max)), Double(lowest.1 ?? 1)))
    }

    /// `ar=W:H`, for crops and pictures on a ground: the missing side, or the shape of the crop; whether it is that.
    private mutating func complete(_ width: inout Side?, _ height: inout Side?, _ fit: ImgixFit) throws -> Bool {
        guard let text = parameters.text("ar") else { return false }
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { Decimals.number($0) ?? 0 }
        guard (1...2).contains(sides.count), sides.allSatisfy({ (0.001...10_000).contains($0) }) else {
            throw ImgixParameters.failure("ar", text, "WIDTH:HEIGHT, such as 16:9")
        }
        guard ["crop", "fill", "fillmax"].contains(fit.name) else { return false }
        let shape = sides[0] / (sides.count == 2 ? sides[1] : 1)
        switch (width, height) {
        case (.pixels(let across)?, nil): height = .pixels(min(max(across / shape, 1), Self.longestSide))
        case (nil, .pixels(let down)?): width = .pixels(min(max(down * shape, 1), Self.longestSide))
        case (nil, nil) where fit.name == "crop":
            let (across, down) = (sides[0], sides.count == 2 ? sides[1] : 1)
            let exchanges = orientation.exchangesSides
            asked.last.target.aspect = AspectRatio(width: exchanges ? down : across, height: exchanges ? across : down)
            fit.place(&self)
            return true
        case (.pixels?, .pixels?): break
        default: parameters.ignore("ar")
        }
        return false
    }

    private mutating func scale(by share: Double) {
        asked.last.target.scale = max(share * dpr, 0.001)
    }

    /// Both sides as shares of the picture's.
    private mutating func shares(_ width: Double, _ height: Double, _ fit: ImgixFit) {
        let longer = max(width, height)
        switch fit.name {
        case "crop", "min", "facearea":
            let sides = orientation.exchangesSides ? (height, width) : (width, height)
            if width != height {
                asked.last.crop.window = RenderRequest.Lengths(x: .share(sides.0 / longer), y: .share(sides.1 / longer))
            }
            scale(by: longer)
            if width == height || fit.name == "facearea" { fit.refuseFreeSize(&parameters) } else { fit.place(&self) }
        case "scale" where width != height, "fill" where width != height, "fillmax" where width != height:
            parameters.ignore("fit")
            scale(by: min(width, height))
        default: scale(by: min(width, height))
        }
    }

    /// At least one side in pixels.
    private mutating func pixels(_ width: Double?, _ height: Double?, _ fit: ImgixFit, _ margins: inout ImgixMargins) throws {
        // As at imgix, the ratio is lowered so that no side exceeds the limit.
        dpr = min(dpr, Self.longestSide / max(width ?? 1, height ?? 1))
        let whole = (width.map { max(length($0), 1) }, height.map { max(length($0), 1) })
        let isExact = fit.fillsBox && whole.0 != nil && whole.1 != nil
        if !isExact { margins.dropBorder(&parameters) }
        output = isExact ? whole : whole.0 == nil || whole.1 == nil ? whole : (nil, nil)
        let room = (
            whole.0.map { margins.room(in: $0, isWidth: true, scale: dpr) },
            whole.1.map { margins.room(in: $0, isWidth: false, scale: dpr) }
        )
        guard room.0 != .some(nil), room.1 != .some(nil) else {
            throw BoundedCropError(.invalidURL, "“pad” and “border” leave no room for the picture in an output this small")
        }
        var sides = (room.0 ?? nil, room.1 ?? nil)
        // Where the result follows from the picture too, only that is rounded.
        let given = [width, height].compactMap(\.self)
        let isScaled = sides == whole && given.allSatisfy { $0 == $0.rounded() }
        if isScaled { sides = (width.map { Int($0) }, height.map { Int($0) }) }
        let (across, down) = orientation.exchangesSides ? (sides.1, sides.0) : sides
        asked.last.target.dimensions = RenderRequest.Dimensions(
            width: across.map { .pixels($0) } ?? .proportional,
            height: down.map { .pixels($0) } ?? .proportional
        )
        if isScaled { asked.last.target.multiply(by: dpr) }
        fit.apply(to: &self, hasBothSides: across != nil && down != nil)
    }
}
