internal import BoundedCrop
internal import BoundedCropEffects

extension RenderRequest {
    /// One form for requests that certainly have the same answer, so that caches know them as one.
    package var normalized: RenderRequest {
        var request = self
        for index in request.earlier.indices { request.earlier[index].normalize(mirrors: true) }
        // A plan names the mirroring of the size, and an overlay shows no steps.
        request.last.normalize(mirrors: answer == .picture)
        return request
    }
}

extension RenderRequest.Stage {
    /// - Parameter mirrors: Whether flips and half turns may become a part of the size, which they follow.
    fileprivate mutating func normalize(mirrors: Bool) {
        target.multiply(by: 1)
        crop.normalizeAlignment()
        if !crop.hasPlan, !redacts, !mayBeCorrected { crop.forgetFeatures() }
        normalizeOwnSize()
        if mirrors { mirrorSize() }
        steps = Self.withoutIdleGrounds(steps)
    }

    /// Where the output is as large as what was cut out, nothing has to be stretched, limited or enlarged.
    private mutating func normalizeOwnSize() {
        let target = target
        guard target.dimensions.width == .proportional, target.dimensions.height == .proportional, target.aspect == nil,
            target.fit == nil, !target.fitsOtherOrientations, target.scale == 1, target.density == 1, target.least.longSide == 0,
            !crop.hasPlan, crop.window == nil, crop.magnification == 1, crop.cropZoom == nil, crop.alignment == nil
        else { return }
        if let most = target.maximumPixels, case .pixels(let width)? = cuts.last?.width, case .pixels(let height)? = cuts.last?.height,
            width * height <= Double(most)
        {
            self.target.maximumPixels = nil
        }
        guard self.target.maximumPixels == nil else { return }
        (self.target.stretches, self.target.upscaling) = (false, .crops)
    }

    /// Makes flips and half turns, which come first, a part of the size.
    private mutating func mirrorSize() {
        var others: ArraySlice<RenderStep> = steps.filter { !$0.detects }[...]
        loop: while case .effect(let effect)? = others.first {
            let directions: Set<Flip.Direction>
            switch effect.made {
            case let flip as Flip: directions = [flip.direction]
            case let turn as Turn where abs(turn.degrees) == 180: directions = [.horizontal, .vertical]
            case let turn as Rotate where abs(turn.degrees) == 180: directions = [.horizontal, .vertical]
            default: break loop
            }
            if directions.contains(.horizontal) { target.dimensions.flipsHorizontally.toggle() }
            if directions.contains(.vertical) { target.dimensions.flipsVertically.toggle() }
            others.removeFirst()
        }
        // Redactions come before everything else, wherever they stand.
        steps = steps.filter(\.detects) + others
    }

    /// Without grounds that nothing shows through to, because they are transparent, or another one is below them.
    private static func withoutIdleGrounds(_ steps: [RenderStep]) -> [RenderStep] {
        var kept: [RenderStep] = []
        var isOpaque = false
        for step in steps {
            switch step {
            case .background(let color):
                if isOpaque || color.alpha == 0 { continue }
                isOpaque = color.alpha == 1
            case .fill(let fill):
                guard fill.showsThrough, case .color(let color) = fill.ground, color.alpha == 1 else {
                    isOpaque = false
                    break
                }
                if kept.last == .background(color) { kept.removeLast() }
                isOpaque = true
            case .effect, .corners, .proportion, .watermark, .mask: isOpaque = isOpaque && step.detects
            }
            kept.append(step)
        }
        return kept
    }
}

extension RenderRequest.Crop {
    /// Leaves out a middle that says nothing. A middle that is given alone is one that no correction moves.
    fileprivate mutating func normalizeAlignment() {
        let isAtEdge = [.left, .right].contains(horizontalAlignment) || [.top, .bottom].contains(verticalAlignment)
        let isInMiddle = !isAtEdge && (horizontalAlignment != nil || verticalAlignment != nil)
        if horizontalAlignment == .center { horizontalAlignment = nil }
        if verticalAlignment == .middle { verticalAlignment = nil }
        if isInMiddle, !detects { horizontalAlignment = .center }
    }

    /// Leaves out what is said of features that are not looked for.
    fileprivate mutating func forgetFeatures() {
        let standard = RenderRequest.Crop()
        (scheme, kept, placement, fallback, rank) = (standard.scheme, standard.kept, standard.placement, standard.fallback, standard.rank)
    }
}
