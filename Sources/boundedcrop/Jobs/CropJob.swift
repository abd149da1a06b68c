import BoundedCrop
import BoundedCropEffects

/// The `crop` job for each picture: read, detect, crop, write, report.
final class CropJob: Sendable {
    private let cropper: BlockingCropper
    private let requests: [CropRequest]
    private let effects: [any ImageEffect]
    private let output: OutputOptions
    private let template: OutputTemplate
    private let verbose: Bool
    private let names = OutputNames()

    init(
        cropper: BlockingCropper,
        requests: [CropRequest],
        effects: [any ImageEffect],
        output: OutputOptions,
        verbose: Bool
    ) throws {
        self.cropper = cropper
        self.requests = requests
        self.effects = effects
        self.output = output
        self.verbose = verbose
        template = try output.template(shapeCount: requests.count)
    }

    func run(_ entry: PictureFiles.Entry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        let encoding = output.encoding(template: template, source: source.header.format)
        var requests = requests
        var lines: [Batch.Line] = []
        var claimed: Set<String> = []
        if output.skipExisting, !output.plan {
            try requests.removeAll { request in
                guard case .size(let size) = request.shape, request.allowsUpscaling else { return false }
                let path = path(entry, size, AspectRatio(size), encoding.format)
                guard AtomicFile.exists(path) else { return false }
                if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
                lines.append(skipped(entry, path))
                return true
            }
        }
        let plans = try cropper.plans(source, for: requests, cancellation: cancellation)
        var wanted: [Wanted] = []
        for (plan, request) in zip(plans, requests) {
            let size = request.outputSize(for: plan.crop)
            var want = Wanted(plan: plan, request: request, size: size, path: path(entry, size, plan.aspect, encoding.format))
            if output.plan {
                lines.append(report(entry, source, want, written: nil))
                continue
            }
            let isNew = claimed.insert(want.path).inserted
            if isNew, !output.writesToStandardOutput { try names.claim(want.path, for: entry.path) }
            want.isRepeated = wanted.contains { $0.isSameFile(as: want) }
            if output.skipExisting, AtomicFile.exists(want.path) {
                lines.append(skipped(entry, want.path))
            } else if isNew || want.isRepeated {
                try output.checkAbsence(of: want.path)
                wanted.append(want)
            } else {
                throw BoundedCropError(
                    .fileExists,
                    "\(want.path) would hold two of the crops: add {width}, {height} or {aspect} to the output's name"
                )
            }
        }
        guard !wanted.isEmpty else { return lines }
        try cancellation.check()
        let crops = try cropper.render(wanted.map(\.plan), of: source, for: wanted.map(\.request))
        for (crop, want) in zip(crops, wanted) {
            try cancellation.check()
            let pixels = try crop.pixels.applying(effects)
            try cancellation.check()
            // Effects may move the content.
            let shown = effects.isEmpty ? want.plan.crop : nil
            let bytes = try pixels.blocking.encoded(as: encoding, from: source, keepingMetadata: output.keepMetadata, showing: shown)
            try write(bytes, to: want)
            let written = OutputRecord(file: want.path, size: pixels.size, format: encoding.format, bytes: bytes.count)
            lines.append(report(entry, source, want, written: written))
        }
        return lines
    }

    private struct Wanted {
        let plan: CropPlan
        let request: CropRequest
        let size: PixelSize
        let path: String
        /// Whether the same output was already requested through another size or aspect.
        var isRepeated = false

        func isSameFile(as other: Wanted) -> Bool { path == other.path && size == other.size && plan.crop == other.plan.crop }
    }

    private func path(_ entry: PictureFiles.Entry, _ size: PixelSize, _ aspect: AspectRatio, _ format: ImageFormat) -> String {
        template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: requests[0].scheme, format: format))
    }

    private func write(_ bytes: [UInt8], to want: Wanted) throws {
        if output.writesToStandardOutput { return try StandardOutput.write(bytes) }
        try AtomicFile.makeDirectory(for: want.path)
        try AtomicFile.write(bytes, to: want.path, replacing: output.overwrite || want.isRepeated)
    }

    private func report(
        _ entry: PictureFiles.Entry,
        _ source: ImageSource,
        _ want: Wanted,
        written: OutputRecord?
    ) -> Batch.Line {
        let record = CropRecord(
            file: entry.path,
            orientation: source.header.orientation,
            detector: cropper.detector.name,
            accuracy: want.request.accuracy,
            plan: want.plan,
            output: written
        )
        guard verbose || (output.plan && !output.json) else { return Batch.Line(json: record) }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        return Batch.Line(json: record, text: isNote ? nil : record.summary, note: isNote ? record.summary : nil)
    }

    private func skipped(_ entry: PictureFiles.Entry, _ path: String) -> Batch.Line {
        Batch.Line(json: SkippedRecord(file: entry.path, skipped: path), text: verbose ? "\(entry.path): \(path) exists already" : nil)
    }
}
