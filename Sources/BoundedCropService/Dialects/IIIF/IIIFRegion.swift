internal import BoundedCrop

/// The first parameter of an IIIF URL: which part of the picture is shown.
enum IIIFRegion: Hashable, Sendable {
    case full
    /// As wide and as high as the picture's shorter side; placed to hold the faces.
    case square
    /// Parts outside the picture are cut off.
    case pixels(PixelRect)
    /// In percent of the picture's sides.
    case percent(x: IIIFDecimal, y: IIIFDecimal, width: IIIFDecimal, height: IIIFDecimal)

    /// Throws `invalidURL`.
    init(_ text: String) throws {
        switch text {
        case "full": self = .full
        case "square": self = .square
        default: self = try text.hasPrefix("pct:") ? Self.percent(text) : Self.pixels(text)
        }
    }

    private static func pixels(_ text: String) throws -> IIIFRegion {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int(digits: $0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3] else {
            throw IIIFProblem.malformed("region", text, "full, square, X,Y,W,H in pixels, or pct:X,Y,W,H")
        }
        guard width > 0, height > 0 else { throw IIIFProblem.empty(text) }
        return .pixels(PixelRect(x: x, y: y, width: width, height: height))
    }

    private static func percent(_ text: String) throws -> IIIFRegion {
        let numbers = text.dropFirst("pct:".count).split(separator: ",", omittingEmptySubsequences: false).map { IIIFDecimal($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3] else {
            throw IIIFProblem.malformed("region", text, "pct:X,Y,W,H with four decimal numbers")
        }
        guard width.value > 0, height.value > 0 else { throw IIIFProblem.empty(text) }
        guard x.value < 100, y.value < 100 else {
            throw BoundedCropError(.invalidURL, "the region “\(text.prefix(100))” lies outside the picture")
        }
        return .percent(x: x, y: y, width: width, height: height)
    }

    /// Adds the region to a request, except a square, which depends on the size.
    func apply(to url: inout ImageURL) {
        switch self {
        case .full, .square: break
        case .pixels(let rectangle):
            // Ends beyond any picture are cut off anyway, and could not be read back.
            let (right, bottom) = (rectangle.x + rectangle.width, rectangle.y + rectangle.height)
            url.manualCrop = .init(
                left: rectangle.x,
                top: rectangle.y,
                right: min(right, 1_000_000_000),
                bottom: min(bottom, 1_000_000_000)
            )
        case .percent(let x, let y, let width, let height):
            let sides = [width, height].map { $0.value > 100 ? "100" : $0.description }
            let texts = ([x, y].map(\.description) + sides).map { $0 + "p" }
            url.filters.append(FilterCall(name: "region", argumentText: texts.joined(separator: ",")))
        }
    }
}
