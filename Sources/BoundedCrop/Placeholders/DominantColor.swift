/// The color that covers most of a picture.
///
/// Each pixel counts with its opacity for one of 16 x 16 x 16 equal cells of the sRGB cube. The cell that has the most together with its 26
/// neighbors wins, so that it does not matter where the borders between cells are, and the color is the mean of what those 27 contain. Of
/// several cells with as much, the one with the least red wins, then the least green, then the least blue. All numbers are whole.
enum DominantColor {
    private static let cells = 16

    private struct Sum {
        var red = 0
        var green = 0
        var blue = 0
        var alpha = 0

        static func += (sum: inout Sum, other: Sum) {
            sum.red += other.red
            sum.green += other.green
            sum.blue += other.blue
            sum.alpha += other.alpha
        }
    }

    /// An opaque color whose components are whole 255ths; nil if everything is transparent.
    static func color(of copy: PreviewCopy) -> Color? {
        let sums = sums(of: copy.pixels.bytes)
        var best = Sum()
        for red in 0..<cells {
            for green in 0..<cells {
                for blue in 0..<cells where sums[(red * cells + green) * cells + blue].alpha > 0 {
                    let around = sum(sums, around: red, green, blue)
                    if around.alpha > best.alpha { best = around }
                }
            }
        }
        guard best.alpha > 0 else { return nil }
        func level(_ premultiplied: Int) -> Double { Double((premultiplied * 255 + best.alpha / 2) / best.alpha) / 255 }
        return Color(red: level(best.red), green: level(best.green), blue: level(best.blue))
    }

    /// What the pixels of each cell add up to: premultiplied colors and opacity.
    private static func sums(of bytes: [UInt8]) -> [Sum] {
        var sums = [Sum](repeating: Sum(), count: cells * cells * cells)
        for index in stride(from: 0, to: bytes.count, by: 4) {
            let alpha = Int(bytes[index + 3])
            guard alpha > 0 else { continue }
            let pixel = Sum(red: Int(bytes[index]), green: Int(bytes[index + 1]), blue: Int(bytes[index + 2]), alpha: alpha)
            func cell(_ premultiplied: Int) -> Int { premultiplied * 255 * cells / (alpha * 256) }
            sums[(cell(pixel.red) * cells + cell(pixel.green)) * cells + cell(pixel.blue)] += pixel
        }
        return sums
    }

    private static func sum(_ sums: [Sum], around red: Int, _ green: Int, _ blue: Int) -> Sum {
        func near(_ cell: Int) -> ClosedRange<Int> { max(0, cell - 1)...min(cells - 1, cell + 1) }
        var total = Sum()
        for red in near(red) {
            for green in near(green) {
                for blue in near(blue) { total += sums[(red * cells + green) * cells + blue] }
            }
        }
        return total
    }
}
