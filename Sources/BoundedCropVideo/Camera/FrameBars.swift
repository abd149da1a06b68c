internal import BoundedCrop

/// The black bars of a frame: above and below of a wide picture, or beside a tall one.
package struct FrameBars: Hashable, Sendable {
    /// How thick they are at the left, top, right and bottom, in shares of the frame's sides; nil for a frame that is black.
    private let sides: SIMD4<Float>?
    /// Whether what is beside them is lit, as at the edge of a picture. A dark scene has no such edges.
    private let isSharpAcross, isSharpDown: Bool

    /// Pixels up to this brightness are black; bars are lossy, too.
    private static let black = 30
    /// A line with more lit pixels than this share of it is no part of a bar, and one with more than the second share is an edge.
    private static let (mostLit, leastLitEdge) = (0.01, 0.5)
    /// The thinnest bar, in sides of the frame.
    private static let thinnest: Float = 0.02

    /// - Parameter luma: The brightness in 16...235, row by row.
    init(in luma: [UInt8], _ size: PixelSize) {
        func lit(row: Int) -> Double { Self.lit(luma, from: row * size.width, by: 2, count: size.width / 2) }
        func lit(column: Int) -> Double { Self.lit(luma, from: column, by: 4 * size.width, count: size.height / 4) }
        func end(_ count: Int, _ lit: (Int) -> Double) -> (thickness: Int, isSharp: Bool) {
            let thickness = (0..<count).first { lit($0) > Self.mostLit } ?? count
            return (thickness, thickness + 2 < count && lit(thickness + 2) > Self.leastLitEdge)
        }
        let (left, right) = (end(size.width) { lit(column: $0) }, end(size.width) { lit(column: size.width - 1 - $0) })
        let (top, bottom) = (end(size.height) { lit(row: $0) }, end(size.height) { lit(row: size.height - 1 - $0) })
        let (across, down) = (Float(size.width), Float(size.height))
        // With a pixel more, which may be of both.
        func share(_ thickness: Int, _ length: Float) -> Float { thickness == 0 ? 0 : Float(thickness + 1) / length }
        let isBlack = left.thickness == size.width || top.thickness == size.height
        sides =
            isBlack
            ? nil
            : SIMD4(
                share(left.thickness, across),
                share(top.thickness, down),
                share(right.thickness, across),
                share(bottom.thickness, down)
            )
        (isSharpAcross, isSharpDown) = (left.isSharp && right.isSharp, top.isSharp && bottom.isSharp)
    }

    private static func lit(_ luma: [UInt8], from first: Int, by step: Int, count: Int) -> Double {
        var lit = 0
        for index in 0..<count where Int(luma[first + index * step]) > black { lit += 1 }
        return Double(lit) / Double(max(1, count))
    }

    /// The part of the frames of a shot that has no bars. Only bars that stay, on both sides, and of nearly the same thickness, are cut off.
    static func picture(of bars: ArraySlice<FrameBars>, in size: PixelSize) -> PixelRect {
        let known = bars.filter { $0.sides != nil }
        guard !known.isEmpty else { return size.whole }
        let least = known.reduce(SIMD4(repeating: 1)) { least, bar in bar.sides.map { pointwiseMin(least, $0) } ?? least }
        func isBar(_ one: Int, _ other: Int, _ isSharp: (FrameBars) -> Bool) -> Bool {
            let (thin, thick) = (min(least[one], least[other]), max(least[one], least[other]))
            guard thin >= thinnest, thick - thin <= max(0.01, 0.2 * thick) else { return false }
            let steady = known.count { bar in
                guard let sides = bar.sides, isSharp(bar) else { return false }
                return max(sides[one] - least[one], sides[other] - least[other]) < 0.01
            }
            return 2 * steady >= known.count
        }
        var (left, top, right, bottom) = (0, 0, size.width, size.height)
        if isBar(0, 2, { $0.isSharpAcross }) {
            left = Int((least[0] * Float(size.width)).rounded(.up))
            right = size.width - Int((least[2] * Float(size.width)).rounded(.up))
        }
        if isBar(1, 3, { $0.isSharpDown }) {
            top = Int((least[1] * Float(size.height)).rounded(.up))
            bottom = size.height - Int((least[3] * Float(size.height)).rounded(.up))
        }
        guard 5 * (right - left) > size.width, 5 * (bottom - top) > size.height else { return size.whole }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension PixelSize {
    /// All of a picture of this size.
    var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
