internal import CLibrary

extension Feature {
    /// The feature in a stored picture, for one of its upright version.
    ///
    /// - Parameter size: The upright picture's size.
    func turnedBack(_ orientation: ImageOrientation, in size: PixelSize) -> Feature {
        guard orientation != .up else { return self }
        var feature = self
        feature.rectangle = orientation.stored(rectangle, inUpright: size)
        feature.landmarks = landmarks?.map { point in
            let place = orientation.stored(Rect(x: point.x, y: point.y, width: 0, height: 0), inUpright: size)
            return Point(x: place.x, y: place.y)
        }
        // In a mirror, the right eye looks like a left one.
        if orientation == .upMirrored { feature.landmarks = feature.landmarks?.withSidesExchanged }
        return feature
    }
}

extension Landmarks {
    /// The landmarks of a mirrored face.
    var withSidesExchanged: Landmarks {
        Landmarks(
            rightEye: leftEye,
            leftEye: rightEye,
            noseTip: noseTip,
            rightMouthCorner: leftMouthCorner,
            leftMouthCorner: rightMouthCorner
        )
    }
}

extension Landmarks {
    /// Whether the parts of a face can lie like this in its box. The network's landmarks of things that are no faces often do not.
    ///
    /// The limits are those of the labeled faces, from the front to profiles, with some room: lengths are relative to the square root of the
    /// box's area. Between the eyes there are 0.10 to 0.51, from there to the mouth 0.28 to 0.62; the tip of the nose is at most 1.1 times
    /// the distance of the eyes beside their middle, and the lines of eyes and mouth are at most 26 degrees apart.
    func areThoseOfAFace(of box: Rect) -> Bool {
        let size = box.area.squareRoot()
        guard let eyes = eyeLine, (0.1...0.55).contains(eyes.distance / size) else { return false }
        let mouth = (x: leftMouthCorner.x - rightMouthCorner.x, y: leftMouthCorner.y - rightMouthCorner.y)
        let toMouth = hypot(
            (leftMouthCorner.x + rightMouthCorner.x) / 2 - eyes.middle.x,
            (leftMouthCorner.y + rightMouthCorner.y) / 2 - eyes.middle.y
        )
        guard (0.2...0.65).contains(toMouth / size) else { return false }
        let direction = eyes.direction
        let aside = ((noseTip.x - eyes.middle.x) * direction.x + (noseTip.y - eyes.middle.y) * direction.y) / eyes.distance
        let angle = atan2(direction.x * mouth.y - direction.y * mouth.x, direction.x * mouth.x + direction.y * mouth.y)
        return abs(aside) <= 1.2 && abs(angle) <= Double.pi / 6
    }
}
