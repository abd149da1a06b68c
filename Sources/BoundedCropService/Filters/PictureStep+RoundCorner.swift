internal import BoundedCrop
internal import BoundedCropEffects

extension PictureStep {
    /// `round_corner(A[|B][,R,G,B[,TRANSPARENT]])`: corners of radius A, or quarter ellipses of radii A and B. Outside is the color, or
    /// transparent if requested or if no color is given.
    static func roundCorner(_ call: FilterCall) throws -> PictureStep {
        let arguments = try FilterArguments(call, count: 1...5)
        let radii = arguments.texts[0].split(separator: "|", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard (1...2).contains(radii.count), radii.allSatisfy({ (0...65_535).contains($0) }) else {
            throw FilterArguments.failure(call, "needs one radius, or two as in 20|10, from 0 to 65535")
        }
        let corners: any ImageEffect =
            radii.count == 1 ? CornerRadius.cornerRadius(radii[0]) : EllipticalCorners(horizontalRadius: radii[0], verticalRadius: radii[1])
        if arguments.texts.count == 1 { return .effect(corners) }
        guard arguments.texts.count >= 4 else {
            throw FilterArguments.failure(call, "needs red, green and blue after the radius, or none of them")
        }
        let color = try arguments.levels(from: 1)
        let isTransparent = arguments.has(4) ? try arguments.flag(4) : false
        return .effect(isTransparent ? corners : ColoredCorners(corners: corners, color: color))
    }
}

/// Rounded corners with a color outside.
private struct ColoredCorners: ImageEffect {
    let corners: any ImageEffect
    let color: Color

    var cacheKey: String { EffectKey.text("coloredCorners", [corners.cacheKey, color.description]) }

    func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 1) }

    func apply(to image: inout PixelBuffer) throws {
        var inside = try PixelBuffer(size: image.size, color: color)
        try corners.apply(to: &inside)
        try corners.apply(to: &image)
        let pixel = color.pixel
        let (ground, length) = ([pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Int($0) }, image.width * 4)
        try inside.bytes.withUnsafeBufferPointer { inside in
            try image.changeRows { bytes, y in
                for index in bytes.indices {
                    let sum = Int(bytes[index]) + ground[index & 3] - Int(inside[y * length + index])
                    bytes[index] = UInt8(min(max(sum, 0), 255))
                }
            }
        }
    }
}
