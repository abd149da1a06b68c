internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// The four parameters of an IIIF URL for a picture.
struct IIIFImage: Hashable, Sendable {
    let version: IIIFVersion
    let region: IIIFRegion
    let size: IIIFSize
    let rotation: IIIFRotation
    let file: IIIFFile

    /// - Parameter parts: Region, size, rotation, and quality with format, not percent-encoded.
    ///
    /// Throws `invalidURL`.
    init(_ parts: [String], _ version: IIIFVersion) throws {
        guard parts.count == 4 else { throw BoundedCropError(.invalidURL, "the URL has no region, size, rotation and quality") }
        self.version = version
        region = try IIIFRegion(parts[0])
        size = try IIIFSize(parts[1], version)
        rotation = try IIIFRotation(parts[2])
        file = try IIIFFile(parts[3])
    }

    /// What is asked.
    ///
    /// - Parameter maximumPixels: The service's limit, which `max` stays within.
    func request(maximumPixels: Int) -> RenderRequest {
        var stage = RenderRequest.Stage()
        stage.cuts = [region.region].compactMap(\.self)
        if region == .square { applySquare(to: &stage) } else { apply(to: &stage.target) }
        if isLimited(to: maximumPixels) { stage.target.maximumPixels = maximumPixels }
        stage.steps = rotation.steps + file.steps
        var request = RenderRequest(stage)
        request.output.format = file.format
        // IIIF knows no animations.
        if file.format != .jpeg { request.output.frame = 1 }
        return request
    }

    private func apply(to target: inout RenderRequest.Target) {
        switch size.form {
        case .full: return
        case .max: break
        case .percent(let share): target.scale = share.hundredth.value
        case .width(let width): target.dimensions = .init(width: .pixels(width))
        case .height(let height): target.dimensions = .init(height: .pixels(height))
        case .exact(let width, let height): target.dimensions = .init(width: .pixels(width), height: .pixels(height))
        case .confined(let width, let height):
            target.dimensions = .init(width: .pixels(width), height: .pixels(height))
            target.fit = RenderRequest.FitIn()
            if size.enlarges { target.upscaling = .always }
            return
        }
        // Whole pixels may have another aspect than the region, of which nothing must be cut off for that.
        target.stretches = true
        refuseEnlarging(in: &target)
    }

    /// The square holds the faces.
    private func applySquare(to stage: inout RenderRequest.Stage) {
        stage.crop.detects = true
        stage.target.aspect = AspectRatio(1, 1)
        switch size.form {
        case .full, .max: return
        case .percent(let share): return stage.target.scale = share.hundredth.value
        case .width(let side), .height(let side): stage.target.dimensions = .init(width: .pixels(side), height: .pixels(side))
        case .exact(let width, let height):
            stage.target.dimensions = .init(width: .pixels(width), height: .pixels(height))
            stage.target.stretches = width != height
        case .confined(let width, let height):
            let side = min(width, height)
            stage.target.dimensions = .init(width: .pixels(side), height: .pixels(side))
            if !size.enlarges { stage.target.upscaling = .neverAtAspect }
            return
        }
        refuseEnlarging(in: &stage.target)
    }

    private func refuseEnlarging(in target: inout RenderRequest.Target) {
        let mayEnlarge: Bool
        switch size.form {
        case .width, .height, .exact: mayEnlarge = true
        case .full, .max, .confined, .percent: mayEnlarge = false
        }
        if mayEnlarge, !size.enlarges { target.upscaling = .refused }
    }

    /// Whether the output has to be shrunk to the service's limit, instead of being refused.
    private func isLimited(to maximumPixels: Int) -> Bool {
        switch size.form {
        case .max: true
        case .confined(let width, let height): PixelSize(width: width, height: height).area > maximumPixels
        default: false
        }
    }
}

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

    /// The region to cut out; nil for the whole picture, and for a square, which depends on the size.
    var region: RenderRequest.Region? {
        switch self {
        case .full, .square: return nil
        case .pixels(let rectangle): return RenderRequest.Region(pixels: rectangle.rect)
        case .percent(let x, let y, let width, let height):
            func share(_ percent: IIIFDecimal) -> RenderRequest.Length { .share(min(percent.value, 100) / 100) }
            return RenderRequest.Region(x: share(x), y: share(y), width: share(width), height: share(height))
        }
    }
}

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

    var steps: [RenderStep] {
        let flips = isMirrored ? [RenderStep.effect(.flip(.horizontal))] : []
        return flips + (degrees.value == 0 ? [] : [.effect(.turn(degrees: degrees.value))])
    }
}

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

