internal import BoundedCrop

extension RenderRequest.Region {
    /// Reads `x,y,width,height`, each in pixels or in percent of its side, such as `10%,40,50%,240`. Nil for anything else, for sides that are
    /// not above 0, and for percent that no rectangle inside a picture has.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let lengths = parts.compactMap { RenderRequest.Length($0) }
        guard parts.count == 4, lengths.count == 4, lengths[2].isAboveZero, lengths[3].isAboveZero else { return nil }
        self.init(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
    }

    /// As this is read, with pixels to a hundredth.
    var text: String { [x, y, width, height].map(\.text).joined(separator: ",") }
}

extension RenderRequest.Length {
    /// Reads `40`, `-3.5` or `20%`; nil for anything else, and beyond 100% and -100%.
    fileprivate init?(_ text: some StringProtocol) {
        let (sign, digits) = text.hasPrefix("-") ? (-1.0, text.dropFirst()) : (1.0, text[...])
        if digits.hasSuffix("%") {
            guard let percent = Decimals.number(digits.dropLast()), percent <= 100 else { return nil }
            self = .share(sign * percent / 100)
        } else {
            guard let pixels = Decimals.number(digits), pixels.isFinite else { return nil }
            self = .pixels(sign * pixels)
        }
    }

    /// As this is read, with pixels to a hundredth.
    var text: String {
        switch self {
        case .pixels(let pixels): Decimals.text((pixels * 100).rounded() / 100)
        case .share(let share): Decimals.text(share * 100) + "%"
        }
    }

    fileprivate var isAboveZero: Bool {
        switch self {
        case .pixels(let pixels): pixels > 0
        case .share(let share): share > 0
        }
    }
}
