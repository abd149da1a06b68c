internal import BoundedCrop
package import BoundedCropRendering

/// The contents of an image URL, in thumbor's grammar:
///
///     [debug/] [meta/] [trim[:CORNER|:COLOR][:TOLERANCE[:channels]]/] [LxT:RxB/] [[adaptive-][full-]fit-in/] [[-]Wx[-]H/]
///     [left|center|right/] [top|middle|bottom/] [smart/] [filters:NAME(ARGUMENTS):.../] IMAGE
///
/// The order is fixed, and all parts except the image are optional. The parts may be repeated after `then:/`, and are then applied to the
/// result of those before.
package struct ImageURL: Hashable, Sendable {
    /// Whether to draw the detected features instead of cropping.
    package var isDebug = false
    /// Whether to answer with the plan instead of the picture.
    package var isMeta = false
    /// The border to trim first.
    package var trim: RenderRequest.Trim?
    /// The rectangle to cut out before everything else.
    package var manualCrop: ManualCrop?
    /// Whether to fit the picture into the dimensions instead of cropping it.
    package var fitIn: RenderRequest.FitIn?
    /// The output's dimensions; nil keeps the size.
    package var dimensions: RenderRequest.Dimensions?
    /// The horizontal position of the crop if nothing else determines it; nil is the center.
    package var horizontalAlignment: RenderRequest.HorizontalAlignment?
    /// The vertical position of the crop if nothing else determines it; nil is the middle.
    package var verticalAlignment: RenderRequest.VerticalAlignment?
    /// Whether to detect features that must stay visible.
    package var isSmart = false
    /// The filters, in the URL's order.
    package var filters: [FilterCall] = []
    /// The picture: a URL, possibly without its scheme, or a path. It has no percent-encoding except that of the picture's own URL.
    package var image: String
    /// Requests whose results are the picture of the next one, and the last of them that of this one; their images are empty.
    package var earlier: [ImageURL] = []

    /// A rectangle given by its edges, in pixels of the upright picture; parts outside the picture are ignored.
    package struct ManualCrop: Hashable, Sendable {
        /// The first column inside.
        package var left: Int
        /// The first row inside.
        package var top: Int
        /// The first column after it.
        package var right: Int
        /// The first row below it.
        package var bottom: Int

        /// Creates a rectangle from its edges.
        package init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }

        /// The rectangle; nil if all edges are 0, as clients write them for no crop.
        var region: RenderRequest.Region? {
            guard left < right else { return nil }
            return RenderRequest.Region(
                pixels: Rect(x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
            )
        }
    }

    /// Creates a URL that requests a picture unchanged.
    package init(image: String) {
        self.image = image
    }

    /// Parses instructions, percent-encoded once: those of `RequestPath`, or those that a ``URLSigner`` verified. A query after a bare
    /// `?` belongs to the image.
    ///
    /// - Throws: `invalidURL` for a part with invalid values, `urlTooLong`, and `limitExceeded`.
    package init(instructions: some StringProtocol, limits: ImageURLLimits = ImageURLLimits()) throws {
        self = try ImageURLParser.read(instructions, limits: limits)
    }
}

extension ImageURL {
    /// Returns the URL with its `extract_focal` filter applied.
    ///
    /// If the URL has this filter and its image is an image URL itself, with or without a server before it, the inner image replaces it,
    /// and the inner manual crop becomes a focal region. Otherwise the URL is returned unchanged.
    ///
    /// This way a crop chosen by hand stays visible at other aspects. The inner URL's signature is ignored.
    package func extractingFocalRegion() -> ImageURL {
        guard filters.contains(where: { $0.name == "extract_focal" }), let inner = Self.inner(of: image), let crop = inner.manualCrop else {
            return self
        }
        var url = self
        url.image = inner.image
        if crop.left < crop.right { url.filters.append(FilterCall("focal", crop.text)) }
        return url
    }

    /// The image URL inside a text: what follows the first `unsafe` or signature.
    private static func inner(of text: String) -> ImageURL? {
        var rest = text[...]
        while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
            // The text is encoded and parsed only once, where it begins like an image URL.
            if RequestPath.Authorization(first: String(rest[..<slash])) != .missing {
                return try? ImageURL(instructions: RequestPath(PercentEncoding.encoded(rest)).instructions)
            }
            rest = rest[rest.utf8.index(after: slash)...]
        }
        return nil
    }
}

extension ImageURL {
    /// Why there is no such picture: its name, and whether its first folder may have been meant as a part of the URL.
    static func missingPicture(_ image: String) -> String {
        let name = image.prefix(200)
        let start = "there is no picture “\(name)”"
        guard let slash = image.firstIndex(of: "/") else { return start }
        let folder = image[..<slash]
        if let part = partNames.first(where: { folder == $0 }) ?? (hasForm(folder) ? String(folder) : nil) {
            return "\(start): “\(part.prefix(80))” was taken as its folder, since parts of a URL have a fixed order and stand once"
        }
        let guess = partNames.first { EditDistance.between($0, folder.lowercased()) == 1 }
        return start + (guess.map { "; did you mean “\($0)” instead of its folder “\(folder)”?" } ?? "")
    }

    private static let partNames =
        ["debug", "meta", "trim", "fit-in", "adaptive-fit-in", "full-fit-in", "adaptive-full-fit-in", "stretch", "smart"]
        + RenderRequest.HorizontalAlignment.allCases.map(\.rawValue) + RenderRequest.VerticalAlignment.allCases.map(\.rawValue)

    /// Whether a folder has the form of a part with numbers or arguments.
    private static func hasForm(_ folder: Substring) -> Bool {
        if folder.hasPrefix("filters:") || folder.hasPrefix("trim:") { return true }
        let numbers = folder.split { $0 == "x" || $0 == ":" }
        return folder.contains("x") && (2...4).contains(numbers.count) && numbers.allSatisfy { $0.utf8.allSatisfy(Int.isDigit) }
    }
}

