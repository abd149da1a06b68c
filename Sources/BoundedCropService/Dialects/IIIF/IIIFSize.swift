internal import BoundedCrop

/// The second parameter of an IIIF URL: the size that the region is scaled to.
struct IIIFSize: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// As large as it is, whatever the limits: `full` of version 2.
        case full
        /// As large as it is, within the limits.
        case max
        /// `W,`
        case width(Int)
        /// `,H`
        case height(Int)
        /// `W,H`, which may distort.
        case exact(Int, Int)
        /// `!W,H`, inside a box.
        case confined(Int, Int)
        case percent(IIIFDecimal)
    }

    let form: Form
    /// Whether the region may be enlarged.
    let enlarges: Bool

    init(_ form: Form, enlarges: Bool) {
        (self.form, self.enlarges) = (form, enlarges)
    }

    /// Throws `invalidURL`.
    init(_ text: String, _ version: IIIFVersion) throws {
        let isMarked = version == .three && text.hasPrefix("^")
        let form = try Self.form(isMarked ? text.dropFirst() : text[...], in: text, version)
        if case .percent(let share) = form, share.value > 100, version == .three, !isMarked { throw IIIFProblem.enlarges(text) }
        // Version 2 has no mark for it.
        self.init(form, enlarges: isMarked || version == .two)
    }

    private static func form(_ size: Substring, in text: String, _ version: IIIFVersion) throws -> Form {
        if size == "max" { return .max }
        if size == "full", version == .two { return .full }
        if size.hasPrefix("pct:") { return .percent(try share(size.dropFirst("pct:".count), in: text)) }
        let isConfined = size.hasPrefix("!")
        let sides = (isConfined ? size.dropFirst() : size).split(separator: ",", omittingEmptySubsequences: false)
        guard sides.count == 2 else { throw malformed(text, version) }
        switch (sides[0].isEmpty, sides[1].isEmpty, isConfined) {
        case (false, false, let isConfined):
            let (width, height) = (try side(sides[0], in: text, version), try side(sides[1], in: text, version))
            return isConfined ? .confined(width, height) : .exact(width, height)
        case (false, true, false): return .width(try side(sides[0], in: text, version))
        case (true, false, false): return .height(try side(sides[1], in: text, version))
        default: throw malformed(text, version)
        }
    }

    private static func side(_ digits: Substring, in text: String, _ version: IIIFVersion) throws -> Int {
        guard !digits.isEmpty, digits.utf8.allSatisfy(Int.isDigit) else { throw malformed(text, version) }
        guard let side = Int(digits: digits), (1...65_535).contains(side) else {
            throw BoundedCropError(.invalidURL, "the size “\(text.prefix(100))” is not possible: sides must be 1 to 65535 pixels")
        }
        return side
    }

    private static func share(_ number: Substring, in text: String) throws -> IIIFDecimal {
        guard let share = IIIFDecimal(number), (0.1...10_000).contains(share.value) else {
            throw IIIFProblem.malformed("size", text, "a percentage from 0.1 to 10000")
        }
        return share
    }

    private static func malformed(_ text: String, _ version: IIIFVersion) -> BoundedCropError {
        let forms = "W, or ,H or W,H or !W,H or pct:N"
        return IIIFProblem.malformed("size", text, version == .three ? "max or \(forms), or ^ and one of these" : "full or max or \(forms)")
    }
}
