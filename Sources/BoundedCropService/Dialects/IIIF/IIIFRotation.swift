internal import BoundedCrop

/// The third parameter of an IIIF URL: whether the picture is mirrored, and by how many degrees it is then turned clockwise.
struct IIIFRotation: Hashable, Sendable, CustomStringConvertible {
    let isMirrored: Bool
    /// Less than 360.
    let degrees: IIIFDecimal

    private static let none = IIIFDecimal("0")

    /// Throws `invalidURL`.
    init(_ text: String) throws {
        isMirrored = text.hasPrefix("!")
        guard let degrees = IIIFDecimal(isMirrored ? text.dropFirst() : text[...]), degrees.value <= 360, let none = Self.none else {
            throw IIIFProblem.malformed("rotation", text, "a number from 0 to 360, or ! and such a number")
        }
        self.degrees = degrees.value == 360 ? none : degrees
    }

    /// The canonical text.
    var description: String { (isMirrored ? "!" : "") + degrees.description }

    var filters: [FilterCall] {
        let flips = isMirrored ? [FilterCall(name: "flip", argumentText: "horizontal")] : []
        return flips + (degrees.value == 0 ? [] : [FilterCall(name: "turn", argumentText: degrees.description)])
    }
}
