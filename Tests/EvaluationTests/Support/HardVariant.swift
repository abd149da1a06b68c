import BoundedCrop

/// A change to a portrait that makes its face harder to find.
enum HardVariant: String, CaseIterable, Sendable {
    case upright
    case turned45 = "turned 45"
    case turned90 = "turned 90"
    case turned180 = "turned 180"
    case turned225 = "turned 225"
    case turned270 = "turned 270"
    case mirrored
    case dark
    case gray
    case jpeg20 = "JPEG 20"
    case noisy
    case blurred
    case sunglasses
    case mask
    case cut = "cut by the edge"
    case icon
    case small2 = "small 2%"
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
        case .turned45: return try turned(portrait, face, by: 45)
        case .turned90: return (try turned(portrait, .right), Rect(x: below, y: face.x, width: face.height, height: face.width))
        case .turned180: return (try turned(portrait, .down), Rect(x: right, y: below, width: face.width, height: face.height))
        case .turned225: return try turned(portrait, face, by: 225)
        case .turned270: return (try turned(portrait, .left), Rect(x: face.y, y: right, width: face.height, height: face.width))
        case .mirrored: return (try turned(portrait, .upMirrored), Rect(x: right, y: face.y, width: face.width, height: face.height))
        case .dark: return (try darkened(portrait), face)
        case .gray: return (try grayed(portrait), face)
        case .noisy: return (try withNoise(portrait, index), face)
        case .blurred: return (try blurred(portrait), face)
        case .sunglasses: return (try covered(portrait, face, rows: 0.3...0.5, inset: 0.06), face)
        case .mask: return (try covered(portrait, face, rows: 0.55...1, inset: 0.06), face)
        case .cut: return try cut(portrait, face, fromLeft: index.isMultiple(of: 2))
        case .icon: return try shrunk(portrait, face, to: 96)
        case .small2: return try pasted(portrait, face: face, share: 0.025, into: scene, x: 40 + 67 * index, y: 60 + 37 * index)
        case .small4: return try pasted(portrait, face: face, share: 0.04, into: scene, x: 40 + 67 * index, y: 60 + 37 * index)
        }
    }
}
