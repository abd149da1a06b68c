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
