import BoundedCrop
import Synchronization

/// What is done with each picture: read, look, crop, write, report.
final class CropJob: Sendable {
    private let cropper: BoundedCropper
    private let requests: [CropRequest]
    private let decoding: DecodingOptions
    private let output: OutputOptions
    private let template: OutputTemplate
    private let verbose: Bool
    /// Which picture each output of this run is made of, so that no two write the same file.
    private let claimed = Mutex<[String: String]>([:])

    init(cropper: BoundedCropper, requests: [CropRequest], decoding: DecodingOptions, output: OutputOptions, verbose: Bool) throws {
        self.cropper = cropper
        self.requests = requests
        self.decoding = decoding
        self.output = output
        self.verbose = verbose
        template = try output.template(shapeCount: requests.count)
    }

    func run(_ entry: PictureFiles.Entry, cancellation: Cancellation) throws -> [Batch.Line] {
        let source = try entry.source(decoding)
        let encoding = output.encoding(template: template, source: source.header.format)
        var requests = requests
        var lines: [Batch.Line] = []
        if output.skipExisting, !output.plan {
            requests.removeAll { request in
                guard case .size(let size) = request.shape, request.allowsUpscaling else { return false }
                let path = path(entry, size, AspectRatio(size), encoding.format)
                guard AtomicFile.exists(path) else { return false }
                lines.append(skipped(entry, path))
                return true
            }
        }
        let plans = try cropper.plans(source, for: requests, cancellation: cancellation)
        var wanted: [(plan: CropPlan, request: CropRequest, path: String)] = []
        for (plan, request) in zip(plans, requests) {
            let path = path(entry, request.outputSize(for: plan.crop), plan.aspect, encoding.format)
            if output.plan {
                lines.append(report(entry, source, plan, request, written: nil))
            } else if output.skipExisting, AtomicFile.exists(path) {
                lines.append(skipped(entry, path))
            } else {
                try claim(path, for: entry)
                wanted.append((plan, request, path))
            }
        }
        guard !wanted.isEmpty else { return lines }
        try cancellation.check()
        let crops = try cropper.render(source, wanted.map { ($0.plan, $0.request) })
        for (crop, want) in zip(crops, wanted) {
            try cancellation.check()
            let bytes = try crop.pixels.encoded(encoding, from: source, keepingMetadata: output.keepMetadata)
            try write(bytes, to: want.path)
            let written = OutputRecord(file: want.path, size: crop.pixels.size, format: encoding.format, bytes: bytes.count)
            lines.append(report(entry, source, crop.plan, want.request, written: written))
        }
        return lines
    }

    private func path(_ entry: PictureFiles.Entry, _ size: PixelSize, _ aspect: AspectRatio, _ format: ImageFormat) -> String {
        template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: requests[0].scheme, format: format))
    }

    private func claim(_ path: String, for entry: PictureFiles.Entry) throws {
        guard !output.writesToStandardOutput else { return }
        if let other = claimed.withLock({ $0.updateValue(entry.path, forKey: path) }) {
            throw BoundedCropError(
                .fileExists,
                "\(path) was already made of \(other): add {name}, {width} or {height} to the output's name"
            )
        }
        if !output.overwrite, AtomicFile.exists(path) {
            throw BoundedCropError(.fileExists, "\(path) exists already: say --overwrite or --skip-existing")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        if output.writesToStandardOutput { return try StandardOutput.write(bytes) }
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(bytes, to: path, replacing: output.overwrite)
    }

    private func report(
        _ entry: PictureFiles.Entry,
        _ source: ImageSource,
        _ plan: CropPlan,
        _ request: CropRequest,
        written: OutputRecord?
    ) -> Batch.Line {
        let record = CropRecord(
            file: entry.path,
            orientation: source.header.orientation,
            detector: cropper.detector.name,
            accuracy: request.accuracy,
            plan: plan,
            output: written
        )
        guard verbose || output.plan else { return Batch.Line(json: record) }
        // Beside a picture on standard output there is no room for words.
        let isNote = output.writesToStandardOutput && !output.plan
        return Batch.Line(json: record, text: isNote ? nil : record.summary, note: isNote ? record.summary : nil)
    }

    private func skipped(_ entry: PictureFiles.Entry, _ path: String) -> Batch.Line {
        Batch.Line(json: SkippedRecord(file: entry.path, skipped: path), text: verbose ? "\(entry.path): \(path) exists already" : nil)
    }
}
