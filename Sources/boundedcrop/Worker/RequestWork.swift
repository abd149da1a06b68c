import BoundedCrop
import BoundedCropRendering

/// Does what a request asks for, once its picture is there. Blocks.
struct RequestWork {
    let request: WorkerRequest
    let source: ImageSource

    /// What is there for one output, or for detection.
    struct Finished {
        let result: WorkerResult
        var upload: Upload?
    }

    private static let advice = "say \"overwrite\": true to replace it"
    private var detection: ParsedOptions.Detection { request.detection }
    private var job: RenderJob { RenderJob(detection.renderer, source) }

    /// The results, and what has to be sent before they are true.
    func results() throws -> [Finished] {
        switch request.wish {
        case .features:
            let detector = detection.renderer.detector
            let record = DetectionRecord(
                file: request.origin.name,
                size: source.size,
                orientation: source.header.orientation,
                detector: detector.name,
                accuracy: detection.accuracy,
                features: try detector.features(in: source, accuracy: detection.accuracy)
            )
            return [Finished(result: .features(record))]
        case .plans(let wanted): return try job.plans(for: wanted.map(\.request)).map { Finished(result: .crop(record($0, nil))) }
        case .crops(let wanted):
            for file in wanted.compactMap(\.file) { try OutputFile(path: file).checkDifference(from: request.origin.name) }
            for want in wanted where !want.overwrites {
                guard let file = want.file, OutputFile(path: file).isFile else { continue }
                throw BoundedCropError(.fileExists, "\(file) already exists: \(Self.advice)")
            }
            return try finished(wanted)
        }
    }

    private func finished(_ wanted: [WantedCrop]) throws -> [Finished] {
        let job = job
        let planned = try job.plans(for: wanted.map(\.request))
        var stills = try job.pixels(of: planned.filter { !job.animates($0) })[...]
        return try zip(wanted, planned).map { want, planned in
            guard !job.animates(planned), let pixels = stills.popFirst() else {
                return try finished(job.animation(of: planned), planned, want)
            }
            guard want.isPixels else { return try finished(job.file(of: pixels, planned), planned, want) }
            try planned.checkCovered()
            return Finished(result: .pixels(record(planned, nil), pixels.straightBytes, pixels.size))
        }
    }

    private func record(_ planned: RenderJob.Planned, _ output: OutputRecord?) -> CropRecord {
        planned.cropRecord(of: request.origin.name, output)
    }

    private func finished(_ image: RenderedImage, _ planned: RenderJob.Planned, _ want: WantedCrop) throws -> Finished {
        let output = OutputRecord(file: want.file ?? "", size: image.size, format: image.format, bytes: image.bytes.count)
        let record = record(planned, output)
        guard let file = want.file else { return Finished(result: .image(record, image.bytes)) }
        var upload = try OutputFile(path: file).write(image.bytes, type: image.format.mediaType, replacing: want.overwrites)
        upload?.advice = Self.advice
        return Finished(result: .crop(record), upload: upload)
    }
}
