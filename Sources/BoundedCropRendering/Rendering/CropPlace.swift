internal import BoundedCrop

/// The position of a crop in a region, and the reason for it.
struct CropPlace {
    let crop: PixelRect
    /// Nil if no detection ran.
    let plan: CropPlan?
    /// What thumbor would crop around; never empty.
    let focalPoints: [FocalPoint]

    /// - Parameters:
    ///   - found: The bounded crop; nil if no detection ran.
    ///   - size: The region's size.
    ///   - given: The focal regions of the request.
    init(
        _ found: CropPlan?,
        _ target: TargetGeometry,
        in size: PixelSize,
        _ request: RenderRequest.Crop,
        given: [Feature],
        _ smartCropping: RenderSettings.SmartCropping
    ) {
        var request = request
        request.offset = request.offset?.multiplied(by: target.density)
        var points = given.map { FocalPoint($0.rectangle, origin: "Explicit") }
        if points.isEmpty { points = found?.features.map { FocalPoint($0.feature.rectangle, origin: $0.feature.kind.rawValue) } ?? [] }
        let isAligned = points.isEmpty
        if isAligned { points = [request.point(in: size) ?? FocalPoint(request.horizontalAlignment, request.verticalAlignment, in: size)] }
        focalPoints = points
        guard target.mode == .crop else {
            (crop, plan) = (PixelRect(x: 0, y: 0, width: size.width, height: size.height), found)
            return
        }
        let isExact = found?.aligned != nil || found?.reason == .given
        if let found, smartCropping == .bounded || isExact {
            let crop = isExact ? found.crop : request.moved(found.crop, in: size, isAligned: false)
            self.crop = crop
            plan = crop == found.crop ? found : found.moved(to: crop)
            return
        }
        let room = request.room(in: size)
        let aligned = AlignedCrop.rectangle(in: size, room: room, target: target.shape, around: points)
        let crop = request.moved(aligned, in: size, isAligned: isAligned && request.focalPoint == nil)
        self.crop = crop
        plan = found.map { found in
            var plan = found.moved(to: crop)
            (plan.reason, plan.fallback) = (isAligned ? .center : .centroid, isAligned ? .center : nil)
            return plan
        }
    }
}

extension CropPlan {
    /// The plan with another crop.
    fileprivate func moved(to crop: PixelRect) -> CropPlan {
        var plan = self
        plan.crop = crop
        for index in plan.features.indices { plan.features[index].kept = crop.rect.contains(plan.features[index].feature.rectangle) }
        return plan
    }
}

extension RenderRequest.Lengths {
    /// Lengths in pixels multiplied to whole ones. A part of a pixel, which decides how a middle is rounded, stays as it is.
    fileprivate func multiplied(by density: Double) -> RenderRequest.Lengths {
        func length(_ length: RenderRequest.Length) -> RenderRequest.Length {
            guard density != 1, case .pixels(let pixels) = length else { return length }
            let whole = pixels.rounded(.down)
            return .pixels((whole * density).rounded(.toNearestOrEven) + pixels - whole)
        }
        return RenderRequest.Lengths(x: length(x), y: length(y))
    }
}

extension RenderRequest.Crop {
    /// The focal point in a picture; nil if there is none.
    fileprivate func point(in size: PixelSize) -> FocalPoint? {
        focalPoint.map { FocalPoint(x: $0.x.pixels(along: size.width), y: $0.y.pixels(along: size.height), in: size) }
    }

    /// The crop, moved by the offset as far as the picture's edges allow: inward from a right or bottom edge that it is aligned to.
    ///
    /// - Parameter isAligned: Whether nothing but the alignment placed the crop. The middle and a part of a pixel are rounded together then,
    ///   halves to even.
    fileprivate func moved(_ crop: PixelRect, in size: PixelSize, isAligned: Bool) -> PixelRect {
        guard let offset else { return crop }
        func start(_ start: Int, _ offset: Double, within room: Int, isCentered: Bool) -> Int {
            guard isAligned, isCentered else { return Int(Double(start) + offset, within: 0...room) }
            let whole = offset.rounded(.down)
            return Int((Double(room) / 2 + offset - whole).rounded(.toNearestOrEven) + whole, within: 0...room)
        }
        let (across, down) = (offset.x.pixels(along: size.width), offset.y.pixels(along: size.height))
        let (isRight, isBottom) = (horizontalAlignment == .right, verticalAlignment == .bottom)
        return PixelRect(
            x: start(
                crop.x,
                isRight ? -across : across,
                within: size.width - crop.width,
                isCentered: !isRight && horizontalAlignment != .left
            ),
            y: start(
                crop.y,
                isBottom ? -down : down,
                within: size.height - crop.height,
                isCentered: !isBottom && verticalAlignment != .top
            ),
            width: crop.width,
            height: crop.height
        )
    }
}
