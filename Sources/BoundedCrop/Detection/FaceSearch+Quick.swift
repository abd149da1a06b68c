extension FaceSearch {
    /// The search at low accuracy: one run, if it finds faces surely and nothing unsurely.
    func quick() throws -> [Feature] {
        let small = try picture.pixels(longSide: Self.smallSide)
        let first = try run(on: small)
        var faces = try confirmedLarge(first.filter { $0.confidence >= Self.sureScore }.strongest, in: small)
        faces += try confirmedSmall(first.filter { $0.confidence < Self.sureScore }, besides: faces, in: small.size)
        let turned = try turned(small, unlessUpright: faces, from: Self.uprightScore)
        let isKeepingTurned = faces.isEmpty || keepsAll
        faces += turned.filter { face in isKeepingTurned || faces.contains { $0.isSamePlace(as: face) } }
        if faces.isEmpty, first.contains(where: { $0.confidence >= Self.unsureScore }) {
            faces = try run(on: picture.pixels(longSide: Self.secondSide)).filter { $0.confidence >= Self.sureScore }
        }
        return faces + first.filter { keepsAll || $0.confidence < Self.sureScore }
    }

    /// Sure faces; of those that are larger than certain ones and not certain themselves, only those that a closer run confirms.
    private func confirmedLarge(_ faces: [Feature], in small: PixelBuffer) throws -> [Feature] {
        let certain = faces.filter { $0.confidence >= Self.uprightScore }
        guard let largest = certain.map(\.rectangle.area).max() else { return faces }
        return try faces.map { face in
            guard face.confidence < Self.uprightScore, face.rectangle.area > largest else { return face }
            let isConfirmed = try confirmed(face, from: Self.confirmingScore, in: small, sides: 3, longSide: 256) != nil
            return isConfirmed || keepsAll ? face : face.unsure
        }
    }

    /// Of candidates that are unsure because they are small, those that a closer run confirms.
    private func confirmedSmall(_ candidates: [Feature], besides sure: [Feature], in small: PixelSize) throws -> [Feature] {
        let longest = 40 * Double(picture.size.longSide) / Double(small.longSide)
        let unsure = candidates.filter { candidate in
            candidate.confidence >= Self.unsureScore && candidate.rectangle.longSide <= longest
                && !sure.contains { $0.isSamePlace(as: candidate) }
        }
        guard !unsure.isEmpty else { return [] }
        let copy = try picture.pixels(longSide: Self.closeSide)
        return try unsure.prefix(4).compactMap { try confirmed($0, from: Self.confirmingScore, in: copy, sides: 5, longSide: 192) }
    }
}
