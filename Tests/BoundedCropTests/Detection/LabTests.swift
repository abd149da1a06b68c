import COpenCV
import Foundation
import Testing

/// The colors that the saliency map compares, against the formulas of CIE 15 and IEC 61966-2-1 in double precision.
@Suite(.timeLimit(.minutes(5))) struct LabTests {
    private static let levels = Array(stride(from: UInt8(0), through: 255, by: 5))

    /// L*, a* and b*.
    private func expected(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [Double] {
        let light = [red, green, blue].map { (level: UInt8) -> Double in
            let value = Double(level) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let white = [0.950456, 1, 1.088754]
        let rows = [[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]]
        let responses = zip(rows, white).map { row, white in
            let share = zip(row, light).map(*).reduce(0, +) / white
            return share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
        }
        return [116 * responses[1] - 16, 500 * (responses[0] - responses[1]), 200 * (responses[1] - responses[2])]
    }

    private func lab(_ pixels: [UInt8]) -> [Float] {
        [Float](unsafeUninitializedCapacity: pixels.count) { lab, count in
            guard let start = lab.baseAddress else { return }
            bc_lab(pixels, pixels.count / 4, start)
            count = pixels.count
        }
    }

    @Test(arguments: levels) func colorsHaveTheirLightnessAndHue(red: UInt8) {
        let colors = Self.levels.flatMap { green in Self.levels.map { blue in (green, blue) } }
        let results = lab(colors.flatMap { [red, $0.0, $0.1, 255] })
        var farthest = 0.0
        for (index, (green, blue)) in colors.enumerated() {
            for (result, expected) in zip(results[(index * 4)...], expected(red, green, blue)) {
                farthest = max(farthest, abs(Double(result) - expected))
            }
        }
        #expect(farthest < 0.001)
    }

    @Test(arguments: [(0, 0, 0), (128, 128, 128), (255, 255, 255)] as [(UInt8, UInt8, UInt8)]) func grayHasNoColor(
        red: UInt8,
        green: UInt8,
        blue: UInt8
    ) {
        let result = lab([red, green, blue, 255])
        #expect(abs(result[1]) < 0.001 && abs(result[2]) < 0.001)
    }

    @Test(arguments: [(0, 0), (51, 20), (255, 100)] as [(UInt8, Float)]) func opacityHasTheRangeOfLightness(alpha: UInt8, opacity: Float) {
        #expect(abs(lab([0, 0, 0, alpha])[3] - opacity) < 0.001)
    }
}
