import BoundedCrop

/// A change to a portrait that makes its face harder to find.
enum HardVariant: String, CaseIterable, Sendable {
    case upright
    case turned90 = "turned 90"
    case turned180 = "turned 180"
    case turned270 = "turned 270"
    case mirrored
    case dark
    case gray
    case jpeg20 = "JPEG 20"
    case small4 = "small 4%"

    var encoding: ImageEncoding { .jpeg(quality: self == .jpeg20 ? 20 : 90) }

    /// Returns the changed portrait and the rectangle of its face.
    /// - Parameters:
    ///   - scene: what a small portrait is pasted into.
    ///   - index: the number of the portrait, 0...11, which decides where in the scene it is.
    func applied(to portrait: PixelBuffer, face: Rect, scene: PixelBuffer, index: Int) throws -> (picture: PixelBuffer, face: Rect) {
        let right = Double(portrait.width) - face.maxX
        let below = Double(portrait.height) - face.maxY
        switch self {
        case .upright, .jpeg20: return (portrait, face)
        case .turned90: return (try turned(portrait, .right), Rect(x: below, y: face.x, width: face.height, height: face.width))
        case .turned180: return (try turned(portrait, .down), Rect(x: right, y: below, width: face.width, height: face.height))
        case .turned270: return (try turned(portrait, .left), Rect(x: face.y, y: right, width: face.height, height: face.width))
        case .mirrored: return (try turned(portrait, .upMirrored), Rect(x: right, y: face.y, width: face.width, height: face.height))
        case .dark: return (try darkened(portrait), face)
        case .gray: return (try grayed(portrait), face)
        case .small4: return try pasted(portrait, face: face, into: scene, x: 40 + 67 * index, y: 60 + 37 * index)
        }
    }

    private func turned(_ picture: PixelBuffer, _ orientation: ImageOrientation) throws -> PixelBuffer {
        var copy = picture
        try copy.orient(orientation)
        return copy
    }

    /// White becomes a dark gray of 63, the middle gray one of 16.
    private func darkened(_ picture: PixelBuffer) throws -> PixelBuffer {
        let levels = (0...255).map { UInt8($0 * $0 / 1020) }
        var bytes = picture.bytes
        for index in bytes.indices where index % 4 != 3 { bytes[index] = levels[Int(bytes[index])] }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }

    private func grayed(_ picture: PixelBuffer) throws -> PixelBuffer {
        let luma = picture.luma()
        var bytes = picture.bytes
        for index in bytes.indices where index % 4 != 3 { bytes[index] = luma.bytes[index / 4] }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }

    /// The head and shoulders, with a face whose height is 4% of the scene's long side.
    private func pasted(_ portrait: PixelBuffer, face: Rect, into scene: PixelBuffer, x: Int, y: Int) throws -> (PixelBuffer, Rect) {
        let scale = 0.04 * Double(scene.size.longSide) / face.height
        let around = Rect(
            x: face.x - face.width / 2,
            y: face.y - face.height / 2,
            width: face.width * 2,
            height: face.height * 2
        ).intersection(portrait.size.bounds)
        let size = PixelSize(width: Int((around.width * scale).rounded()), height: Int((around.height * scale).rounded()))
        let small = try portrait.resampled(around, to: size)
        var bytes = scene.bytes
        for row in 0..<size.height {
            let start = ((y + row) * scene.width + x) * 4
            let pixels = small.bytes[row * size.width * 4..<(row + 1) * size.width * 4]
            bytes.replaceSubrange(start..<start + size.width * 4, with: pixels)
        }
        let moved = Rect(x: face.x - around.x, y: face.y - around.y, width: face.width, height: face.height).scaled(x: scale, y: scale)
        return (
            try PixelBuffer(size: scene.size, bytes: bytes),
            Rect(x: moved.x + Double(x), y: moved.y + Double(y), width: moved.width, height: moved.height)
        )
    }
}
