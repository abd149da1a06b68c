import BoundedCrop

/// A picture as the input of a network, and how to get from it back to the picture.
struct NetworkInput {
    /// Three planes of the network's size.
    let planes: [Float]
    /// The part of the input that shows the picture; it begins at the top left.
    let shown: PixelSize

    init(_ pixels: PixelBuffer, for description: NetworkDescription) throws {
        let size = description.input
        let shown = description.fit == .stretch ? size : Self.fitted(pixels.size, into: size)
        let resized = try pixels.resized(to: shown)
        var planes: [Float] = []
        planes.reserveCapacity(3 * size.area)
        for plane in 0..<3 {
            let channel = description.channels == .rgb ? plane : 2 - plane
            let table = (0...255).map { Float((Double($0) - description.mean[plane]) * description.scale[plane]) }
            let gray = Float((description.gray - description.mean[plane]) * description.scale[plane])
            resized.bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<shown.height {
                    let start = row * shown.width * 4 + channel
                    for column in 0..<shown.width { planes.append(table[Int(bytes[start + column * 4])]) }
                    for _ in shown.width..<size.width { planes.append(gray) }
                }
            }
            for _ in 0..<(size.height - shown.height) * size.width { planes.append(gray) }
        }
        self.shown = shown
        self.planes = planes
    }

    /// The largest size with the picture's aspect, enlarged if need be.
    private static func fitted(_ picture: PixelSize, into size: PixelSize) -> PixelSize {
        let scale = min(Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
        return PixelSize(
            width: min(max(Int((Double(picture.width) * scale).rounded()), 1), size.width),
            height: min(max(Int((Double(picture.height) * scale).rounded()), 1), size.height)
        )
    }
}
