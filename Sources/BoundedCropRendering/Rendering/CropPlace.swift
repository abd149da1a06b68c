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
            let crop = isExact ? found.crop : request.moved(found.crop, in: size)
            self.crop = crop
            plan = crop == found.crop ? found : found.moved(to: crop)
            return
        }
        let room = request.room(in: size)
        let crop = request.moved(AlignedCrop.rectangle(in: size, room: room, target: target.shape, around: points), in: size)
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

extension RenderRequest.Crop {
    /// The focal point in a picture; nil if there is none.
    fileprivate func point(in size: PixelSize) -> FocalPoint? {
        focalPoint.map { FocalPoint(x: $0.x.pixels(along: size.width), y: $0.y.pixels(along: size.height), in: size) }
    }

    /// The crop, moved by the offset as far as the picture's edges allow: inward from a right or bottom edge that it is aligned to.
    fileprivate func moved(_ crop: PixelRect, in size: PixelSize) -> PixelRect {
        guard let offset else { return crop }
        let across = offset.x.pixels(along: size.width) * (horizontalAlignment == .right ? -1 : 1)
        let down = offset.y.pixels(along: size.height) * (verticalAlignment == .bottom ? -1 : 1)
        return PixelRect(
            x: Int(Double(crop.x) + across, within: 0...size.width - crop.width),
            y: Int(Double(crop.y) + down, within: 0...size.height - crop.height),
            width: crop.width,
            height: crop.height
        )
    }
}
