extension CropPlan {
    /// This plan, checked and updated, in case it has been edited: which features are kept is determined from the crop, and the aspect is
    /// the crop's own if it no longer matches the requested one. The crop of an aligned plan follows from its frame.
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
        if let aligned { return try checked(aligned, scaledTo: output) }
        // Both sizes are rounded to whole pixels.
        let longest = max(crop.width, crop.height, output.width, output.height)
        let upright = (outputTurn ?? .zero).turned(output)
        guard crop.size.hasShape(upright.width, upright.height, tolerance: longest) else {
            throw BoundedCropError(
                .invalidArgument,
                "the plan's crop of \(crop.size) would be distorted at \(output): use a size of the crop's own shape"
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

    private func checked(_ frame: AlignedFrame, scaledTo output: PixelSize) throws -> CropPlan {
        var plan = self
        plan.crop = try frame.rectangle(in: size)
        // JSON has frames to a hundredth of a pixel and a thousandth of a degree.
        guard frame.fill != nil || frame.overhang(beyond: size) <= 1 else {
            throw BoundedCropError(
                .invalidArgument,
                "the plan's aligned frame reaches \(frame.overhangText(beyond: size)) beyond the picture of \(size), and has no fill"
            )
        }
        let (width, height) = (Double(output.width), Double(output.height))
        guard abs(frame.width * height - frame.height * width) <= max(frame.width, frame.height, width, height) else {
            let shape = "\(Decimals.text(frame.width))x\(Decimals.text(frame.height))"
            throw BoundedCropError(
                .invalidArgument,
                "the plan's aligned frame of \(shape) would be distorted at \(output): use a size of the frame's own shape"
            )
        }
        for index in features.indices { plan.features[index].kept = frame.contains(features[index].feature.rectangle) }
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
