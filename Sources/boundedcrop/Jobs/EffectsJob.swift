import BoundedCrop
import BoundedCropEffects

/// The `effects` job for each picture.
final class EffectsJob: Sendable {
    private let effects: [any ImageEffect]
    private let output: OutputOptions
    private let template: OutputTemplate
    private let verbose: Bool
    private let names = OutputNames()

    init(effects: [any ImageEffect], output: OutputOptions, verbose: Bool) throws {
        self.effects = effects
        self.output = output
        self.verbose = verbose
        template = try output.template(shapeCount: 1)
    }

    func run(_ entry: PictureFiles.Entry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        let encoding = output.encoding(template: template, source: source.header.format)
        var picture = try source.pixels()
        // In files whose names end in @2x or @3x, lengths are points of that many pixels.
        picture = try picture.applying(effects, scale: ImageScale(fileName: entry.fileName).pixelsPerPoint)
        try cancellation.check()
        let bytes = try picture.blocking.encoded(as: encoding, from: source, keepingMetadata: output.keepMetadata)
        if output.writesToStandardOutput {
            try StandardOutput.write(bytes)
            return []
        }
        let values = OutputTemplate.Values(
            name: entry.name,
            size: picture.size,
            aspect: AspectRatio(picture.size),
            scheme: .all,
            format: encoding.format
        )
        let path = template.path(for: values)
        try names.claim(path, for: entry.path)
        if output.skipExisting, AtomicFile.exists(path) {
            return [Batch.Line(json: SkippedRecord(file: entry.path, skipped: path))]
        }
        try output.checkAbsence(of: path)
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(bytes, to: path, replacing: output.overwrite)
        let record = EffectsRecord(
            file: entry.path,
            output: OutputRecord(file: path, size: picture.size, format: encoding.format, bytes: bytes.count)
        )
        return [Batch.Line(json: record, text: verbose ? "\(entry.path) -> \(path) \(picture.size)" : nil)]
    }
}

/// A line printed by `effects --json`.
struct EffectsRecord: Encodable, Sendable {
    let file: String
    let output: OutputRecord
}
