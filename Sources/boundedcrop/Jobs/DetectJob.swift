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
        let format = overlay?.format ?? source.header.outputFormat
        let target = try places.map { places in
            let (size, aspect) = (source.size, AspectRatio(source.size))
            let path = places.template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: .all, format: format))
            return (path: path, replaces: try places.take(path, by: nil, of: entry))
        }
        let job = RenderJob(renderer, source, stages: StageRunner(cancellation: cancellation))
        let (features, record) = try job.detection(crop, file: entry.path)
        try cancellation.check()
        var line = Batch.Line(json: .detection(record), text: record.summary)
        line.warnings = (crop.warnings(in: source.size) + source.notes).map { BatchLines.line($0, about: entry.path) }
        if let target, let places {
            let bytes = try drawn(features, on: source).blocking.encoded(as: ImageEncoding(format))
            let upload = try places.write(bytes, type: format.mediaType, to: target.path, replacing: target.replaces)
            line.uploads = [upload].compactMap(\.self)
        }
        // With no output on a terminal, users could not tell that nothing was found.
        if verbose || features.isEmpty && StandardError.isTerminal {
            let drawn = target.map { " -> \($0.path.printable)" } ?? ""
            line.note = "\(entry.path.printable): \(features.count) found\(drawn)"
        }
        return [line]
    }

    /// Where overlays go; nil if there are none.
    private var places: OutputPlaces? {
        overlay.map { OutputPlaces(template: $0, asked: overwrite ? .replaced : .refused, names: names, advice: OutputFile.advice) }
    }

    private func drawn(_ features: [Feature], on source: ImageSource) throws -> PixelBuffer {
        var pixels = try source.pixels()
        for feature in features {
            pixels.stroke(feature.rectangle, color: (red: 255, green: 64, blue: 32), width: max(2, source.size.longSide / 250))
        }
        return pixels
    }
}
