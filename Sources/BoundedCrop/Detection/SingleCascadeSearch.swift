/// Searches with one custom cascade.
struct SingleCascadeSearch: HaarSearch {
    let model: HaarCascadeModel
    let kind: Feature.Kind

    func detections(in picture: any Picture, accuracy: DetectionAccuracy, smallest: Double) throws -> [Feature] {
        let plane = try picture.luma(longSide: accuracy == .low ? 480 : 960)
        var settings = HaarCascadeModel.Settings()
        settings.smallestSide = .smallest(smallest, of: plane.size)
        return try model.detect(in: plane, settings).map { detection in
            // The scale of weights differs between cascades. Three agreeing hits alone already give at least 0.5.
            let certainty = logistic(detection.weight, middle: 0, width: 2)
            return Feature(picture.rectangle(detection.rectangle, in: plane.size), confidence: (1 + certainty) / 2, kind: kind)
        }
    }
}
