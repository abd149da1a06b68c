internal import BoundedCrop

extension CloudinaryComponent {
    static let compass: [String: TransformationAnchor] = [
        "center": .center,
        "north": .aligned(nil, .top), "south": .aligned(nil, .bottom), "west": .aligned(.left, nil), "east": .aligned(.right, nil),
        "north_west": .aligned(.left, .top), "north_east": .aligned(.right, .top), "south_west": .aligned(.left, .bottom),
        "south_east": .aligned(.right, .bottom),
    ]

    /// What `g_` keeps; nil if it is missing. Gravities that are not available count as the center. Throws `invalidURL`.
    mutating func gravity() throws -> TransformationAnchor? {
        guard let parameter = self["g"] else { return nil }
        if let side = Self.compass[parameter.value] { return side }
        let parts = parameter.value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let arePlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { Int.isDigit($0) || "_.".utf8.contains($0) || Self.isLetter($0) }
        }
        guard arePlain else { throw parameter.failure("face, faces, auto, xy_center, center, or a direction such as north_west") }
        switch parts[0] {
        case "face", "faces", "adv_face", "adv_faces": return faces(parts, parameter)
        case "auto": return automatic(parts, parameter)
        case "custom" where ["face", "faces", "adv_face", "adv_faces"].contains(parts.dropFirst().first):
            // There are no stored coordinates, so that this is what comes after them.
            return faces(Array(parts.dropFirst()), parameter)
        default:
            ignored.append(parameter.text)
            return .center
        }
    }

    /// `g_face`, the largest face, or `g_faces`, all of them, and what is kept without any.
    private mutating func faces(_ parts: [String], _ parameter: TransformationParameter) -> TransformationAnchor {
        if parts.count > 2 || parts.count == 2 && !["center", "auto"].contains(parts[1]) { ignored.append(parameter.text) }
        return .faces(onlyLargest: parts[0].hasSuffix("face"), fallsBackToCenter: parts.count < 2 || parts[1] != "auto")
    }

    /// `g_auto`: faces, then what stands out.
    private mutating func automatic(_ parts: [String], _ parameter: TransformationParameter) -> TransformationAnchor {
        let known: Set = ["subject", "classic", "face", "faces", "adv_face", "adv_faces"]
        if !parts.dropFirst().allSatisfy(known.contains) { ignored.append(parameter.text) }
        let onlyLargest = parts.contains("face") || parts.contains("adv_face")
        return .faces(onlyLargest: onlyLargest, fallsBackToCenter: false)
    }
}
