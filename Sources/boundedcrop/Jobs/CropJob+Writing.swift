import BoundedCrop
import BoundedCropRendering

/// How planned crops become files, and lines about them.
extension CropJob {
    /// Writes crops. Those that follow each other and have the same pixels are rendered once.
    func write(_ wanted: [CropOutput], _ work: PictureWork, seeing: (PixelBuffer) throws -> Void = { _ in }) throws -> [Batch.Line] {
        guard !wanted.isEmpty else { return [] }
        try work.cancellation.check()
        var lines: [Batch.Line] = []
        for want in wanted where animates(want, work) {
            let made = made(want)
            let file = try work.cancellation.perform { try work.crops.animation(for: made) }
            try output.encoder.checkSize(file.bytes.count, want.encoding)
            lines.append(try write(file.bytes, file.size, want, made, work))
        }
        let stills = wanted.filter { !animates($0, work) }
        let groups = stills.reduce(into: [[CropOutput]]()) { groups, want in
            if groups.last?[0].hasSamePixels(as: want) == true { groups[groups.count - 1].append(want) } else { groups.append([want]) }
        }
        let made = groups.map { self.made($0[0]) }
        let pixels = try work.cancellation.perform { try work.crops.pixels(for: made) }
        for (index, group) in groups.enumerated() {
            try work.cancellation.check()
            try seeing(pixels[index])
            try made[index].check()
            for want in group {
                try work.cancellation.check()
                let bytes = try work.cancellation.perform {
                    try output.encoder.fitted(want.encoding) { try work.crops.encoded(pixels[index], for: made[index], as: $0) }
                }
                lines.append(try write(bytes, pixels[index].size, want, made[index], work))
            }
        }
        return lines
    }

    private func animates(_ want: CropOutput, _ work: PictureWork) -> Bool {
        work.crops.animation != nil && output.animates(work.source, as: want.encoding)
    }

    func made(_ want: CropOutput) -> PictureCrops.Output {
        PictureCrops.Output(
            want.plan,
            want.request,
            size: want.size,
            encoding: want.encoding,
            effects: effects,
            metadata: output.metadata,
            writesRegions: output.writeRegions
        )
    }

    /// Writes an output, or returns the line with what has to be sent.
    private func write(
        _ bytes: [UInt8],
        _ size: PixelSize,
        _ want: CropOutput,
        _ made: PictureCrops.Output,
        _ work: PictureWork
    ) throws -> Batch.Line {
        let written = OutputRecord(file: want.path, size: size, format: want.encoding.format, bytes: bytes.count)
        var line = report(work, want, written: written, made)
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

    func report(_ work: PictureWork, _ want: CropOutput, written: OutputRecord?, _ made: PictureCrops.Output? = nil) -> Batch.Line {
        let record = work.crops.record(want.plan, want.request, written: written, of: made)
        let isOneOfMany = shape.shapes.count > 1 || sourceSet != nil
        let warning = UncoveredPicture.warning(record.covered, in: work.entry, output: isOneOfMany ? want.path : nil)
        var line = Batch.Line(json: record, warning: warning, lacksFaces: want.lacksFaces)
        guard verbose || (output.plan && !output.json) else { return line }
        // Text cannot be mixed with a picture or JSON on standard output.
        let isNote = output.json || (output.writesToStandardOutput && !output.plan)
        (line.text, line.note) = isNote ? (nil, record.summary) : (record.summary, nil)
        return line
    }
}
