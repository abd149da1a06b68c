import BoundedCrop
import Measuring
import Pictures

/// Includes decoding, because the detector chooses the size of its input.
func measureDetection() {
    lazy var bytes = Result { try Inputs.source("2.jpg").bytes }
    let detectors: [any FeatureDetector] = [YuNetDetector(), HaarCascadeDetector()]
    for detector in detectors {
        for accuracy in DetectionAccuracy.allCases {
            measure("detect in 2.jpg, \(detector.name), \(accuracy)") {
                // A source of its own each time, since it keeps what detection decoded.
                _ = try detector.features(in: ImageSource(bytes: bytes.get()), accuracy: accuracy)
            }
        }
    }
}
