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
    ///   - given: The focal regions of the URL.
    init(
        _ found: CropPlan?,
        _ target: TargetGeometry,
        in size: PixelSize,
        _ url: ImageURL,
        given: [Rect],
        _ smartCropping: RenderSettings.SmartCropping
    ) {
        var points = given.map { FocalPoint($0, origin: "Explicit") }
        if points.isEmpty { points = found?.features.map { FocalPoint($0.feature.rectangle, origin: $0.feature.kind.rawValue) } ?? [] }
        let isAligned = points.isEmpty
        if isAligned { points = [FocalPoint(url.horizontalAlignment, url.verticalAlignment, in: size)] }
        focalPoints = points
        guard target.mode == .crop else {
            (crop, plan) = (PixelRect(x: 0, y: 0, width: size.width, height: size.height), found)
            return
        }
        if let found, smartCropping == .bounded {
            (crop, plan) = (found.crop, found)
            return
        }
        let crop = AlignedCrop.rectangle(in: size, target: target.size, around: points)
        self.crop = crop
        plan = found.map { found in
            var plan = found
            (plan.crop, plan.reason, plan.fallback) = (crop, isAligned ? .center : .centroid, isAligned ? .center : nil)
            for index in plan.features.indices { plan.features[index].kept = crop.rect.contains(plan.features[index].feature.rectangle) }
            return plan
        }
    }
}
