extension CropRequest.Room {
    /// Throws `invalidArgument`.
    func check() throws {
        switch self {
        case .whole: break
        case .pixels(let size):
            guard size.width > 0, size.height > 0 else {
                throw BoundedCropError(.invalidArgument, "a room of \(size) is not possible: sides are 1 pixel or more")
            }
        case .magnified(let factor):
            guard (1...100).contains(factor) else {
                throw BoundedCropError(.invalidArgument, "a magnification of \(factor) is not possible: it is 1 to 100")
            }
        }
    }

    /// The size in a picture.
    package func size(in picture: PixelSize) -> PixelSize {
        switch self {
        case .whole: picture
        case .pixels(let size): PixelSize(width: min(size.width, picture.width), height: min(size.height, picture.height))
        case .magnified(let factor):
            PixelSize(
                width: Int(Double(picture.width) / factor, within: 1...picture.width),
                height: Int(Double(picture.height) / factor, within: 1...picture.height)
            )
        }
    }

    /// The room in the coordinates of a picture whose output is turned.
    func turned(by turn: QuarterTurn) -> Self {
        if case .pixels(let size) = self { .pixels(turn.turned(size)) } else { self }
    }

    /// Different for all rooms.
    var cacheText: String {
        switch self {
        case .whole: ""
        case .pixels(let size): size.description
        case .magnified(let factor): "\(factor)"
        }
    }
}
