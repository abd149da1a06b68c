/// What the shares of regions in XMP are shares of.
enum RegionFrame {
    /// The picture as it is stored, as the standard has it.
    case stored
    /// The upright picture, as some programs write them.
    case upright

    /// The frame of an `mwg-rs:Regions` by the sides that it names; nil if they are those of another picture: this one was cut or turned
    /// since, and the regions are no longer where they say. Sides in the same proportion are those of a larger or smaller copy.
    init?(of regions: XMLTree.Element, in header: ImageHeader) {
        guard let sides = regions.all.first(where: { $0.name == XMPNames.regions + "AppliedToDimensions" }),
            let width = sides.structureNumber(XMPNames.dimensions + "w"), let height = sides.structureNumber(XMPNames.dimensions + "h"),
            width > 0, height > 0, width.isFinite, height.isFinite
        else {
            self = .stored
            return
        }
        func fits(_ size: PixelSize) -> Bool {
            let (one, other) = (width * Double(size.height), height * Double(size.width))
            // Each side may be rounded.
            return abs(one - other) <= max(0.02 * max(one, other), width, height)
        }
        if fits(header.storedSize) {
            self = .stored
        } else if header.orientation.swapsSides, fits(header.size) {
            self = .upright
        } else {
            return nil
        }
    }

    func size(in header: ImageHeader) -> PixelSize {
        switch self {
        case .stored: header.storedSize
        case .upright: header.size
        }
    }

    /// A place, given as shares of the sides, in pixels of the upright picture. It may reach beyond the picture.
    func place(of share: Rect, in header: ImageHeader) -> Rect {
        let size = size(in: header)
        let place = share.scaled(x: Double(size.width), y: Double(size.height))
        switch self {
        case .stored: return header.orientation.upright(place, inStored: header.storedSize)
        case .upright: return place
        }
    }
}
