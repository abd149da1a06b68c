import BoundedCrop
import Measuring
import Pictures

/// Includes decoding, because the detector chooses the size of its input.
func measureDetection() {
    lazy var source = Result { try Inputs.source("2.jpg") }
    let detectors: [any FeatureDetector] = [YuNetDetector(), HaarCascadeDetector()]
    for detector in detectors {
        for accuracy in DetectionAccuracy.allCases {
            measure("detect in 2.jpg, \(detector.name), \(accuracy)") { _ = try detector.features(in: source.get(), accuracy: accuracy) }
        }
    }
}