extension ImageURL {
    /// The URL with the size that its filter `preset` names in place of the filter; in a chain, each request has its own.
    ///
    /// - Parameter own: The service's own presets.
    /// - Throws: `invalidFilter` for a preset that does not exist, and beside a size.
    func withPresetSize(_ own: [CropPreset]) throws -> ImageURL {
        var url = self
        url.earlier = try earlier.map { try $0.withPresetSize(own) }
        guard let call = filters.last(where: { $0.name == "preset" }) else { return url }
        let name = try FilterArguments(call).texts[0]
        var dimensions = dimensions ?? RenderRequest.Dimensions()
        guard dimensions.width == .proportional, dimensions.height == .proportional else {
            throw FilterArguments.failure(call, "gives the picture a size, and so does another part of the URL: leave one of them out")
        }
        do {
            let size = try CropPreset.named(name, own: own).size
            (dimensions.width, dimensions.height) = (.pixels(size.width), .pixels(size.height))
        } catch let error as BoundedCropError {
            throw FilterArguments.failure(call, "names no preset: \(error.message)")
        }
        url.dimensions = dimensions
        url.filters.removeAll { $0.name == "preset" }
        return url
    }
}

// Each parses one part of a URL: nil if the text is something else, an error if its values are invalid.

extension RenderRequest.Trim {
    init?(segment: Substring) throws {
        var parts = segment.split(separator: ":", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "trim", parts.count <= 3 else { return nil }
        self.init()
        if parts.count > 1, parts.last.map(String.init) == Measure.channels.rawValue {
            measure = .channels
            parts.removeLast()
        }
        guard parts.count <= 2 else { return nil }
        if let corner = parts.first.flatMap({ Corner(rawValue: String($0)) }) {
            self.corner = corner
            parts.removeFirst()
        } else if let color = parts.first.flatMap(Self.color) {
            self.color = color
            parts.removeFirst()
        } else if parts.first == "", parts.count == 2 {
            // libthumbor writes an empty corner for the default.
            parts.removeFirst()
        }
        guard let text = parts.popFirst() else {
            guard measure == .distance else { throw Self.failure(segment) }
            return
        }
        guard parts.isEmpty, let tolerance = Int(digits: text), tolerance <= Self.largestTolerance else {
            throw Self.failure(segment)
        }
        self.tolerance = tolerance
    }

    private static func failure(_ segment: Substring) -> BoundedCropError {
        BoundedCropError(
            .invalidURL,
            "“\(segment)” is not trim, trim:top-left, trim:bottom-right or trim:COLOR with a tolerance of 0 to \(largestTolerance)"
        )
    }

    /// The color of six hexadecimal digits; nil for other texts, such as a tolerance, which has at most three.
    static func color(_ digits: some StringProtocol) -> Color? {
        let isHexadecimal = digits.utf8.allSatisfy { Int.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
        return isHexadecimal && digits.utf8.count == 6 ? Color("#\(digits)") : nil
    }

    /// The distance from black to white: the root of 3 * 255 * 255, rounded up.
    private static let largestTolerance = 442
}

extension ImageURL.ManualCrop {
    init?(segment: Substring) throws {
        let corners = segment.split(separator: ":", omittingEmptySubsequences: false)
        let texts = corners.flatMap { $0.split(separator: "x", omittingEmptySubsequences: false) }
        guard corners.count == 2, texts.count == 4, texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Int.isDigit) }) else { return nil }
        let edges = texts.compactMap { Int(digits: $0) }
        guard edges.count == 4 else { throw BoundedCropError(.invalidURL, "“\(segment)” has numbers beyond any picture") }
        self.init(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
        // Clients write all zeros for no crop.
        guard left < right && top < bottom || edges == [0, 0, 0, 0] else {
            throw BoundedCropError(.invalidURL, "“\(segment)” is an empty crop: the form is LEFTxTOP:RIGHTxBOTTOM")
        }
    }
}

extension RenderRequest.FitIn {
    init?(segment: Substring) {
        guard segment.hasSuffix("fit-in") else { return nil }
        switch segment.dropLast("fit-in".count) {
        case "": self.init()
        case "adaptive-": self.init(isAdaptive: true)
        case "full-": self.init(isFull: true)
        case "adaptive-full-": self.init(isAdaptive: true, isFull: true)
        default: return nil
        }
    }
}

extension RenderRequest.Dimensions {
    init?(segment: Substring) throws {
        let sides = segment.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        guard let width = try Self.side(sides[0], in: segment), let height = try Self.side(sides[1], in: segment) else { return nil }
        self.init(
            width: width,
            height: height,
            flipsHorizontally: sides[0].hasPrefix("-"),
            flipsVertically: sides[1].hasPrefix("-")
        )
    }

    private static func side(_ text: Substring, in segment: Substring) throws -> RenderRequest.Dimension? {
        let text = text.hasPrefix("-") ? text.dropFirst() : text
        if text == "orig" { return .original }
        guard text.utf8.allSatisfy(Int.isDigit) else { return nil }
        if text.isEmpty { return .proportional }
        guard let pixels = Int(digits: text), pixels <= 65_535 else {
            throw BoundedCropError(.invalidURL, "“\(segment)” is not possible: sides must be 0 to 65535 pixels")
        }
        return pixels == 0 ? .proportional : .pixels(pixels)
    }
}

extension Int {
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Only digits, up to a billion.
    init?(digits text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy(Self.isDigit), let number = Int(text), number <= 1_000_000_000 else { return nil }
        self = number
    }
}
