import BoundedCrop
import BoundedCropEffects

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
    private var cropper: BlockingCropper { request.detection.cropper }

    /// The results, and what has to be sent before they are true.
    func results() throws -> [Finished] {
        switch request.wish {
        case .features:
            let features = try cropper.features(in: source, accuracy: request.detection.accuracy)
            let record = DetectionRecord(
                file: request.origin.name,
                size: source.size,
                orientation: source.header.orientation,
                detector: cropper.detector.name,
                accuracy: request.detection.accuracy,
                features: features
            )
            return [Finished(result: .features(record))]
        case .plans(let wanted):
            return try planned(wanted).map { Finished(result: .crop(record($0, nil))) }
        case .crops(let wanted):
            for file in wanted.compactMap(\.file) { try OutputFile(path: file).checkDifference(from: request.origin.name) }
            for want in wanted where !want.options.overwrite {
                guard let file = want.file, OutputFile(path: file).isFile else { continue }
                throw BoundedCropError(.fileExists, "\(file) already exists: \(Self.advice)")
            }
            let planned = try planned(wanted)
            var results: [Int: Finished] = [:]
            for (index, crop) in planned.enumerated() where crop.animation != nil { results[index] = try animated(crop) }
            let stills = planned.indices.filter { planned[$0].animation == nil }
            for (index, result) in zip(stills, try still(stills.map { planned[$0] })) { results[index] = result }
            return planned.indices.compactMap { results[$0] }
        }
    }

    private struct PlannedCrop {
        let want: WantedCrop
        let plan: CropPlan
        let animation: FollowedAnimation?
    }

    /// With one detection for all stills, and one for all animations.
    private func planned(_ wanted: [WantedCrop]) throws -> [PlannedCrop] {
        let (moving, still) = (wanted.filter { $0.animates(source) }, wanted.filter { !$0.animates(source) })
        var plans: [Bool: ArraySlice<CropPlan>] = [:]
        var animation: FollowedAnimation?
        if let first = moving.first {
            let followed = try cropper.follow(
                source,
                accuracy: first.request.accuracy,
                detectsFeatures: first.request.detectsFeatures
            )
            plans[true] = try cropper.plans(followed, for: moving.map(\.request))[...]
            animation = followed
        }
        if let first = still.first {
            plans[false] = try cropper.plans(first.options.picture(of: source), for: still.map(\.request))[...]
        }
        return wanted.compactMap { want in
            let animates = want.animates(source)
            return plans[animates]?.popFirst().map { PlannedCrop(want: want, plan: $0, animation: animates ? animation : nil) }
        }
    }

    private func animated(_ crop: PlannedCrop) throws -> Finished {
        let want = crop.want
        let count = RedactionCount()
        let made = try cropper.render(
            crop.plan,
            ofAnimation: source,
            scaledTo: want.request.outputSize(for: crop.plan),
            as: want.encoding(of: source),
            keeping: want.metadata(crop.plan),
            applying: want.effects.counting(in: count)
        )
        return try finished(made.bytes, made.size, crop, count)
    }

    private func still(_ crops: [PlannedCrop]) throws -> [Finished] {
        guard let first = crops.first else { return [] }
        let picture = try first.want.options.picture(of: source)
        let counts = crops.map { _ in RedactionCount() }
        let rendered = try cropper.render(
            crops.map(\.plan),
            of: picture,
            sizes: crops.map { $0.want.request.outputSize(for: $0.plan) },
            applying: zip(crops, counts).map { $0.want.effects.counting(in: $1) }
        )
        return try crops.enumerated().map { index, crop in
            let want = crop.want
            let (pixels, count) = (rendered[index].pixels, counts[index])
            if want.isPixels {
                try check(count, crop)
                return Finished(result: .pixels(record(crop, nil, count), pixels.straightBytes, pixels.size))
            }
            // Effects may move the content.
            let shown = want.effects.isEmpty ? crop.plan.uprightCrop : nil
            let bytes = try pixels.blocking.encoded(
                as: want.encoding(of: source),
                from: source,
                keeping: want.metadata(crop.plan),
                showing: shown
            )
            return try finished(bytes, pixels.size, crop, count)
        }
    }

    /// Throws `noFeatureFound` if redactions covered nothing where a face is required.
    private func check(_ count: RedactionCount, _ crop: PlannedCrop) throws {
        if crop.want.request.requiresFeature { try count.check() }
    }

    private func finished(_ bytes: [UInt8], _ size: PixelSize, _ crop: PlannedCrop, _ count: RedactionCount) throws -> Finished {
        try check(count, crop)
        let format = crop.want.encoding(of: source).format
        let output = OutputRecord(file: crop.want.file ?? "", size: size, format: format, bytes: bytes.count)
        guard let file = crop.want.file else { return Finished(result: .image(record(crop, output, count), bytes)) }
        var upload = try OutputFile(path: file).write(bytes, type: format.mediaType, replacing: crop.want.options.overwrite)
        upload?.advice = Self.advice
        return Finished(result: .crop(record(crop, output, count)), upload: upload)
    }

    private func record(_ crop: PlannedCrop, _ output: OutputRecord?, _ count: RedactionCount? = nil) -> CropRecord {
        CropRecord(
            file: request.origin.name,
            orientation: source.header.orientation,
            detector: cropper.detector.name,
            accuracy: request.detection.accuracy,
            plan: crop.plan,
            animation: crop.animation.map(AnimationRecord.init),
            output: output,
            covered: count?.covered
        )
    }
}

extension WantedCrop {
    /// What is kept of the source's metadata in the crop of a plan.
    fileprivate func metadata(_ plan: CropPlan) -> MetadataSelection {
        var metadata = options.metadata.after(effects)
        if options.writeRegions { metadata.regions = plan.features(inOutputOf: request.outputSize(for: plan)) }
        return metadata
    }
}
