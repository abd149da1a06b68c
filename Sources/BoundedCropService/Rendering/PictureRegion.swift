internal import BoundedCrop

/// A part of a picture, used as a picture of its own.
struct PictureRegion: Picture {
    let picture: any Picture
    let rectangle: PixelRect

    var size: PixelSize { rectangle.size }

    var embeddedFeatures: [Feature] {
        picture.embeddedFeatures.map { $0.moved(x: -Double(rectangle.x), y: -Double(rectangle.y)) }
    }

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer {
        try picture.pixels(of: [(rectangle, size.fitted(longSide: longSide))])[0]
    }

    func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        for (crop, _) in crops where !size.bounds.contains(crop.rect) {
            throw BoundedCropError(.invalidArgument, "\(crop) does not lie inside the region of \(size)")
        }
        return try picture.pixels(of: crops.map { ($0.rectangle.moved(x: rectangle.x, y: rectangle.y), $0.size) })
    }
}

extension CropPlan {
    /// The plan for a region, in coordinates of the whole picture.
    func moved(to region: PixelRect, in source: PixelSize) -> CropPlan {
        let (x, y) = (Double(region.x), Double(region.y))
        var plan = self
        plan.size = source
        for index in features.indices { plan.features[index].feature = features[index].feature.moved(x: x, y: y) }
        plan.bounds = bounds?.moved(x: x, y: y)
        plan.crop = crop.moved(x: region.x, y: region.y)
        return plan
    }
}
