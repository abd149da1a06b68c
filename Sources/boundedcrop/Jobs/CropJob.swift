import BoundedCrop
import BoundedCropEffects

/// The `crop` job for each picture: read, detect, crop, write, report.
final class CropJob: Sendable {
    let cropper: BlockingCropper
    let shape: ShapeOptions
    /// The widths to write of one crop, with their HTML; nil for the crops that `shape` describes.
    let sourceSet: SourceSet?
    let accuracy: DetectionAccuracy
    let effects: [any ImageEffect]
    let output: OutputOptions
    let template: OutputTemplate
    /// Where the outputs of pictures without faces go; nil if they go where the others go.
    let templateWithoutFaces: OutputTemplate?
    let verbose: Bool
    let names: OutputNames

    init(
        cropper: BlockingCropper,
        shape: ShapeOptions,
        sourceSet: SourceSet?,
        accuracy: DetectionAccuracy,
        effects: [any ImageEffect],
        output: OutputOptions,
        folderWithoutFaces: String?,
        verbose: Bool,
        names: OutputNames
    ) throws {
        self.cropper = cropper
        self.shape = shape
        self.sourceSet = sourceSet
        self.accuracy = accuracy
        self.effects = effects
        self.output = output
        self.verbose = verbose
        self.names = names
        template = try output.template(shapeCount: sourceSet == nil ? shape.shapes.count : 2)
        templateWithoutFaces = folderWithoutFaces.map { [template] in template.moved(to: $0) }
    }

    /// A request for each shape.
    var requests: [CropRequest] { shape.requests(accuracy: accuracy) }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        names.read(entry)
        if let sourceSet { return try run(sourceSet, entry, source, cancellation) }
        let encoding = output.encoding(template: template, source: source.header)
        var wishes = Array(zip(shape.shapes, requests))
        var lines: [Batch.Line] = []
        var claimed: Set<String> = []
        if output.skipExisting || output.newer, !output.plan {
            try wishes.removeAll { wanted, request in
                guard let path = knownPath(wanted, request, entry, source.size, encoding), output.isDone(path, for: entry) else {
                    return false
                }
                if claimed.insert(path).inserted { try names.claim(path, for: entry.path) }
                lines.append(skipped(entry, path))
                return true
            }
        }
        guard !wishes.isEmpty else { return lines }
        let work = try PictureWork(entry, source, animation: followed(source, [encoding], cancellation), output, cancellation)
        var wants: [CropOutput] = []
        for (plan, (wanted, request)) in zip(try plans(work, for: wishes.map(\.1)), wishes) {
            let size = size(wanted, request, plan, source.size)
            let aspect = wanted.isExact ? plan.outputAspect : AspectRatio(size)
            let path = path(entry, size, aspect, encoding.format, template(for: plan, request))
            var want = CropOutput(plan: plan, request: request, size: size, path: path, encoding: encoding)
            if output.plan {
                lines.append(report(work, want, written: nil))
                continue
            }
            let isNew = claimed.insert(want.path).inserted
            if isNew, !output.writesToStandardOutput { try names.claim(want.path, for: entry.path) }
            want.replacesOwn = wants.contains { $0.isSameFile(as: want) }
            if output.isDone(want.path, for: entry) {
                lines.append(skipped(entry, want.path))
            } else if isNew || want.replacesOwn {
                try output.checkAbsence(of: want.path)
                want.replaces = try output.replaces(want.path, by: effects.isEmpty ? size : nil, of: entry, names, template)
                wants.append(want)
            } else {
                throw BoundedCropError(
                    .fileExists,
                    "\(want.path) would hold two of the crops: add {width}, {height} or {aspect} to the output's name"
                )
            }
        }
        return try lines + write(wants, work)
    }
}
