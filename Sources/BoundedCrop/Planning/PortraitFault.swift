internal import CLibrary

/// What speaks against a crop as a photo on a document, as far as sizes and five landmarks tell.
///
/// They do not tell whether eyes are open or behind hair and dark glasses, whether the face looks up or down, or whether the mouth is closed: a
/// detector says where an eye is, whether it is seen or not.
package enum PortraitFault: String, Hashable, Sendable, Codable, CaseIterable {
    /// The head is tilted to a shoulder: the eyes were levelled, so that the shoulders are not.
    case tilted
    /// The face is turned to a side.
    case turned
    /// The picture's edge cuts the head, or a large part of the crop is beyond the picture.
    case cut
    /// The crop shows parts of other faces.
    case several
    /// The picture has too few pixels for the output.
    case enlarged
}

extension PortraitFault {
    /// The most degrees of tilt. Photos for documents fail a common test above 8 (M. Ferrara et al., “Face Image Conformance to ISO/ICAO
    /// Standards in Machine Readable Travel Documents”, IEEE TIFS 7(4), 2012). Of 70 faces in the photos that we measure with, YuNet's eyes
    /// are tilted by 5.2 degrees in 95%, and those of more than 8 are seen to be.
    static let mostTilt = 8.0
    /// How far the tip of the nose may be from the middle between the eyes, along their line, as a share of their distance. The nose stands
    /// out about 0.43 of that distance, so that this is a turn of 16 degrees. Of those 70 faces, all that look into the camera have less than
    /// 0.11, unless the photo is blurred, and those that are seen to be turned have 0.17 and more.
    static let mostTurn = 0.12

    /// How far from the middle between the eyes, in distances of the eyes, the picture must reach up and down: the head's half, as estimated,
    /// less 7% of the head. Of photos with whole heads, the estimate reaches up to 2% of the head beyond the picture; of those with cut hair, 13%.
    static let leastHalfHead = FaceAlignment.headsPerEyeDistance / 2 - 0.25
    /// The same for the sides: half of the breadth of an adult's head is 1.2 distances of the eyes.
    static let leastHalfBreadth = 1.0
    /// The most of a crop that may be beyond the picture. It is up to 22% where there is only background, and a third where a shoulder is cut.
    static let mostBeyond = 0.3

    /// What speaks against the crop of a plan, each with a sentence; pose and place of the head only for one that is aligned.
    ///
    /// - Parameters:
    ///   - alignment: That of the plan; nil for none.
    ///   - size: The size of the output.
    ///   - enlargement: How many times the output enlarges what it shows, if that can be seen.
    package static func found(
        in plan: CropPlan,
        _ alignment: FaceAlignment?,
        size: PixelSize,
        enlargement: Double?
    ) -> [(fault: PortraitFault, sentence: String)] {
        var found: [(PortraitFault, String)] = []
        let (frame, landmarks) = (plan.aligned, plan.features.compactMap(\.feature.landmarks))
        if let frame, let alignment, let (landmarks, eyes) = landmarks.aligned(by: alignment, in: frame) {
            // A photo that lies on its side is not a tilted head.
            let tilt = abs((landmarks.roll ?? 0).remainder(dividingBy: 90))
            if tilt > mostTilt {
                found.append((.tilted, "the head is tilted by \(Decimals.text(tilt.rounded()))°, so the shoulders are not level"))
            }
            let (across, down) = (landmarks.noseTip.x - eyes.middle.x, landmarks.noseTip.y - eyes.middle.y)
            let turn = abs(across * eyes.direction.x + down * eyes.direction.y) / eyes.distance
            if turn > mostTurn {
                let share = "\(Decimals.text((turn * 100).rounded()))%"
                found.append((.turned, "the face is turned to a side: the nose is \(share) of the eyes' distance off their middle"))
            }
            if !plan.size.bounds.contains(eyes.leastHead) { found.append((.cut, "the head is cut by the edge of the picture")) }
        }
        if let beyond = frame?.shareBeyond(plan.size), beyond > mostBeyond, found.last?.0 != .cut {
            found.append((.cut, "\(Decimals.text((beyond * 100).rounded()))% of the photo are beyond the edge of the picture"))
        }
        let faces = plan.features(inOutputOf: size).count { $0.kind == .face }
        if faces > 1 { found.append((.several, "the crop shows \(faces) faces")) }
        if let enlargement {
            found.append((.enlarged, "the picture has too few pixels: it is enlarged \(Decimals.text(enlargement)) times"))
        }
        return found
    }
}

extension EyeLine {
    /// The rectangle around the parts of the head that a picture must show at least.
    fileprivate var leastHead: Rect {
        let (x, y) = (direction.x * distance, direction.y * distance)
        let (across, down) = (PortraitFault.leastHalfBreadth, PortraitFault.leastHalfHead)
        let width = max(abs(x) * across, abs(y) * down), height = max(abs(y) * across, abs(x) * down)
        return Rect(minX: middle.x - width, minY: middle.y - height, maxX: middle.x + width, maxY: middle.y + height)
    }
}

extension AlignedFrame {
    /// How much of the frame is beyond a picture, 0...1, by samples.
    fileprivate func shareBeyond(_ picture: PixelSize) -> Double {
        let (samples, bounds) = (32, picture.bounds)
        let shares = (0..<samples).map { (Double($0) + 0.5) / Double(samples) }
        let points = shares.flatMap { y in shares.map { x in point(Point(x: x, y: y)) } }
        let beyond = points.count { !bounds.contains(Rect(x: $0.x, y: $0.y, width: 0, height: 0)) }
        return Double(beyond) / Double(points.count)
    }
}

extension [Landmarks] {
    /// Those of the face that a frame was put around, with the line through its eyes: the nearest to where the alignment puts it.
    fileprivate func aligned(by alignment: FaceAlignment, in frame: AlignedFrame) -> (Landmarks, EyeLine)? {
        func distance(_ eyes: EyeLine) -> Double {
            let share = frame.share(eyes.middle)
            return hypot(share.x - alignment.horizontal, share.y - alignment.eyeLine)
        }
        return compactMap { landmarks in landmarks.eyeLine.map { (landmarks, $0) } }.min { distance($0.1) < distance($1.1) }
    }
}
