internal import Glibc

extension Landmarks {
    /// Whether the parts of a face can lie like this in its box. The network's landmarks of things that are no faces often do not.
    ///
    /// The limits are those of the labeled faces, from the front to profiles, with some room: lengths are relative to the square root of the
    /// box's area. Between the eyes there are 0.10 to 0.51, from there to the mouth 0.28 to 0.62; the tip of the nose is at most 1.1 times
    /// the distance of the eyes beside their middle, and the lines of eyes and mouth are at most 26 degrees apart.
    func areThoseOfAFace(of box: Rect) -> Bool {
        let size = box.area.squareRoot()
        let eyes = (x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y)
        let mouth = (x: leftMouthCorner.x - rightMouthCorner.x, y: leftMouthCorner.y - rightMouthCorner.y)
        let middle = Point(x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2)
        let toMouth = hypot(
            (leftMouthCorner.x + rightMouthCorner.x) / 2 - middle.x,
            (leftMouthCorner.y + rightMouthCorner.y) / 2 - middle.y
        )
        let distance = hypot(eyes.x, eyes.y)
        guard (0.1...0.55).contains(distance / size), (0.2...0.65).contains(toMouth / size) else { return false }
        let aside = ((noseTip.x - middle.x) * eyes.x + (noseTip.y - middle.y) * eyes.y) / (distance * distance)
        let angle = atan2(eyes.x * mouth.y - eyes.y * mouth.x, eyes.x * mouth.x + eyes.y * mouth.y)
        return abs(aside) <= 1.2 && abs(angle) <= Double.pi / 6
    }
}
