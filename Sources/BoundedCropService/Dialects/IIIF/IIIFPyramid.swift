internal import BoundedCrop

/// The sizes in which a picture is offered to viewers: each half as wide as the one before, until one tile holds it.
struct IIIFPyramid: Sendable {
    /// The sides of a tile: 512, or less if the limit does not allow that.
    let tile: Int
    /// The picture's own size.
    let size: PixelSize
    /// 1, 2, 4 and so on.
    let scaleFactors: [Int]
    /// The sizes within the limit, the smallest one first.
    let sizes: [PixelSize]
    /// The service's limit, if the picture exceeds it.
    let maximumPixels: Int?

    init(_ size: PixelSize, maximumPixels: Int) {
        var tile = 512
        while tile > 1, tile * tile > maximumPixels { tile /= 2 }
        var factors = [1]
        while let last = factors.last, size.longSide > last * tile { factors.append(2 * last) }
        self.tile = tile
        self.size = size
        scaleFactors = factors
        sizes = factors.reversed().map { size.scaled(toWidth: (size.width - 1) / $0 + 1) }.filter { $0.area <= maximumPixels }
        self.maximumPixels = size.area > maximumPixels ? maximumPixels : nil
    }
}
