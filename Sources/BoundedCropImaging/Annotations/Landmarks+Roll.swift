internal import CLibrary

extension Landmarks {
    /// By how much the face is turned in the picture, in degrees clockwise as seen: above -180, at most 180. 0 means that the eyes are level
    /// and the person's right eye is on the left, as in an upright photo; 90 that the top of the head points to the right.
    ///
    /// It is the direction of the line through the eyes: `atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x)`. Nil if a coordinate is not
    /// finite or both eyes are at one point.
    public var roll: Double? {
        guard let line = eyeLine else { return nil }
        // Adding 0 turns -0 into 0.
        let degrees = atan2(line.direction.y, line.direction.x) * 180 / .pi + 0
        return degrees > -180 ? degrees : 180
    }
}

extension Feature {
    /// By how much the face is turned, in degrees clockwise; nil without usable landmarks. See `Landmarks.roll`.
    public var roll: Double? { landmarks?.roll }
}