/// The last part of an IIIF URL: `QUALITY.FORMAT`.
struct IIIFFile: Hashable, Sendable, CustomStringConvertible {
    enum Quality: String, Hashable, Sendable, CaseIterable {
        case `default`, color, gray, bitonal
    }

    let quality: Quality
    let format: ImageFormat

    /// The words of the formats that can be written on this machine, in the order of `info.json`. Some are extensions, such as AVIF's.
    /// Icons are too small for most requests.
    static let writableWords = ImageFormat.writable.filter { $0.support.isWritable && $0 != .ico }.map(\.fileExtension)

    init(_ quality: Quality, _ format: ImageFormat) {
        (self.quality, self.format) = (quality, format)
    }

    /// Throws `invalidURL`.
    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw IIIFProblem.malformed("part", text, "a quality and a format with a point between them, such as default.jpg")
        }
        guard let quality = Quality(rawValue: String(parts[0])) else {
            throw IIIFProblem.malformed("quality", parts[0], "default, color, gray or bitonal")
        }
        let format = ImageFormat.writable.first { $0.fileExtension == parts[1] }
        guard let format, Self.writableWords.contains(format.fileExtension) else {
            throw IIIFProblem.malformed("format", parts[1], "one that can be written here: \(Self.writableWords.joined(separator: ", "))")
        }
        self.init(quality, format)
    }

    /// The text in the URL.
    var description: String { "\(quality.rawValue).\(format.fileExtension)" }

    var steps: [RenderStep] {
        switch quality {
        case .gray: [.effect(.grayscale)]
        case .bitonal: [.effect(.bitonal())]
        case .default, .color: []
        }
    }
}

/// A decimal number without a sign and an exponent, kept as text, so that it is written as it was read.
struct IIIFDecimal: Hashable, Sendable, CustomStringConvertible {
    /// Without leading and trailing zeros.
    private let whole: String
    private let fraction: String

    /// Nil for anything else than digits, of which some may follow a point, and for more than twenty characters.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 20, let last = parts.last, !last.isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(Int.isDigit) }) else {
            return nil
        }
        self.init(whole: parts[0], fraction: parts.count > 1 ? last : "")
    }

    private init(whole: some StringProtocol, fraction: some StringProtocol) {
        self.whole = String(whole.drop { $0 == "0" })
        self.fraction = String(fraction.reversed().drop { $0 == "0" }.reversed())
    }

    /// The number with a zero before its point, and no zeros at its end.
    var description: String { (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)") }

    /// Never negative, and always finite.
    var value: Double { Double(description) ?? 0 }

    /// The number divided by a hundred, exactly.
    var hundredth: IIIFDecimal {
        let digits = String(repeating: "0", count: max(0, 2 - whole.count)) + whole
        return IIIFDecimal(whole: digits.dropLast(2), fraction: digits.suffix(2) + fraction)
    }
}

extension IIIFImage {
    /// The canonical parameters of a picture that was made with this request.
    func canonicalParameters(_ geometry: PictureGeometry) -> String {
        let crop = geometry.crop
        let isWhole = crop == PixelRect(all: geometry.source)
        let region = isWhole ? "full" : "\(crop.x),\(crop.y),\(crop.width),\(crop.height)"
        let quality = file.quality == .color ? IIIFFile(.default, file.format) : file
        return "\(region)/\(canonicalSize(geometry))/\(rotation)/\(quality)"
    }

    private func canonicalSize(_ geometry: PictureGeometry) -> String {
        let (size, region) = (geometry.size, geometry.crop.size)
        switch version {
        case .three:
            // Smaller than the region only where the service's limit is.
            if size == region || size.area < region.area && form == .max { return "max" }
            let enlarges = size.width > region.width || size.height > region.height
            return "\(enlarges ? "^" : "")\(size.width),\(size.height)"
        case .two:
            if size == region { return "full" }
            return "\(size.width)," + (size == region.scaled(toWidth: size.width) ? "" : String(size.height))
        }
    }

    private var form: IIIFSize.Form { size.form }
}

extension PixelSize {
    /// This size in its proportions at another width, as a request for that width alone has it.
    func scaled(toWidth other: Int) -> PixelSize {
        let height = Int(Double(height) * Double(other) / Double(width), within: 1...Int(Int32.max), rounded: .toNearestOrEven)
        return PixelSize(width: other, height: height)
    }
}
