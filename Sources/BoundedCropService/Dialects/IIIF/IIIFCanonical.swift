internal import BoundedCrop

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
