internal import BoundedCrop

/// What a request means, for dialects to check that the URL that they wrote says it: without differences that change no picture.
struct DialectMeaning: Equatable {
    private var url: ImageURL
    /// The filters whose order does not matter.
    private var settings: Set<FilterCall>
    /// The others, in order.
    private var steps: [FilterCall]

    init(_ url: ImageURL) {
        self.url = url
        var filters = url.filters
        if let dimensions = url.dimensions {
            // They apply after the crop, before all effects, like these filters.
            var flips: [FilterCall] = []
            if dimensions.flipsHorizontally { flips.append(FilterCall(name: "flip", argumentText: "horizontal")) }
            if dimensions.flipsVertically { flips.append(FilterCall(name: "flip", argumentText: "vertical")) }
            filters = flips + filters
            self.url.dimensions?.flipsHorizontally = false
            self.url.dimensions?.flipsVertically = false
            if let index = filters.firstIndex(where: { $0.name == "scale" }), let scale = ParameterText.number(filters[index].argumentText)
            {
                filters.remove(at: index)
                self.url.dimensions?.width = dimensions.width.scaled(by: scale)
                self.url.dimensions?.height = dimensions.height.scaled(by: scale)
            }
            if dimensions.width == .proportional, dimensions.height == .proportional { self.url.dimensions = nil }
        }
        if url.horizontalAlignment == .center { self.url.horizontalAlignment = nil }
        if url.verticalAlignment == .middle { self.url.verticalAlignment = nil }
        self.url.filters = []
        filters = filters.filter { $0 != FilterCall(name: "fallback", argumentText: "attention") }
        settings = Set(filters.filter { !Self.isStep($0) })
        steps = filters.filter(Self.isStep)
    }

    private static func isStep(_ call: FilterCall) -> Bool {
        PictureStep.readers[call.name] != nil || PictureStep.expressionNames.contains(call.name)
    }
}

extension ImageURL.Dimension {
    fileprivate func scaled(by scale: Double) -> Self {
        guard case .pixels(let pixels) = self else { return self }
        return .pixels(Int(Double(pixels) * scale, within: 1...65_535))
    }
}
