package import BoundedCrop

/// Why a picture deserves a look, the worst first. The raw value is the word in the page's markup.
package enum CropConcern: String, CaseIterable, Sendable {
    case failed, misfit, visible, cut, uncovered, faceless, unsuitable, unsure, tiny, enlarged, turned
    /// None of those.
    case fine
    case skipped, leftOut
    /// Besides the others.
    case corrected

    /// Faces that are less certain are named.
    private static let certainty = 0.7
    /// Faces that are lower, as a share of the picture's long side, are named.
    private static let smallest = 0.05
    /// Faces that are turned by more degrees are named.
    private static let upright = 45.0

    /// Whether a face of this confidence is named.
    package static func isUnsure(_ confidence: Double) -> Bool { confidence < certainty }

    /// The concerns about a picture, the worst first; never empty.
    static func all(of lines: [CropLine]) -> [Self] { all(lines.reduce(into: []) { $0.formUnion(concerns(of: $1)) }) }

    /// The same of crops.
    ///
    /// - Parameter isFailed: Whether something of the picture failed.
    package static func all(of crops: [CropRecord], isFailed: Bool) -> [Self] {
        all(crops.reduce(into: isFailed ? [.failed] : []) { $0.formUnion(concerns(of: CropLine($1))) })
    }

    private static func all(_ found: Set<Self>) -> [Self] {
        let isFine = found.isSubset(of: [.corrected])
        return allCases.filter { isFine && $0 == .fine || found.contains($0) }
    }

    private static func concerns(of line: CropLine) -> Set<Self> {
        var found: Set<Self> = []
        if line.error != nil { found.insert(.failed) }
        if line.visible?.isEmpty == false { found.insert(.visible) }
        if line.covers?.isEmpty == true { found.insert(.uncovered) }
        if line.skipped != nil { found.insert(.skipped) }
        if line.leftOut != nil { found.insert(.leftOut) }
        if line.corrected?.isEmpty == false { found.insert(.corrected) }
        if line.faults?.isEmpty == false { found.insert(.unsuitable) }
        if line.enlarged != nil { found.insert(.enlarged) }
        if (line.outputTurn ?? 0) != 0 { found.insert(.turned) }
        let features = line.features ?? []
        // A crop has a fallback, or is around what is only likely, only if faces were looked for.
        let looked = line.features != nil && (line.fallback != nil || line.reason == "likely") && line.covers == nil
        if line.faces == 0 || looked && features.isEmpty { found.insert(.faceless) }
        for feature in features {
            if feature.kept == false, line.reason != "closeUp" { found.insert(.cut) }
            guard !feature.isGiven else { continue }
            if abs(feature.roll ?? 0) > upright { found.insert(.turned) }
            guard feature.kept == true else { continue }
            if isUnsure(feature.confidence ?? 1) { found.insert(.unsure) }
            if let size = line.size, feature.height < smallest * Double(max(size.width, size.height)) { found.insert(.tiny) }
        }
        return found
    }

    package var title: String {
        switch self {
        case .failed: "Failed"
        case .misfit: "Correction does not fit"
        case .visible: "Found again"
        case .cut: "Faces cut"
        case .uncovered: "Nothing covered"
        case .faceless: "No face found"
        case .unsuitable: "Unsuitable for a document"
        case .unsure: "Unsure"
        case .tiny: "Tiny faces"
        case .enlarged: "Enlarged"
        case .turned: "Turned"
        case .fine: "Others"
        case .skipped: "Existed already"
        case .leftOut: "Not a picture"
        case .corrected: "Corrected"
        }
    }

    package var explanation: String {
        switch self {
        case .failed: "not everything that was asked for could be made"
        case .misfit: "a correction is for another shape of the picture, or for a place outside of it, and is not used"
        case .visible: "an audit still found something in the output after redaction"
        case .cut: "a crop does not show a face, or another feature, whole"
        case .uncovered: "the redaction found nothing to cover"
        case .faceless: "faces were looked for, and there is none"
        case .unsuitable: "something speaks against a photo for a document: a head tilted or turned, several faces, too few pixels"
        case .unsure: "a face in a crop is less certain than \(Self.percent(Self.certainty))"
        case .tiny: "a face in a crop is lower than \(Self.percent(Self.smallest)) of the picture's long side"
        case .enlarged: "a crop is enlarged more than 1.25 times, so that it may look soft"
        case .turned: "a face is turned by more than \(Int(Self.upright))°, or the crop was turned"
        case .fine: "none of the above"
        case .skipped: "an output was not made in this run, because it existed"
        case .leftOut: "a file in a folder that is no picture"
        case .corrected: "a correction was used"
        }
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
}
