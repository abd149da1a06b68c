import BoundedCrop
import BoundedCropEffects

/// The `effects` job for each picture.
final class EffectsJob: Sendable {
    private let effects: [any ImageEffect]
    /// Nil if nothing is hidden.
    private let search: RedactionSearch?
    private let output: OutputOptions
    private let template: OutputTemplate
    /// Whether detection looks at the finished files again.
    private let audits: Bool
    private let verbose: Bool
    let names = OutputNames()

    init(effects: [any ImageEffect], search: RedactionSearch?, audits: Bool, output: OutputOptions, verbose: Bool) throws {
        self.effects = effects
        self.search = search
        self.output = output
        self.audits = audits
        self.verbose = verbose
        template = try output.template(shapeCount: 1)
    }

    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line] {
        names.read(entry)
        let encoding = output.encoder.encoding(template: template, source: source.header)
        let (bytes, size, count) = try cancellation.perform { try encoded(entry, source, encoding) }
        if search?.requiresFace == true { try count.check() }
        let visible = try audits ? cancellation.perform { try audited(bytes) } : nil
        func record(_ file: String) -> EffectsRecord {
            EffectsRecord(
                file: entry.path,
                width: source.size.width,
                height: source.size.height,
                output: OutputRecord(file: file, size: size, format: encoding.format, bytes: bytes.count),
                covered: count.covered,
                covers: count.covers,
                visible: visible
            )
        }
        let warnings = [UncoveredPicture.warning(count.covered, in: entry), visible.flatMap { UncoveredPicture.warning($0, in: entry) }]
            .compactMap(\.self)
        let warning = warnings.isEmpty ? nil : warnings.joined(separator: "\n")
        if output.writesToStandardOutput {
            try StandardOutput.write(bytes)
            return [Batch.Line(json: record("-"), warning: warning, hasVisibleFaces: visible?.isEmpty == false)]
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
        if output.existing.isDone(path, for: entry) { return [Batch.Line(json: skipped, isSkipped: true)] }
        try output.existing.checkAbsence(of: path)
        let replaces = try output.existing.replaces(path, by: size, of: entry, names, template)
        let upload = try file.write(bytes, type: encoding.format.mediaType, replacing: replaces)
        names.wrote(path)
        let hidden = count.covered.map { ", \($0) covered" } ?? ""
        let text = verbose ? "\(entry.path.printable) -> \(path.printable) \(size)\(hidden)" : nil
        let left = output.skipExisting ? skipped : nil
        return [
            Batch.Line(
                json: record(path),
                text: text,
                warning: warning,
                uploads: [upload].compactMap(\.self),
                skipped: left,
                lacksFaces: count.covered == 0,
                hasVisibleFaces: visible?.isEmpty == false
            )
        ]
    }

    /// Every frame of an animation that can be written as one, or one picture.
    private func encoded(
        _ entry: PictureEntry,
        _ source: ImageSource,
        _ encoding: ImageEncoding
    ) throws -> (bytes: [UInt8], size: PixelSize, count: RedactionCount) {
        // In files whose names end in @2x or @3x, lengths are points of that many pixels.
        let scale = ImageScale(fileName: entry.fileName).pixelsPerPoint
        let count = RedactionCount()
        let effects = (search?.effects(effects, for: source) ?? effects).counting(in: count)
        if output.animates(source, as: encoding) {
            let made = try source.applying(effects, scale: scale, toFramesAs: encoding, keeping: output.metadata)
            try output.encoder.checkSize(made.bytes.count, encoding)
            return (made.bytes, made.size, count)
        }
        let picture = try output.picture(of: source).pixels(of: PixelRect(all: source.size), scaledTo: source.size)
            .applying(effects, scale: scale)
        let metadata = output.metadata.after(effects)
        let bytes = try output.encoder.fitted(encoding) { try picture.blocking.encoded(as: $0, from: source, keeping: metadata) }
        return (bytes, picture.size, count)
    }

    /// What may still be seen in a finished file.
    private func audited(_ bytes: [UInt8]) throws -> [VisibleRecord] {
        var options = DecodingOptions()
        options.limits.maximumBytes = max(options.limits.maximumBytes, bytes.count)
        return try RedactionAudit(of: ImageSource(bytes: bytes, options: options)).findings.map(VisibleRecord.init)
    }
}

/// A line printed by `effects --json`.
struct EffectsRecord: Encodable, Sendable {
    let file: String
    /// The size of the upright picture.
    let width: Int
    let height: Int
    let output: OutputRecord
    /// How many places were covered; nil, and left out, without a redaction.
    let covered: Int?
    /// The places; nil, and left out, without a redaction.
    let covers: [CoverRecord]?
    /// What may still be seen in the output; nil, and left out, without --audit.
    let visible: [VisibleRecord]?
}

/// Something that may be a visible face in a redacted output.
struct VisibleRecord: Encodable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let confidence: Double
    let frame: Int?

    init(_ finding: RedactionAudit.Finding) {
        let place = CoverRecord(finding.rectangle)
        (x, y, width, height) = (place.x, place.y, place.width, place.height)
        confidence = (finding.confidence * 1000).rounded() / 1000
        frame = finding.frame
    }
}
