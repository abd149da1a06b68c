import BoundedCrop

/// What `detect` does with each picture.
struct DetectJob: Sendable {
    let detector: any FeatureDetector
    let accuracy: DetectionAccuracy
    let decoding: DecodingOptions
    let overlay: OutputTemplate?
    let overwrite: Bool
    let printsText: Bool

    func run(_ entry: PictureFiles.Entry, cancellation: Cancellation) throws -> [Batch.Line] {
        let source = try entry.source(decoding)
        let features = try detector.features(in: source, accuracy: accuracy)
        try cancellation.check()
        if let overlay { try draw(features, source, entry, overlay) }
        let record = DetectionRecord(
            file: entry.path,
            size: source.size,
            orientation: source.header.orientation,
            detector: detector.name,
            accuracy: accuracy,
            features: features
        )
        return [Batch.Line(json: record, text: printsText ? record.summary : nil)]
    }

    private func draw(_ features: [Feature], _ source: ImageSource, _ entry: PictureFiles.Entry, _ template: OutputTemplate) throws {
        var pixels = try source.pixels()
        for feature in features {
            pixels.stroke(feature.rectangle, color: (red: 255, green: 64, blue: 32), width: max(2, source.size.longSide / 250))
        }
        let format = template.format ?? source.header.format
        let path = template.path(
            for: .init(name: entry.name, size: source.size, aspect: AspectRatio(source.size), scheme: .all, format: format)
        )
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(pixels.encoded(EncodingOptions(format: format)), to: path, replacing: overwrite)
    }
}
