extension FaceAlignment {
    /// Creates an alignment from text: `passport`, `avatar`, or shares of the output such as `45%,30%`: the height of the eyes from the top,
    /// the distance between them, and optionally the horizontal place of the point between them. A share is a percentage or a number: `0.45`.
    ///
    /// Nil for anything else, and for numbers out of range. The fill is not part of the text.
    public init?(_ text: String) {
        switch text {
        case "passport": self = .passport
        case "avatar": self = .avatar
        default:
            let shares = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.share($0) ?? .nan }
            guard shares.count == 2 || shares.count == 3 else { return nil }
            self.init(eyeLine: shares[0], scale: .eyeDistance(shares[1]), horizontal: shares.count == 3 ? shares[2] : 0.5)
            guard (try? check()) != nil else { return nil }
        }
    }

    private static func share(_ text: Substring) -> Double? {
        guard text.hasSuffix("%") else { return Decimals.number(text) }
        return Decimals.number(text.dropLast()).map { $0 / 100 }
    }

    /// All values as text: equal alignments have the same, different ones different texts.
    var cacheText: String {
        let size =
            switch scale {
            case .eyeDistance(let share): "eyes \(share + 0)"
            case .headHeight(let share): "head \(share + 0)"
            }
        return "\(eyeLine + 0) \(size) \(horizontal + 0) \(fill?.description ?? "none")"
    }
}
