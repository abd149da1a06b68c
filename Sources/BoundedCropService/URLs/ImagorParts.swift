internal import BoundedCrop

/// The parts of a URL that imagor adds to thumbor's grammar, as filters of this service.
enum ImagorParts {
    /// `0.1x0.2:0.9x0.8`, a manual crop in shares of the sides; nil if the text is something else.
    static func region(_ segment: Substring) -> FilterCall? {
        guard let region = GeometryFilters.Region(shares: segment) else { return nil }
        let lengths = [region.x, region.y, region.width, region.height].map { length in
            if case .share(let share) = length { ParameterText.percent(share) } else { "0" }
        }
        return FilterCall(name: "region", argumentText: lengths.joined(separator: ","))
    }

    /// The padding behind a size: `LEFTxTOP:RIGHTxBOTTOM`, or `LEFTxTOP` for both sides; nil if the text is something else.
    static func padding(_ segment: Substring) -> [Int]? {
        let corners = segment.split(separator: ":", omittingEmptySubsequences: false).map { corner in
            corner.split(separator: "x", omittingEmptySubsequences: false).map { Int(digits: $0) }
        }
        guard (1...2).contains(corners.count), corners.allSatisfy({ $0.count == 2 }) else { return nil }
        let lengths = (corners[0] + corners[corners.count - 1]).compactMap(\.self)
        return lengths.count == 4 ? lengths : nil
    }

    /// As in imagor, padding is a part of what `fill` fills, and nothing without it.
    static func padded(_ call: FilterCall, by padding: [Int]) -> FilterCall {
        let arguments = call.arguments
        guard call.name == "fill", (1...2).contains(arguments.count) else { return call }
        let own = arguments.count == 1 ? [arguments[0], "false"] : arguments
        return FilterCall(name: "fill", argumentText: (own + padding.map(String.init)).joined(separator: ","))
    }
}
