import BoundedCrop
import BoundedCropRendering

/// What a line of a run says of a picture or a video, as one JSON value.
enum LineRecord: Encodable, Sendable {
    case crop(CropRecord)
    case sourceSet(SourceSetRecord)
    case effects(EffectsRecord)
    case detection(DetectionRecord)
    case video(VideoRecord)
    case skipped(SkippedRecord)
    case change(ChangeRecord)
    case correctedAway(CorrectedAwayRecord)
    case faceless(FacelessRecord)
    case leftOut(LeftOutRecord)
    case failure(ErrorRecord)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .crop(let record): try record.encode(to: encoder)
        case .sourceSet(let record): try record.encode(to: encoder)
        case .effects(let record): try record.encode(to: encoder)
        case .detection(let record): try record.encode(to: encoder)
        case .video(let record): try record.encode(to: encoder)
        case .skipped(let record): try record.encode(to: encoder)
        case .change(let record): try record.encode(to: encoder)
        case .correctedAway(let record): try record.encode(to: encoder)
        case .faceless(let record): try record.encode(to: encoder)
        case .leftOut(let record): try record.encode(to: encoder)
        case .failure(let record): try record.encode(to: encoder)
        }
    }
}

extension LineRecord {
    /// The file that was written; nil for none, or several.
    var writtenFile: String? {
        switch self {
        case .crop(let record): record.output?.file
        case .effects(let record): record.output.file
        case .video(let record): record.output?.file
        default: nil
        }
    }

    /// How many times an output enlarges what it shows; nil for little or nothing.
    var enlarged: Double? { if case .crop(let record) = self { record.enlarged } else { nil } }
}

extension CropRecord {
    /// The record as text.
    var summary: String {
        let crop = plan.crop
        let turn = (plan.outputTurn ?? .zero) == .zero ? "" : ", turned by \(plan.outputTurn?.rawValue ?? 0)°"
        let turned = plan.aligned.map { ", aligned at \(($0.angle * 10).rounded() / 10)°" } ?? ""
        let angle = plan.reason == .filled ? ", filled beyond the edges" : turned
        let number = face.map { $0 > 0 ? ", face \($0)\(name.map { " (\($0.printable))" } ?? "")" : "" } ?? ""
        let target = output.map { " -> \($0.file.printable) \($0.width)x\($0.height) \(($0.bytes + 512) / 1024) KB" } ?? ""
        let hand = corrected.isEmpty ? "" : ", corrected: \(corrected.joined(separator: ", "))"
        let hidden = covered.map { ", \($0) covered" } ?? ""
        let times = enlarged.map { ", enlarged \(Decimals.text($0)) times" } ?? ""
        let place = "\(crop.width)x\(crop.height)+\(crop.x)+\(crop.y) of \(plan.size)"
        return "\(file.printable): \(place)\(number), \(plan.why)\(turn)\(angle)\(hand)\(hidden)\(times)\(target)"
    }
}

extension CropPlan {
    /// Why the crop is where it is, in a few words.
    fileprivate var why: String {
        if reason == .given { return bounds == crop.rect ? "exactly as given" : "as given, in the shape \(outputAspect)" }
        if reason == .closeUp { return "close-up of eyes and mouth" }
        if reason == .likely { return "nothing found, but something likely" }
        if reason == .aligned { return "one of \(features.count) found" }
        return features.isEmpty ? fallback.map { "nothing found, \($0.rawValue)" } ?? "center" : whole
    }

    /// How many features are whole. Places that were given are no faces.
    private var whole: String {
        let kinds: [(name: String, isOne: (Feature.Kind) -> Bool)] = [
            ("faces whole", { $0 != .region && $0 != .focalPoint }), ("regions whole", { $0 == .region }),
            ("points inside", { $0 == .focalPoint }),
        ]
        return kinds.compactMap { kind in
            let ones = features.filter { kind.isOne($0.feature.kind) }
            return ones.isEmpty ? nil : "\(ones.count(where: \.kept)) of \(ones.count) \(kind.name)"
        }.joined(separator: ", ")
    }
}

extension DetectionRecord {
    /// A line for each feature with tab-separated fields; nil if there are none.
    var summary: String? {
        let lines = features.map { feature in
            let box = [feature.x, feature.y, feature.width, feature.height].map { String(Int($0.rounded())) }.joined(separator: ",")
            return "\(file.printable)\t\(box)\t\(feature.confidence)\t\(feature.kind.rawValue)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

struct SkippedRecord: Encodable, Sendable {
    let file: String
    let skipped: String

    var summary: String { "\(file.printable): \(skipped.printable) already exists" }
}

/// What becomes of an output: said of all outputs where nothing is written, and otherwise of those that are removed.
struct ChangeRecord: Encodable, Sendable {
    enum Change: String, CaseIterable, Encodable {
        case made, left, removed
    }

    let file: String
    let change: Change
    let path: String

    var summary: String { "\(change.rawValue) \(path.printable)" }
}

/// A picture that corrections leave out in one shape.
struct CorrectedAwayRecord: Encodable, Sendable {
    let file: String
    let aspect: String
    let corrected = [Corrections.skip]

    var summary: String { "\(file.printable): \(aspect) left out by a correction" }
}

extension Batch.Line {
    /// The line for corrections that do not fit a picture.
    static func misfit(_ notes: [String], of entry: PictureEntry) -> Batch.Line {
        let warnings = notes.map { BatchLines.line($0, about: entry.path) }
        return Batch.Line(json: nil, warnings: warnings, isSkipped: true, lacksCorrections: true)
    }

    /// The line for a picture that corrections leave out in one shape.
    static func correctedAway(_ entry: PictureEntry, _ aspect: AspectRatio, verbose: Bool) -> Batch.Line {
        let record = CorrectedAwayRecord(file: entry.path, aspect: aspect.description)
        return Batch.Line(json: .correctedAway(record), text: verbose ? record.summary : nil, isSkipped: true)
    }
}

/// A picture of which every face would have an output, but which has no face.
struct FacelessRecord: Encodable, Sendable {
    let file: String
    let faces = 0

    var summary: String { "\(file.printable): no face" }
}

/// A file in a folder that is not a picture, or not one that can be read.
struct LeftOutRecord: Encodable, Sendable {
    let file: String
    let leftOut: String
}

struct ErrorRecord: Encodable, Sendable {
    struct Body: Encodable, Sendable {
        let code: String
        let message: String

        init(_ error: BoundedCropError) {
            code = error.code.rawValue
            message = error.message
        }
    }

    let file: String
    let error: Body

    init(file: String, _ error: BoundedCropError) {
        self.file = file
        self.error = Body(error)
    }
}
