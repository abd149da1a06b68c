import BoundedCrop
import Measuring
import Pictures

/// With decoding, as a detector chooses the size that it looks at.
func measureDetection() {
    lazy var source = Result { try Inputs.source("2.jpg") }
    let detectors: [any FeatureDetector] = [YuNetDetector(), HaarCascadeDetector()]
    for detector in detectors {
        for accuracy in DetectionAccuracy.allCases {
            measure("detect in 2.jpg, \(detector.name), \(accuracy)") { _ = try detector.features(in: source.get(), accuracy: accuracy) }
        }
    }
}
