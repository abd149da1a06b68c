import BoundedCrop
import BoundedCropEffects

/// How planned crops become files, and lines about them.
extension CropJob {
    /// The animation with its features; nil if none of the encodings holds more than one picture of it.
    func followed(_ source: ImageSource, _ encodings: [ImageEncoding], _ cancellation: Cancellation) throws -> FollowedAnimation? {
        guard encodings.contains(where: { output.animates(source, as: $0) }) else { return nil }
        return try cancellation.perform {
            try cropper.follow(source, accuracy: accuracy, detectsFeatures: !shape.noBounding)
        }
    }

    func plans(_ work: PictureWork, for requests: [CropRequest]) throws -> [CropPlan] {
        if let animation = work.animation { return try cropper.plans(animation, for: requests) }
        return try cropper.plans(work.picture, for: requests, cancellation: work.cancellation)
    }

    /// Writes crops. Those that follow each other and have the same pixels are rendered once.
    func write(_ wanted: [CropOutput], _ work: PictureWork, seeing: (PixelBuffer) throws -> Void = { _ in }) throws -> [Batch.Line] {
        guard !wanted.isEmpty else { return [] }
        try work.cancellation.check()
        var lines: [Batch.Line] = []
        for want in wanted where animates(want, work) { lines.append(try writeAnimation(want, work)) }
        let stills = wanted.filter { !animates($0, work) }
        let groups = stills.reduce(into: [[CropOutput]]()) { groups, want in
            if groups.last?[0].hasSamePixels(as: want) == true { groups[groups.count - 1].append(want) } else { groups.append([want]) }
        }
        let counts = groups.map { _ in RedactionCount() }
        let crops = try work.cancellation.perform {
            try cropper.render(
                groups.map(\.[0].plan),
                of: work.picture,
                sizes: groups.map(\.[0].size),
                applying: counts.map { effects.counting(in: $0) }
            )
        }
        for (index, group) in groups.enumerated() {
            try work.cancellation.check()
            try seeing(crops[index].pixels)
            for want in group { lines.append(try write(crops[index].pixels, want, counts[index], work)) }
        }
        return lines
    }

    private func animates(_ want: CropOutput, _ work: PictureWork) -> Bool {
        work.animation != nil && output.animates(work.source, as: want.encoding)
    }

    private func writeAnimation(_ want: CropOutput, _ work: PictureWork) throws -> Batch.Line {
        let count = RedactionCount()
        let crop = try work.cancellation.perform {
            try cropper.render(
                want.plan,
                ofAnimation: work.source,
                scaledTo: want.size,
                as: want.encoding,
                keeping: metadata(want),
                applying: effects.counting(in: count)
            )
        }
        if want.request.requiresFeature { try count.check() }
        try output.checkSize(crop.bytes.count, want.encoding)
        return try write(crop.bytes, crop.size, want, count, work)
    }

    private func write(_ pixels: PixelBuffer, _ want: CropOutput, _ count: RedactionCount, _ work: PictureWork) throws -> Batch.Line {
        try work.cancellation.check()
        if want.request.requiresFeature { try count.check() }
        // Effects may move the content.
        let shown = effects.isEmpty ? want.plan.uprightCrop : nil
        let bytes = try work.cancellation.perform {
            try output.fitted(want.encoding) { encoding in
                try pixels.blocking.encoded(as: encoding, from: work.source, keeping: metadata(want), showing: shown)
            }
        }
        return try write(bytes, pixels.size, want, count, work)
    }

    /// Writes an output, or returns the line with what has to be sent.
    private func write(
        _ bytes: [UInt8],
        _ size: PixelSize,
        _ want: CropOutput,
        _ count: RedactionCount,
        _ work: PictureWork
    ) throws -> Batch.Line {
        let written = OutputRecord(file: want.path, size: size, format: want.encoding.format, bytes: bytes.count)
        var line = report(work, want, written: written, count)
        if output.writesToStandardOutput {
            try StandardOutput.write(bytes)
        } else {
            let replaces = want.replaces || want.replacesOwn
            let upload = try OutputFile(path: want.path).write(bytes, type: want.encoding.format.mediaType, replacing: replaces)
            names.wrote(want.path)
            line.uploads = [upload].compactMap(\.self)
            line.skipped = output.skipExisting ? SkippedRecord(file: work.entry.path, skipped: want.path) : nil
        }
        return line
    }

    private func metadata(_ want: CropOutput) -> MetadataSelection {
        var metadata = output.metadata.after(effects)
        if output.writeRegions { metadata.regions = want.plan.features(inOutputOf: want.size) }
        return metadata
    }

    func report(_ work: PictureWork, _ want: CropOutput, written: OutputRecord?, _ count: RedactionCount? = nil) -> Batch.Line {
        let record = CropRecord(
            file: work.entry.path,
            orientation: work.source.header.orientation,
            detector: cropper.detector.name,
            accuracy: want.request.accuracy,
            plan: want.plan,
            animation: work.animation.map(AnimationRecord.init),
            output: written,
            covered: count?.covered,
            covers: count?.covers
        )
        let isOneOfMany = shape.shapes.count > 1 || sourceSet != nil
        let warning = UncoveredPicture.warning(count?.covered, in: work.entry, output: isOneOfMany ? want.path : nil)
        var line = Batch.Line(json: record, warning: warning, lacksFaces: want.lacksFaces)
        guard verbose || (output.plan && !output.json) else { return line }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        (line.text, line.note) = isNote ? (nil, record.summary) : (record.summary, nil)
        return line
    }
}
