import BoundedCrop
import Testing

/// The built-in detectors, for tables of tests.
enum FaceDetector: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case yunet
    case centerface
    case haar

    func detector(_ limits: DetectionLimits = DetectionLimits()) -> any FeatureDetector {
        switch self {
        case .yunet: YuNetDetector(limits: limits)
        case .centerface: CenterFaceDetector(limits: limits)
        case .haar: HaarCascadeDetector(limits: limits)
        }
    }

    var testDescription: String { rawValue }
}
