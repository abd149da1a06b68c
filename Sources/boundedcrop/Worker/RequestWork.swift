import BoundedCrop
import BoundedCropRendering

/// Does what a request asks for, once its picture is there. Blocks.
struct RequestWork {
    let request: WorkerRequest
    let source: ImageSource
    /// Those that steps name.
    let pictures: [String: ImageSource]

    /// What is there for one output, or for detection.
    struct Finished {
        let result: WorkerResult
        var uploads: [Upload] = []
    }

    private typealias Planned = RenderJob.Planned
    /// The crops of an output.
    private typealias Wanted = (want: WantedCrop, plans: [Planned])

    /// What to do about a file that exists.
    static let advice = "say \"overwrite\": true to replace it"
    private var job: RenderJob { RenderJob(request.renderer(for: source), source, pictures: pictures) }

    /// The results, and what has to be sent before they are true.
    func results() throws -> [Finished] {
        switch request.wish {
        case .features:
            let found = try job.detection(request.detection.crop, file: request.origin.name)
            return [Finished(result: .features(found.record))]
        case .plans(let wanted):
            return try inPlace(wanted) { wanted in
                try planned(wanted, by: job).map { want, plans in
                    finished(want, plans.map { Finished(result: .crop(record($0, want, nil))) })
                }
            }
        case .crops(let wanted):
            // Those of faces have their names when the faces are known.
            let named = wanted.filter { !$0.eachFace && !$0.isLeftOut }
            for file in named.compactMap(\.file) { try OutputFile(path: file).checkDifference(from: request.origin.name) }
            for want in named where !want.overwrites {
                if let file = want.file { try OutputFile(path: file).checkAbsence(advice: Self.advice) }
            }
            return try inPlace(wanted, finished)
        }
    }

    /// The results in the order of the outputs, with a record for each that a correction leaves out.
    private func inPlace(_ wanted: [WantedCrop], _ make: ([WantedCrop]) throws -> [Finished]) throws -> [Finished] {
        let made = wanted.filter { !$0.isLeftOut }
        var rest = try made.isEmpty ? [] : make(made)[...]
        return wanted.compactMap { want in
            guard want.isLeftOut else { return rest.popFirst() }
            let aspect = want.aspect(in: source.size).description
            return Finished(result: .leftOut(CorrectedAwayRecord(file: request.origin.name, aspect: aspect)))
        }
    }

    private func planned(_ wanted: [WantedCrop], by job: RenderJob) throws -> [Wanted] {
        let plans = try job.facePlans(for: wanted.map(\.request))
        return zip(wanted, plans).map { want, plans in (want, plans.map { want.scaled($0, in: source.size) }) }
    }

    private func finished(_ wanted: [WantedCrop]) throws -> [Finished] {
        let job = job
        let outputs = try planned(wanted, by: job)
        try checkFiles(of: outputs)
        let crops = outputs.flatMap { output in output.plans.map { (want: output.want, planned: $0) } }
        var made: [Finished] = []
        for portion in job.portions(of: crops, planned: \.planned) {
            var stills = try job.pixels(of: portion.map(\.planned).filter { !job.animates($0) })[...]
            made += try portion.map { want, planned in
                guard !job.animates(planned), let pixels = stills.popFirst() else {
                    return try finished(job.animation(of: planned), planned, want)
                }
                guard want.isPixels else { return try finished(job.file(of: pixels, planned), planned, want) }
                try planned.checkCovered()
                return Finished(result: .pixels(record(planned, want, nil), pixels.straightBytes, pixels.size))
            }
        }
        var rest = made[...]
        return outputs.map { output in
            defer { rest = rest.dropFirst(output.plans.count) }
            return finished(output.want, Array(rest.prefix(output.plans.count)))
        }
    }

    /// Checks the files of faces before the first one is written.
    private func checkFiles(of outputs: [Wanted]) throws {
        guard outputs.contains(where: \.want.eachFace) else { return }
        var files: Set<String> = []
        for (want, plans) in outputs {
            for file in plans.compactMap({ want.file(of: $0) }) {
                guard files.insert(file).inserted else {
                    throw BoundedCropError(.fileExists, "two of the outputs would be one file, \(file)")
                }
                guard want.eachFace else { continue }
                try OutputFile(path: file).checkDifference(from: request.origin.name)
                if !want.overwrites { try OutputFile(path: file).checkAbsence(advice: Self.advice) }
            }
        }
    }

    /// What is there for an output: its crop, or those of the faces together.
    private func finished(_ want: WantedCrop, _ crops: [Finished]) -> Finished {
        guard want.eachFace else { return crops[0] }
        return Finished(result: .faces(crops.map(\.result)), uploads: crops.flatMap(\.uploads))
    }

    private func record(_ planned: Planned, _ want: WantedCrop, _ output: OutputRecord?) -> MadeRecord {
        let record = planned.record(image: request.origin.name, output: output)
        return MadeRecord(planned: record, file: request.origin.name, crop: planned.plan.crop, output: output, covered: planned.covered)
    }

    private func finished(_ image: RenderedImage, _ planned: Planned, _ want: WantedCrop) throws -> Finished {
        try want.request.output.checkSize(of: image, RequestOption.memberName)
        let file = want.file(of: planned)
        let output = OutputRecord(file: file ?? "", size: image.size, format: image.format, bytes: image.bytes.count)
        let record = record(planned, want, output)
        guard let file else { return Finished(result: .image(record, image.bytes)) }
        var upload = try OutputFile(path: file).write(image.bytes, type: image.format.mediaType, replacing: want.overwrites)
        upload?.advice = Self.advice
        return Finished(result: .crop(record), uploads: [upload].compactMap(\.self))
    }
}
