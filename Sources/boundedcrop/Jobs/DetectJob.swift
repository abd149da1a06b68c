import BoundedCrop
import BoundedCropRendering

/// The `detect` job for each picture.
struct DetectJob: PictureJob {
    let detector: any FeatureDetector
    let accuracy: DetectionAccuracy
    let overlay: OutputTemplate?
    let writesObjects: Bool
    let overwrite: Bool
    let verbose: Bool
    let names = OutputNames()

    /// What detection costs, and the picture that is drawn on.
    func cost(of entry: PictureEntry, _ source: ImageSource) throws -> RequestCost {
        guard let overlay else { return .looking(detector, accuracy, at: source) }
        var request = RenderRequest()
        (request.answer, request.output.format) = (.overlay, overlay.format)
        (request.last.crop.detects, request.last.crop.accuracy) = (true, accuracy)
        return try OutputOptions.renderer(detector).cost(source, [request])
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        let target = try overlay.map { try self.target($0, source, entry) }
        let features = try detector.features(in: source, accuracy: accuracy)
        try cancellation.check()
        let uploads = try [target.flatMap { try draw(features, source, to: $0.path, $0.format) }].compactMap(\.self)
        let record = DetectionRecord(
            file: entry.path,
            size: source.size,
            orientation: source.header.orientation,
            detector: detector.name,
            accuracy: accuracy,
            features: features
        )
        let notes = (detector as? FixedFeatureDetector)?.notes(in: source.size) ?? []
        let warnings = PlaceWarnings.lines(notes + source.notes, in: entry)
        // With no output on a terminal, users could not tell that nothing was found.
        guard verbose || features.isEmpty && StandardError.isTerminal else {
            return [Batch.Line(json: record, text: record.summary, warnings: warnings, uploads: uploads)]
        }
        let drawn = target.map { " -> \($0.path.printable)" } ?? ""
        return [
            Batch.Line(
                json: record,
                text: record.summary,
                note: "\(entry.path.printable): \(features.count) found\(drawn)",
                warnings: warnings,
                uploads: uploads
            )
        ]
    }

    private func target(
        _ template: OutputTemplate,
        _ source: ImageSource,
        _ entry: PictureEntry
    ) throws -> (path: String, format: ImageFormat) {
        let format = template.format ?? source.header.outputFormat
        let path = template.path(
            for: .init(name: entry.name, size: source.size, aspect: AspectRatio(source.size), scheme: .all, format: format)
        )
        try names.claim(path, for: entry.path)
        if !overwrite { try OutputFile(path: path).checkAbsence() }
        try OutputFile(path: path).checkDifference(from: entry.path)
        return (path, format)
    }

    /// Writes the overlay, or returns what has to be sent.
    private func draw(_ features: [Feature], _ source: ImageSource, to path: String, _ format: ImageFormat) throws -> Upload? {
        var pixels = try source.pixels()
        for feature in features {
            pixels.stroke(feature.rectangle, color: (red: 255, green: 64, blue: 32), width: max(2, source.size.longSide / 250))
        }
        var upload = try OutputFile(path: path).write(
            pixels.blocking.encoded(as: ImageEncoding(format)),
            type: format.mediaType,
            replacing: overwrite
        )
        upload?.advice = OutputFile.advice
        return upload
    }
}
