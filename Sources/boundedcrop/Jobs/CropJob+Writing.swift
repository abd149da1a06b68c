import BoundedCrop
import BoundedCropRendering

/// How planned crops become files, and lines about them.
extension CropJob {
    /// Writes crops. Those that follow each other and have the same pixels are rendered once.
    func write(_ wanted: [CropOutput], _ work: PictureWork, seeing: (PixelBuffer) throws -> Void = { _ in }) throws -> [Batch.Line] {
        guard !wanted.isEmpty else { return [] }
        try work.cancellation.check()
        var lines: [Batch.Line] = []
        for want in wanted where work.job.animates(want.planned) {
            lines.append(try write(work.cancellation.perform { try work.job.animation(of: want.planned) }, want, work))
        }
        let stills = wanted.filter { !work.job.animates($0.planned) }
        let groups = stills.reduce(into: [[CropOutput]]()) { groups, want in
            guard let same = groups.last?[0], same.hasSamePixels(as: want) else { return groups.append([want]) }
            var want = want
            let output = want.planned.request.output
            want.planned = same.planned
            want.planned.request.output = output
            groups[groups.count - 1].append(want)
        }
        let pixels = try work.cancellation.perform { try work.job.pixels(of: groups.map { $0[0].planned }) }
        for (pixels, group) in zip(pixels, groups) {
            try seeing(pixels)
            for want in group {
                lines.append(try write(work.cancellation.perform { try work.job.file(of: pixels, want.planned) }, want, work))
            }
        }
        return lines
    }

    /// Writes an output, or returns the line with what has to be sent.
    private func write(_ image: RenderedImage, _ want: CropOutput, _ work: PictureWork) throws -> Batch.Line {
        try output.checkSize(image)
        let written = OutputRecord(file: want.path, size: image.size, format: image.format, bytes: image.bytes.count)
        var line = report(work, want, written: written)
        if output.writesToStandardOutput {
            try StandardOutput.write(image.bytes)
        } else {
            let replaces = want.replaces || want.replacesOwn
            let upload = try OutputFile(path: want.path).write(image.bytes, type: image.format.mediaType, replacing: replaces)
            names.wrote(want.path)
            line.uploads = [upload].compactMap(\.self)
            line.skipped = output.skipExisting ? SkippedRecord(file: work.entry.path, skipped: want.path) : nil
        }
        return line
    }

    func report(_ work: PictureWork, _ want: CropOutput, written: OutputRecord?) -> Batch.Line {
        let record = want.planned.cropRecord(of: work.entry.path, written)
        let isOneOfMany = wanted.count > 1 || sourceSet != nil
        let uncovered = UncoveredPicture.warning(record.covered, in: work.entry, output: isOneOfMany ? want.path : nil)
        let warnings = PlaceWarnings.lines(record.warnings, in: work.entry) + [uncovered].compactMap(\.self)
        var line = Batch.Line(json: record, warnings: warnings, lacksFaces: want.planned.lacksFeatures)
        guard verbose || (output.plan && !output.json) else { return line }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        (line.text, line.note) = isNote ? (nil, record.summary) : (record.summary, nil)
        return line
    }
}
