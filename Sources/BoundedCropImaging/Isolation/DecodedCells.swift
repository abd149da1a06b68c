internal import CSandbox

/// The cells of a picture to decode, as in `RegionDecoder`.
struct DecodedCells {
    let shrink: Int
    let magnify: Int
    let rendition: Rendition
    let rectangle: PixelRect
    let defersColor: Bool
    /// The pixels of a drawing that are drawn, whatever the cells.
    var part: PixelRect?

    /// The number of cells, which is also the number of decoded pixels.
    var count: Int { rectangle.size.area }

    func set(_ request: inout bc_box_request) {
        request.shrink = UInt32(shrink)
        request.magnify = UInt32(magnify)
        request.rendition = rendition.code
        request.x = UInt32(rectangle.x)
        request.y = UInt32(rectangle.y)
        request.width = UInt32(rectangle.width)
        request.height = UInt32(rectangle.height)
        request.defers_color = defersColor ? 1 : 0
        if let part { request.shown = (UInt32(part.x), UInt32(part.y), UInt32(part.width), UInt32(part.height)) }
    }

    /// The cells of a request; nil if the picture does not have them.
    init?(_ request: bc_box_request, in header: ImageHeader) {
        (shrink, magnify) = (Int(request.shrink), Int(request.magnify))
        guard let rendition = Rendition(code: request.rendition, in: header) else { return nil }
        self.rendition = rendition
        rectangle = PixelRect(x: Int(request.x), y: Int(request.y), width: Int(request.width), height: Int(request.height))
        defersColor = request.defers_color != 0
        let isJPEG = header.format == .jpeg || rendition == .preview, size = rendition.size(of: header)
        let isPossible = isJPEG ? [1, 2, 4, 8].contains(shrink) : (1...4096).contains(shrink)
        let isMagnified = header.format.isDrawn || header.format.codec.findWidth != nil
        guard isPossible, (1...(isMagnified ? 4096 : 1)).contains(magnify) else { return nil }
        guard rectangle.width > 0, rectangle.height > 0 else { return nil }
        part = header.format.isDrawn ? request.shownRectangle : nil
        if let part {
            guard size.bounds.contains(part.rect), max(rectangle.width, rectangle.height) <= RegionDecoder.longestDrawnSide else {
                return nil
            }
            return
        }
        let columns = (size.width * magnify + shrink - 1) / shrink
        let rows = (size.height * magnify + shrink - 1) / shrink
        guard rectangle.x + rectangle.width <= columns, rectangle.y + rectangle.height <= rows else { return nil }
    }

    init(shrink: Int, magnify: Int, rendition: Rendition, rectangle: PixelRect, defersColor: Bool, part: PixelRect? = nil) {
        (self.shrink, self.magnify, self.rendition) = (shrink, magnify, rendition)
        (self.rectangle, self.defersColor, self.part) = (rectangle, defersColor, part)
    }
}

extension bc_box_request {
    /// Nil if there is none.
    var shownRectangle: PixelRect? {
        let rectangle = PixelRect(x: Int(shown.0), y: Int(shown.1), width: Int(shown.2), height: Int(shown.3))
        return rectangle.rect.isEmpty ? nil : rectangle
    }
}
