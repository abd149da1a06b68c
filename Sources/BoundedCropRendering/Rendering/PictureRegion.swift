internal import BoundedCrop

/// A part of a picture, used as a picture of its own.
struct PictureRegion: CuttablePicture {
    let picture: any Picture
    let rectangle: PixelRect

    var size: PixelSize { rectangle.size }

    var embeddedFeatures: [Feature] {
        picture.embeddedFeatures.map { $0.moved(x: -Double(rectangle.x), y: -Double(rectangle.y)) }
    }

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer {
        try picture.pixels(of: rectangle, scaledTo: size.fitted(longSide: longSide))
    }

    func cuts(_ cuts: [PictureCut]) throws -> [PixelBuffer] {
        for cut in cuts where !size.bounds.contains(cut.rectangle.rect) {
            throw BoundedCropError(.invalidArgument, "\(cut.rectangle) does not lie inside the region of \(size)")
        }
        return try picture.pixels(of: cuts.map { PictureCut($0.rectangle.moved(x: rectangle.x, y: rectangle.y), scaledTo: $0.size) })
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
        plan.aligned?.center.x += x
        plan.aligned?.center.y += y
        return plan
    }
}
