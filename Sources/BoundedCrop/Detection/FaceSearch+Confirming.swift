/// Further runs of the network, from other viewpoints.
extension FaceSearch {
    /// The faces of the picture turned to each side and upside down, unless a face is clearly upright. The network also sees faces that lie
    /// on their side or upside down in the picture as it is, but with worse boxes and wrong landmarks.
    func turned(_ small: PixelBuffer, unlessUpright faces: [Feature], from score: Double) throws -> [Feature] {
        if faces.contains(where: { $0.isUpright && $0.confidence >= score }) { return [] }
        return try [ImageOrientation.right, .down, .left].flatMap { orientation in
            try run(on: small, turning: orientation).filter {
                $0.confidence >= Self.turnedScore && $0.landmarks?.areThoseOfAFace(of: $0.rectangle) == true
            }
        }
    }

    /// The candidate, if a run on its surroundings confirms it: in a mirror, enlarged, and upright if it is not.
    func confirmed(
        _ candidate: Feature,
        from score: Double,
        in copy: PixelBuffer,
        sides: Double,
        longSide: Int
    ) throws -> Feature? {
        try Cancellation.checkCurrent()
        let inCopy = candidate.scaled(
            x: Double(copy.width) / Double(picture.size.width),
            y: Double(copy.height) / Double(picture.size.height)
        )
        guard let view = try FaceView(around: inCopy, sides: sides, longSide: longSide, in: copy) else { return nil }
        let seen = try detect(view.pixels).filter { $0.rectangle.intersectionOverUnion(view.place) > 0.3 }
        guard let best = seen.max(by: { $0.confidence < $1.confidence }), best.confidence >= score else { return nil }
        return best.confidence > candidate.confidence ? picture.feature(view.feature(best, for: inCopy), in: copy.size) : candidate
    }
}
