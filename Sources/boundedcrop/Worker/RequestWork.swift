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
        case .plans(let wanted): return try planned(wanted).map { Finished(result: .crop($0.record(nil))) }
        case .crops(let wanted):
            for file in wanted.compactMap(\.file) { try OutputFile(path: file).checkDifference(from: request.origin.name) }
            for want in wanted where !want.options.overwrite {
                guard let file = want.file, OutputFile(path: file).isFile else { continue }
                throw BoundedCropError(.fileExists, "\(file) already exists: \(Self.advice)")
            }
            let planned = try planned(wanted)
            var results: [Int: Finished] = [:]
            for (index, crop) in planned.enumerated() where crop.crops.animation != nil {
                let made = try crop.crops.animation(for: crop.output)
                results[index] = try finished(made.bytes, made.size, crop)
            }
            let stills = planned.indices.filter { planned[$0].crops.animation == nil }
            guard let first = stills.first else { return planned.indices.compactMap { results[$0] } }
            for (index, pixels) in zip(stills, try planned[first].crops.pixels(for: stills.map { planned[$0].output })) {
                results[index] = try finished(pixels, planned[index])
            }
            return planned.indices.compactMap { results[$0] }
        }
    }

    private struct Planned {
        let want: WantedCrop
        let crops: PictureCrops
        let output: PictureCrops.Output

        func record(_ written: OutputRecord?) -> CropRecord { crops.record(output.plan, output.request, written: written, of: output) }
    }

    /// With one detection for all stills, and one for all animations.
    private func planned(_ wanted: [WantedCrop]) throws -> [Planned] {
        var planned: [Int: Planned] = [:]
        for animates in [true, false] {
            let indices = wanted.indices.filter { wanted[$0].animates(source) == animates }
            guard let first = indices.first.map({ wanted[$0] }) else { continue }
            let picture = try animates ? source : first.options.picture(of: source)
            let crops = try PictureCrops(named: request.origin.name, source, picture, cropper, following: animates ? first.request : nil)
            for (index, plan) in zip(indices, try crops.plans(for: indices.map { wanted[$0].request })) {
                planned[index] = Planned(want: wanted[index], crops: crops, output: wanted[index].output(plan, of: source))
            }
        }
        return wanted.indices.compactMap { planned[$0] }
    }

    private func finished(_ pixels: PixelBuffer, _ crop: Planned) throws -> Finished {
        try crop.output.check()
        if crop.want.isPixels { return Finished(result: .pixels(crop.record(nil), pixels.straightBytes, pixels.size)) }
        return try finished(crop.crops.encoded(pixels, for: crop.output), pixels.size, crop)
    }

    private func finished(_ bytes: [UInt8], _ size: PixelSize, _ crop: Planned) throws -> Finished {
        let format = crop.want.encoding(of: source).format
        let output = OutputRecord(file: crop.want.file ?? "", size: size, format: format, bytes: bytes.count)
        guard let file = crop.want.file else { return Finished(result: .image(crop.record(output), bytes)) }
        var upload = try OutputFile(path: file).write(bytes, type: format.mediaType, replacing: crop.want.options.overwrite)
        upload?.advice = Self.advice
        return Finished(result: .crop(crop.record(output)), upload: upload)
    }
}

extension WantedCrop {
    /// The output for a plan.
    fileprivate func output(_ plan: CropPlan, of source: ImageSource) -> PictureCrops.Output {
        PictureCrops.Output(
            plan,
            request,
            size: request.outputSize(for: plan),
            encoding: encoding(of: source),
            effects: effects,
            metadata: options.metadata,
            writesRegions: options.writeRegions
        )
    }
}
