import BoundedCrop
import BoundedCropEffects

/// The `crop` job for each picture: read, detect, crop, write, report.
final class CropJob: Sendable {
    private let cropper: BlockingCropper
    let shape: ShapeOptions
    private let accuracy: DetectionAccuracy
    private let effects: [any ImageEffect]
    let output: OutputOptions
    let template: OutputTemplate
    /// Where the outputs of pictures without faces go; nil if they go where the others go.
    let templateWithoutFaces: OutputTemplate?
    let verbose: Bool
    let names = OutputNames()

    init(
        cropper: BlockingCropper,
        shape: ShapeOptions,
        accuracy: DetectionAccuracy,
        effects: [any ImageEffect],
        output: OutputOptions,
        folderWithoutFaces: String?,
        verbose: Bool
    ) throws {
        self.cropper = cropper
        self.shape = shape
        self.accuracy = accuracy
        self.effects = effects
        self.output = output
        self.verbose = verbose
        template = try output.template(shapeCount: shape.shapes.count)
        templateWithoutFaces = folderWithoutFaces.map { [template] in template.moved(to: $0) }
    }

    /// The requests for a picture of a size.
    func requests(for picture: PixelSize) -> [CropRequest] { shape.requests(accuracy: accuracy, for: picture) }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        let encoding = output.encoding(template: template, source: source.header)
        var requests = requests(for: source.size)
        var lines: [Batch.Line] = []
        var claimed: Set<String> = []
        if output.skipExisting || output.newer, !output.plan {
            try requests.removeAll { request in
                guard let path = knownPath(request, entry, encoding), output.isDone(path, for: entry) else { return false }
                if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
                lines.append(skipped(entry, path))
                return true
            }
        }
        guard !requests.isEmpty else { return lines }
        let picture = try cancellation.perform { try output.picture(of: source) }
        let animation = try followed(source, encoding, cancellation)
        let plans =
            try animation.map { try cropper.plans($0, for: requests) }
            ?? cropper.plans(picture, for: requests, cancellation: cancellation)
        var wanted: [Wanted] = []
        for (plan, request) in zip(plans, requests) {
            let size = request.outputSize(for: plan)
            let lacksFaces = plan.features.isEmpty && request.detectsFeatures
            let template = lacksFaces ? templateWithoutFaces ?? template : template
            let path = path(entry, size, plan.outputAspect, encoding.format, template)
            var want = Wanted(plan: plan, request: request, size: size, path: path, lacksFaces: lacksFaces)
            if output.plan {
                lines.append(report(entry, source, want, animation, written: nil))
                continue
            }
            let isNew = claimed.insert(want.path).inserted
            if isNew, !output.writesToStandardOutput { try names.claim(want.path, for: entry.path) }
            want.isRepeated = wanted.contains { $0.isSameFile(as: want) }
            if output.isDone(want.path, for: entry) {
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
        if let animation {
            return try lines
                + wanted.map { want in
                    let count = RedactionCount()
                    let crop = try cancellation.perform {
                        try cropper.render(
                            want.plan,
                            ofAnimation: source,
                            scaledTo: want.size,
                            as: encoding,
                            keeping: metadata(want),
                            applying: effects.counting(in: count)
                        )
                    }
                    if want.request.requiresFeature { try UncoveredPicture.check(count.covered) }
                    try output.checkSize(crop.bytes.count, encoding)
                    let written = OutputRecord(file: want.path, size: crop.size, format: encoding.format, bytes: crop.bytes.count)
                    let line = report(entry, source, want, animation, written: written, covered: count.covered)
                    return try write(crop.bytes, to: want, as: encoding.format, for: entry, line)
                }
        }
        let crops = try cropper.render(wanted.map(\.plan), of: picture, for: wanted.map(\.request))
        for (crop, want) in zip(crops, wanted) {
            try cancellation.check()
            let count = RedactionCount()
            let pixels = try crop.pixels.applying(effects.counting(in: count))
            try cancellation.check()
            if want.request.requiresFeature { try UncoveredPicture.check(count.covered) }
            // Effects may move the content.
            let shown = effects.isEmpty ? want.plan.uprightCrop : nil
            let bytes = try cancellation.perform {
                try output.fitted(encoding) { encoding in
                    try pixels.blocking.encoded(as: encoding, from: source, keeping: metadata(want), showing: shown)
                }
            }
            let written = OutputRecord(file: want.path, size: pixels.size, format: encoding.format, bytes: bytes.count)
            let line = report(entry, source, want, nil, written: written, covered: count.covered)
            lines.append(try write(bytes, to: want, as: encoding.format, for: entry, line))
        }
        return lines
    }

    /// The animation with its features; nil if one picture is written.
    private func followed(
        _ source: ImageSource,
        _ encoding: ImageEncoding,
        _ cancellation: Cancellation
    ) throws -> FollowedAnimation? {
        guard output.animates(source, as: encoding) else { return nil }
        return try cancellation.perform {
            try cropper.follow(source, accuracy: accuracy, detectsFeatures: !shape.noBounding)
        }
    }

    private struct Wanted {
        let plan: CropPlan
        let request: CropRequest
        let size: PixelSize
        let path: String
        /// Whether faces were looked for, and none was found.
        let lacksFaces: Bool
        /// Whether the same output was already requested through another size or aspect.
        var isRepeated = false

        func isSameFile(as other: Wanted) -> Bool {
            path == other.path && size == other.size && plan.crop == other.plan.crop && plan.outputTurn == other.plan.outputTurn
                && plan.aligned == other.plan.aligned
        }
    }

    private func metadata(_ want: Wanted) -> MetadataSelection {
        var metadata = output.metadata
        if output.writeRegions { metadata.regions = want.plan.features(inOutputOf: want.size) }
        return metadata
    }

    /// Writes an output, or returns the line with what has to be sent.
    private func write(
        _ bytes: [UInt8],
        to want: Wanted,
        as format: ImageFormat,
        for entry: PictureEntry,
        _ line: Batch.Line
    ) throws -> Batch.Line {
        var line = line
        if output.writesToStandardOutput {
            try StandardOutput.write(bytes)
        } else {
            let replaces = output.overwrite || output.newer || want.isRepeated
            line.upload = try OutputFile(path: want.path).write(bytes, as: format, replacing: replaces)
            line.skipped = output.skipExisting ? SkippedRecord(file: entry.path, skipped: want.path) : nil
        }
        return line
    }

    private func report(
        _ entry: PictureEntry,
        _ source: ImageSource,
        _ want: Wanted,
        _ animation: FollowedAnimation?,
        written: OutputRecord?,
        covered: Int? = nil
    ) -> Batch.Line {
        let record = CropRecord(
            file: entry.path,
            orientation: source.header.orientation,
            detector: cropper.detector.name,
            accuracy: want.request.accuracy,
            plan: want.plan,
            animation: animation.map(AnimationRecord.init),
            output: written,
            covered: covered
        )
        let warning = UncoveredPicture.warning(covered, in: entry, output: shape.shapes.count > 1 ? want.path : nil)
        var line = Batch.Line(json: record, warning: warning, lacksFaces: want.lacksFaces)
        guard verbose || (output.plan && !output.json) else { return line }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        (line.text, line.note) = isNote ? (nil, record.summary) : (record.summary, nil)
        return line
    }
}
