import BoundedCrop

extension CropRecord {
    /// The record as text.
    var summary: String {
        let crop = plan.crop
        let faces = plan.features.count
        let kept = plan.features.filter(\.kept).count
        let turn = (plan.outputTurn ?? .zero) == .zero ? "" : ", turned by \(plan.outputTurn?.rawValue ?? 0)°"
        let angle = plan.aligned.map { ", aligned at \(($0.angle * 10).rounded() / 10)°" } ?? ""
        let number = face.map { $0 > 0 ? ", face \($0)" : "" } ?? ""
        let why = faces == 0 ? plan.fallback.map { "nothing found, \($0.rawValue)" } ?? "center" : "\(kept) of \(faces) faces whole"
        let target = output.map { " -> \($0.file.printable) \($0.width)x\($0.height) \(($0.bytes + 512) / 1024) KB" } ?? ""
        let hidden = covered.map { ", \($0) covered" } ?? ""
        return
            "\(file.printable): \(crop.width)x\(crop.height)+\(crop.x)+\(crop.y) of \(plan.size)\(number), \(why)\(turn)\(angle)\(hidden)\(target)"
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

/// A picture of which every face would have an output, but which has no face.
struct FacelessRecord: Encodable, Sendable {
    let file: String
    let faces = 0

    var summary: String { "\(file.printable): no face" }
}

/// A file in a folder that is not a picture.
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
