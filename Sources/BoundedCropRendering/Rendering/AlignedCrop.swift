internal import BoundedCrop

/// thumbor's crop: the aspect of the output, around the mean of all focal points, each weighted by its area.
enum AlignedCrop {
    /// - Parameters:
    ///   - size: The size of the picture to crop.
    ///   - room: How much of it the crop can take.
    ///   - target: The size of the output.
    ///   - focalPoints: At least one.
    static func rectangle(
        in size: PixelSize,
        room: CropRequest.Room = .whole,
        target: PixelSize,
        around focalPoints: [FocalPoint]
    ) -> PixelRect {
        // thumbor treats aspects as equal if they are equal to two decimal places.
        if room == .whole, rounded(size) == rounded(target) { return PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
        let center = center(of: focalPoints)
        var window = room.size(in: size)
        if target.width * window.height > target.height * window.width {
            window.height = Int(
                Double(window.width) * Double(target.height) / Double(target.width),
                within: 1...window.height,
                rounded: .toNearestOrEven
            )
        } else {
            window.width = Int(
                Double(target.width) * Double(window.height) / Double(target.height),
                within: 1...window.width,
                rounded: .up
            )
        }
        return PixelRect(
            x: start(window.width, around: center.x, within: size.width),
            y: start(window.height, around: center.y, within: size.height),
            width: window.width,
            height: window.height
        )
    }

    private static func start(_ length: Int, around center: Double, within limit: Int) -> Int {
        Int(center - Double(length) / 2, within: 0...limit - length, rounded: .toNearestOrEven)
    }

    /// The aspect rounded to two decimal places, as by Python's `round(_, 2)`: from the number's exact value, not from the product.
    private static func rounded(_ size: PixelSize) -> Double {
        let shape = Double(size.width) / Double(size.height)
        let hundredths = shape * 100
        let lost = (-hundredths).addingProduct(shape, 100)
        let isHalf = hundredths - hundredths.rounded(.down) == 0.5
        return isHalf && lost != 0 ? hundredths.rounded(lost > 0 ? .up : .down) : hundredths.rounded(.toNearestOrEven)
    }

    private static func center(of points: [FocalPoint]) -> Point {
        let total = points.reduce(0) { $0 + $1.weight }
        return Point(
            x: points.reduce(0) { $0 + $1.x * $1.weight } / total,
            y: points.reduce(0) { $0 + $1.y * $1.weight } / total
        )
    }
}
