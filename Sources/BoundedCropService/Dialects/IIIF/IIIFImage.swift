internal import BoundedCrop

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

    /// The request in the service's own terms.
    ///
    /// - Parameter maximumPixels: The service's limit, which `max` stays within.
    func url(of image: String, maximumPixels: Int) -> ImageURL {
        var url = ImageURL(image: image)
        region.apply(to: &url)
        if region == .square { applySquare(to: &url) } else { applySize(to: &url) }
        if isLimited(to: maximumPixels) { url.filters.append(FilterCall(name: "max_pixels", argumentText: String(maximumPixels))) }
        url.filters += rotation.filters + file.filters
        return url
    }

    private func applySize(to url: inout ImageURL) {
        switch size.form {
        case .full: return
        case .max: break
        case .percent(let share): url.filters.append(FilterCall(name: "scale", argumentText: share.hundredth.description))
        case .width(let width): url.dimensions = .init(width: .pixels(width))
        case .height(let height): url.dimensions = .init(height: .pixels(height))
        case .exact(let width, let height): url.dimensions = .init(width: .pixels(width), height: .pixels(height))
        case .confined(let width, let height):
            url.dimensions = .init(width: .pixels(width), height: .pixels(height))
            url.fitIn = .init()
            if size.enlarges { url.filters.append(FilterCall(name: "upscale")) }
            return
        }
        // Whole pixels may have another aspect than the region, of which nothing must be cut off for that.
        url.filters.append(FilterCall(name: "stretch"))
        refuseEnlarging(in: &url)
    }

    /// The square holds the faces.
    private func applySquare(to url: inout ImageURL) {
        url.isSmart = true
        url.filters.append(FilterCall(name: "aspect", argumentText: "1:1"))
        switch size.form {
        case .full, .max: return
        case .percent(let share): return url.filters.append(FilterCall(name: "scale", argumentText: share.hundredth.description))
        case .width(let side), .height(let side): url.dimensions = .init(width: .pixels(side), height: .pixels(side))
        case .exact(let width, let height):
            url.dimensions = .init(width: .pixels(width), height: .pixels(height))
            if width != height { url.filters.append(FilterCall(name: "stretch")) }
        case .confined(let width, let height):
            let side = min(width, height)
            url.dimensions = .init(width: .pixels(side), height: .pixels(side))
            if !size.enlarges { url.filters.append(FilterCall(name: "no_upscale", argumentText: "aspect")) }
            return
        }
        refuseEnlarging(in: &url)
    }

    private func refuseEnlarging(in url: inout ImageURL) {
        let mayEnlarge: Bool
        switch size.form {
        case .width, .height, .exact: mayEnlarge = true
        case .full, .max, .confined, .percent: mayEnlarge = false
        }
        if mayEnlarge, !size.enlarges { url.filters.append(FilterCall(name: "no_upscale", argumentText: "refuse")) }
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
