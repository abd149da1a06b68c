extension CropPlan {
    /// This plan, checked and updated, in case it has been edited: which features are kept is determined from the crop, and the aspect is
    /// the crop's own if it no longer matches the requested one.
    ///
    /// Throws `invalidArgument` when the plan is not for a picture of this size, the crop is empty or extends outside it, or the crop would
    /// be distorted at the output size.
    func checked(for picture: PixelSize, scaledTo output: PixelSize) throws -> CropPlan {
        guard size == picture else {
            throw BoundedCropError(.invalidArgument, "the plan is for a picture of \(size), not for one of \(picture)")
        }
        guard crop.width > 0, crop.height > 0, size.bounds.contains(crop.rect) else {
            throw BoundedCropError(.invalidArgument, "the plan's crop, \(crop), does not lie inside the picture of \(size)")
        }
        // Both sizes are rounded to whole pixels.
        let longest = max(crop.width, crop.height, output.width, output.height)
        guard crop.size.hasShape(output.width, output.height, tolerance: longest) else {
            throw BoundedCropError(
                .invalidArgument,
                "the plan's crop of \(crop.size) would be distorted at \(output): ask for a size of the crop's own shape"
            )
        }
        var plan = self
        if !crop.size.hasShape(aspect.width, aspect.height, tolerance: max(aspect.width, aspect.height)) {
            plan.aspect = AspectRatio(crop.size)
        }
        // JSON has rectangles to a hundredth of a pixel.
        let held = Padding(.pixels(0.01)).applied(to: crop.rect)
        for index in features.indices { plan.features[index].kept = held.contains(features[index].feature.rectangle) }
        return plan
    }
}

extension PixelSize {
    /// Whether the cross products of the sides differ by at most the tolerance. A tolerance of the ratio's longer side allows one pixel of
    /// this size.
    fileprivate func hasShape(_ otherWidth: Int, _ otherHeight: Int, tolerance: Int) -> Bool {
        abs(Double(width) * Double(otherHeight) - Double(height) * Double(otherWidth)) <= Double(tolerance)
    }
}
