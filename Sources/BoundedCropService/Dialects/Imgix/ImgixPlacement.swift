internal import BoundedCrop
internal import BoundedCropRendering

/// Where a crop is placed: `crop` with the focal point, or the area of faces.
struct ImgixPlacement {
    private let isFaceArea: Bool
    private let modes: [String]
    private let point: (x: Double, y: Double)
    private let zoom: Double
    private let face: Int?
    private let padding: Double
    /// Whether the focal point is to be shown.
    let showsPlan: Bool
    /// Whether the crop is smaller than the largest one.
    let zoomsIn: Bool

    private static let directions: Set = ["top", "bottom", "left", "right"]

    /// Takes the parameters. Throws `invalidURL`.
    init(_ parameters: inout ImgixParameters, isFaceArea: Bool, isCrop: Bool) throws {
        self.isFaceArea = isFaceArea
        modes = parameters.list("crop")
        point = (try parameters.number("fp-x", in: 0...1) ?? 0.5, try parameters.number("fp-y", in: 0...1) ?? 0.5)
        zoom = try parameters.number("fp-z", in: 1...100) ?? 1
        face = try parameters.integer("faceindex", in: 1...1000)
        let pad = try parameters.number("facepad", in: 0...100) ?? 1
        showsPlan = try parameters.flag("fp-debug") == true && isCrop && modes.contains("focalpoint")
        zoomsIn = isCrop && zoom > 1 && modes.first == "focalpoint"
        // Below 1, imgix cuts into the faces.
        if isFaceArea, pad < 1 { parameters.ignore("facepad") }
        padding = max(pad - 1, 0) / 2
        guard isCrop else { return }
        let words = Self.directions.union(["faces", "focalpoint", "edges", "entropy", "center", "middle"])
        guard modes.allSatisfy(words.contains) else {
            throw ImgixParameters.failure("crop", modes.joined(separator: ","), "a list of " + words.sorted().joined(separator: ", "))
        }
        // Without a face, a crop around what stands out or in the center is possible, but not at another place.
        if modes.first == "faces", let next = modes.dropFirst().first,
            Self.directions.contains(next) || next == "focalpoint" && point != (0.5, 0.5)
        {
            parameters.ignore("crop")
        }
    }

    /// Places a crop of the picture as it is before it is turned.
    func apply(to crop: inout RenderRequest.Crop, _ orientation: ImgixOrientation) {
        if isFaceArea { return applyFaceArea(to: &crop) }
        switch modes.first {
        case "faces":
            (crop.detects, crop.placement) = (true, .center)
            if modes.count == 1 || !["edges", "entropy"].contains(modes[1]) { crop.fallback = .center }
        case "edges", "entropy": (crop.detects, crop.placement) = (true, .center)
        case "focalpoint":
            let (x, y) = orientation.upright(point.x, point.y)
            crop.focalPoint = RenderRequest.Lengths(x: .share(x), y: .share(y))
            crop.magnification = zoom
        default: align(&crop, orientation)
        }
    }

    private func applyFaceArea(to crop: inout RenderRequest.Crop) {
        (crop.detects, crop.rank, crop.padding, crop.fallback) = (true, face, Padding(.fraction(padding)), .center)
        (crop.zoom, crop.placement) = (1, .center)
    }

    private func align(_ crop: inout RenderRequest.Crop, _ orientation: ImgixOrientation) {
        let directions = modes.prefix { Self.directions.contains($0) }
        let (across, down) = (directions.first { $0 == "left" || $0 == "right" }, directions.first { $0 == "top" || $0 == "bottom" })
        let (x, y) = orientation.upright(across.map { $0 == "left" ? 0 : 1 } ?? 0.5, down.map { $0 == "top" ? 0 : 1 } ?? 0.5)
        crop.align(x == 0 ? .left : x == 1 ? .right : nil, y == 0 ? .top : y == 1 ? .bottom : nil)
    }
}
