internal import BoundedCrop

/// The memory of the Gaussian blur besides the two pictures: bands of floats, and a coarse picture for large sigmas.
struct GaussianScratch {
    private let sigma: Double

    /// Sigmas of at most 0.05 and NaN take no memory; those above 1000, which are refused, count as 1000.
    init(sigma: Double) {
        self.sigma = sigma > 0.05 ? min(sigma, 1000) : 0
    }

    /// An upper bound for what `gaussian.cpp` allocates.
    func bytes(on size: PixelSize, channels: Int) -> Int {
        guard sigma > 0 else { return 0 }
        let (width, height) = (Double(size.width), Double(size.height))
        let floats: Double
        if sigma < 12 {
            floats = bands(width, height, sigma)
        } else {
            let (across, down) = (shrunk(width), shrunk(height))
            floats = 2 * across.cells * down.cells + bands(across.cells, down.cells, max(sigma / across.factor, sigma / down.factor))
        }
        return Int(floats * Double(channels) * 4, within: 0...Int.max, rounded: .up)
    }

    /// 256 rows plus the rows that the kernel reaches, their sums, and the filter's own rows, whose width is a multiple of 64.
    private func bands(_ width: Double, _ height: Double, _ sigma: Double) -> Double {
        let kernel = 2 * min((4 * sigma).rounded(.up), height) + 1
        let filterWidth = (width / 64).rounded(.up) * 64
        return width * (min(height, 256 + kernel) + min(height, 256)) + filterWidth * (kernel + 8)
    }

    private func shrunk(_ length: Double) -> (cells: Double, factor: Double) {
        let factor = max(1, min((sigma / 6).rounded(.down), length))
        return ((length / factor).rounded(.up) + 2, factor)
    }
}
