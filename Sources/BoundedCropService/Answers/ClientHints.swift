internal import BoundedCrop
internal import BoundedCropRendering
internal import HTTPTypes

/// How large a client shows a picture, as far as it tells: `Sec-CH-Width` and `Sec-CH-DPR`, and their older names `Width` and `DPR`.
///
/// Values are rounded up to those of a short ladder, so that a picture has few answers, and none is blurred. A URL's size is the most that
/// a client can get: whoever signed it has decided how much work it is.
struct ClientHints: Hashable, Sendable {
    /// The fields, as in `Accept-CH` and `Vary`.
    static let names = ["Sec-CH-DPR", "Sec-CH-Width", "DPR", "Width"]

    /// The width in pixels of the screen, `Int.max` above all steps; nil where the client tells none.
    let width: Int?
    /// The pixels of the screen for each pixel of the page, at most that of the URL's size; nil where the client tells none.
    let ratio: Double?

    init(_ headers: HTTPFields) {
        let width = [HTTPField.Name.secWidth, .width].compactMap { headers[$0].flatMap(Self.wholeNumber) }.first
        let ratio = [HTTPField.Name.secRatio, .ratio].compactMap { headers[$0].flatMap(Self.decimal) }.first
        self.width = width.map { width in Self.widths.first { $0 >= width } ?? .max }
        self.ratio = ratio.map { ratio in Self.ratios.first { $0 >= ratio } ?? Self.urlRatio }
    }

    private static let widths = [80, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920, 2560, 3840]
    private static let ratios = [1, 1.5, urlRatio]
    /// The size in a URL is meant for screens with twice the pixels of the page, which shows it at half of that size.
    private static let urlRatio = 2.0

    /// Whether hints can change the answer to a request.
    static func concern(_ request: RenderRequest) -> Bool {
        let dimensions = request.last.target.dimensions
        // A box that is filled is a shape, which a narrower one would change.
        let fillsBox = request.last.steps.contains { if case .fill = $0 { true } else { false } }
        return request.answer == .picture && dimensions.width != .original && dimensions.height != .original && !fillsBox
    }

    /// The request with the size that the client needs. Of both hints, the width says more.
    func applied(to request: RenderRequest) -> RenderRequest {
        guard Self.concern(request) else { return request }
        var request = request
        if let width {
            Self.narrow(&request.last.target, to: width)
        } else if let ratio {
            Self.scale(&request.last.target, by: ratio / Self.urlRatio)
        }
        return request
    }

    private static func narrow(_ target: inout RenderRequest.Target, to width: Int) {
        let dimensions = target.dimensions
        switch (dimensions.width, dimensions.height) {
        // The box may be turned, and its width become its height.
        case (.pixels, _) where target.fit?.isAdaptive == true: break
        case (.pixels(let most), _):
            guard Double(width) < Double(most) * target.scale else { return }
            target.scale = 1
            // What is fitted into a narrower box may still need all of its height.
            if target.fit == nil { target.dimensions.height = dimensions.height.scaled(by: Double(width) / Double(most)) }
            target.dimensions.width = .pixels(width)
        case (.proportional, .proportional) where width < .max:
            target.dimensions.width = .pixels(width)
            // The URL gives the picture's own size, which is the most here too.
            target.upscaling = .never
        default: break
        }
    }

    private static func scale(_ target: inout RenderRequest.Target, by factor: Double) {
        let dimensions = target.dimensions
        guard factor < 1, dimensions.width != .proportional || dimensions.height != .proportional else { return }
        guard target.scale == 1 else { return target.multiply(by: factor) }
        (target.dimensions.width, target.dimensions.height) = (dimensions.width.scaled(by: factor), dimensions.height.scaled(by: factor))
    }

    /// 1...65535.
    private static func wholeNumber(_ text: String) -> Int? {
        Int(digits: text.trimmingSpaces()[...]).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }

    /// 0.1...100, in digits with one point at most, since `Double` also reads other texts.
    private static func decimal(_ text: String) -> Double? {
        let text = text.trimmingSpaces()
        guard text.utf8.count <= 16, text.utf8.allSatisfy({ Int.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(text).flatMap { (0.1...100).contains($0) ? $0 : nil }
    }
}

extension RenderRequest.Dimension {
    fileprivate func scaled(by factor: Double) -> Self {
        guard case .pixels(let pixels) = self else { return self }
        return .pixels(Int(Double(pixels) * factor, within: 1...max(1, pixels), rounded: .toNearestOrAwayFromZero))
    }
}

extension HTTPField.Name {
    static let acceptCH = named("Accept-CH")
    fileprivate static let secWidth = named("Sec-CH-Width")
    fileprivate static let secRatio = named("Sec-CH-DPR")
    fileprivate static let width = named("Width")
    fileprivate static let ratio = named("DPR")
}
