internal import BoundedCrop

/// How `c_` sizes a picture.
enum CloudinaryMode: String, CaseIterable {
    case scale, fill, lfill, thumb, crop, auto, fit, limit, pad, lpad
    case fillPad = "fill_pad"
    case autoPad = "auto_pad"

    /// Modes without an equivalent.
    private static let refused = ["mfit", "mpad", "imagga_crop", "imagga_scale"]

    /// Throws `invalidURL` for other modes.
    init(_ parameter: TransformationParameter?) throws {
        guard let parameter else {
            self = .scale
            return
        }
        let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
        guard let mode = Self(rawValue: parameter.value) else {
            throw Self.refused.contains(parameter.value) ? parameter.refusal("use one of \(names)") : parameter.failure("one of \(names)")
        }
        self = mode
    }

    var geometry: TransformationGeometry.Mode {
        switch self {
        case .scale: .stretch
        case .fill, .thumb, .auto, .fillPad, .autoPad: .fill(isLimited: false)
        case .lfill: .fill(isLimited: true)
        case .crop: .window
        case .fit: .fit(enlarges: true)
        case .limit: .fit(enlarges: false)
        case .pad: .pad(enlarges: true)
        case .lpad: .pad(enlarges: false)
        }
    }

    /// Whether a gravity says what stays visible.
    var crops: Bool { [.fill, .lfill, .thumb, .crop, .auto].contains(self) || padsWhereNeeded }

    /// Whether the picture is padded where no crop holds all faces.
    var padsWhereNeeded: Bool { self == .fillPad || self == .autoPad }

    /// Whether a gravity says where the picture is on its ground.
    var pads: Bool { self == .pad || self == .lpad }
}
