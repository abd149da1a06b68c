import BoundedCrop
import BoundedCropRendering

/// The `detect` job for each picture.
struct DetectJob: PictureJob {
    let renderer: ImageRenderer
    let crop: RenderRequest.Crop
    let overlay: OutputTemplate?
    let writesObjects: Bool
    let overwrite: Bool
    let verbose: Bool
    let names = OutputNames()

    /// What detection costs, and the picture that is drawn on.
    func cost(of entry: PictureEntry, _ source: ImageSource) throws -> RequestCost {
        guard let overlay else { return .looking(try renderer.detector(for: crop), crop.accuracy, at: source) }
        var request = RenderRequest()
        (request.answer, request.output.format, request.last.crop) = (.overlay, overlay.format, crop)
        return try renderer.cost(source, [request])
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        let target = try overlay.map { try self.target($0, source, entry) }
        let (features, record) = try RenderJob(renderer, source, stages: StageRunner(cancellation: cancellation)).detection(
            crop,
            file: entry.path
        )
        try cancellation.check()
        let uploads = try [target.flatMap { try draw(features, source, to: $0.path, $0.format) }].compactMap(\.self)
        let warnings = PlaceWarnings.lines(crop.warnings(in: source.size) + source.notes, in: entry)
        // With no output on a terminal, users could not tell that nothing was found.
        guard verbose || features.isEmpty && StandardError.isTerminal else {
            return [Batch.Line(json: .detection(record), text: record.summary, warnings: warnings, uploads: uploads)]
        }
        let drawn = target.map { " -> \($0.path.printable)" } ?? ""
        return [
            Batch.Line(
                json: .detection(record),
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
