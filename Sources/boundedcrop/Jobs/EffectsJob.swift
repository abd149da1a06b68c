import BoundedCrop
import BoundedCropEffects

/// The `effects` job for each picture.
final class EffectsJob: Sendable {
    private let effects: [any ImageEffect]
    /// Nil if nothing is hidden.
    private let search: RedactionSearch?
    private let output: OutputOptions
    private let template: OutputTemplate
    private let verbose: Bool
    let names = OutputNames()

    init(effects: [any ImageEffect], search: RedactionSearch?, output: OutputOptions, verbose: Bool) throws {
        self.effects = effects
        self.search = search
        self.output = output
        self.verbose = verbose
        template = try output.template(shapeCount: 1)
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        let encoding = output.encoding(template: template, source: source.header)
        let (bytes, size, covered) = try cancellation.perform { try encoded(entry, source, encoding) }
        if search?.requiresFace == true { try UncoveredPicture.check(covered) }
        let warning = UncoveredPicture.warning(covered, in: entry)
        if output.writesToStandardOutput {
            try StandardOutput.write(bytes)
            let written = OutputRecord(file: "-", size: size, format: encoding.format, bytes: bytes.count)
            return [Batch.Line(json: EffectsRecord(file: entry.path, output: written, covered: covered), warning: warning)]
        }
        let values = OutputTemplate.Values(
            name: entry.name,
            size: size,
            aspect: AspectRatio(size),
            scheme: .all,
            format: encoding.format
        )
        let path = template.path(for: values)
        try names.claim(path, for: entry.path)
        let (file, skipped) = (OutputFile(path: path), SkippedRecord(file: entry.path, skipped: path))
        if output.isDone(path, for: entry) { return [Batch.Line(json: skipped, isSkipped: true)] }
        try output.checkAbsence(of: path)
        let upload = try file.write(bytes, type: encoding.format.mediaType, replacing: output.overwrite || output.newer)
        let record = EffectsRecord(
            file: entry.path,
            output: OutputRecord(file: path, size: size, format: encoding.format, bytes: bytes.count),
            covered: covered
        )
        let hidden = covered.map { ", \($0) covered" } ?? ""
        let text = verbose ? "\(entry.path.printable) -> \(path.printable) \(size)\(hidden)" : nil
        let left = output.skipExisting ? skipped : nil
        return [
            Batch.Line(
                json: record,
                text: text,
                warning: warning,
                uploads: [upload].compactMap(\.self),
                skipped: left,
                lacksFaces: covered == 0
            )
        ]
    }

    /// Every frame of an animation that can be written as one, or one picture.
    private func encoded(
        _ entry: PictureEntry,
        _ source: ImageSource,
        _ encoding: ImageEncoding
    ) throws -> (bytes: [UInt8], size: PixelSize, covered: Int?) {
        // In files whose names end in @2x or @3x, lengths are points of that many pixels.
        let scale = ImageScale(fileName: entry.fileName).pixelsPerPoint
        let count = RedactionCount()
        let effects = try (search?.effects(effects, for: source, scale: scale) ?? effects).counting(in: count)
        if output.animates(source, as: encoding) {
            let made = try source.applying(effects, scale: scale, toFramesAs: encoding, keeping: output.metadata)
            try output.checkSize(made.bytes.count, encoding)
            return (made.bytes, made.size, count.covered)
        }
        let picture = try output.picture(of: source).pixels(of: PixelRect(all: source.size), scaledTo: source.size)
            .applying(effects, scale: scale)
        let metadata = output.metadata.after(effects)
        let bytes = try output.fitted(encoding) { try picture.blocking.encoded(as: $0, from: source, keeping: metadata) }
        return (bytes, picture.size, count.covered)
    }
}

/// A line printed by `effects --json`.
struct EffectsRecord: Encodable, Sendable {
    let file: String
    let output: OutputRecord
    /// How many faces were covered; nil, and left out, without a redaction.
    let covered: Int?
}
