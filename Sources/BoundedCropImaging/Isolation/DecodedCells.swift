internal import CSandbox

/// Which cells of a picture are decoded, as `RegionDecoder` has them.
struct DecodedCells {
    let shrink: Int
    let rectangle: PixelRect
    let defersColor: Bool

    /// How many there are, and so how many pixels they become.
    var count: Int { rectangle.size.area }

    func set(_ request: inout bc_box_request) {
        request.shrink = UInt32(shrink)
        request.x = UInt32(rectangle.x)
        request.y = UInt32(rectangle.y)
        request.width = UInt32(rectangle.width)
        request.height = UInt32(rectangle.height)
        request.defers_color = defersColor ? 1 : 0
    }

    /// The cells of a request; nil where the picture has no such cells.
    init?(_ request: bc_box_request, in header: ImageHeader) {
        shrink = Int(request.shrink)
        rectangle = PixelRect(x: Int(request.x), y: Int(request.y), width: Int(request.width), height: Int(request.height))
        defersColor = request.defers_color != 0
        let isPossible = header.format == .jpeg ? [1, 2, 4, 8].contains(shrink) : (1...4096).contains(shrink)
        guard isPossible, rectangle.width > 0, rectangle.height > 0 else { return nil }
        let columns = (header.storedSize.width + shrink - 1) / shrink
        let rows = (header.storedSize.height + shrink - 1) / shrink
        guard rectangle.x + rectangle.width <= columns, rectangle.y + rectangle.height <= rows else { return nil }
    }

    init(shrink: Int, rectangle: PixelRect, defersColor: Bool) {
        (self.shrink, self.rectangle, self.defersColor) = (shrink, rectangle, defersColor)
    }
}
