internal import BoundedCrop

extension PixelBuffer {
    /// This picture on a transparent background of another size, with its top left corner at `x`, `y`, which may lie outside. What extends
    /// over the background's edges is cut off.
    ///
    /// Throws `invalidArgument` for a background beyond the output limits, and `CancellationError`.
    func placed(x: Int, y: Int, on ground: PixelSize) throws -> PixelBuffer {
        if x == 0, y == 0, ground == size { return self }
        try Resampling.check(outputSize: ground)
        let columns = max(0, x)..<max(0, x, min(ground.width, x + width))
        let rows = max(0, y)..<max(0, y, min(ground.height, y + height))
        guard !columns.isEmpty else { return PixelBuffer(size: ground) { _ in } }
        return try PixelBuffer(size: ground) { output in
            try bytes.withUnsafeBufferPointer { input in
                guard let start = input.baseAddress else { return }
                for row in rows {
                    try Cancellation.checkCurrent()
                    let source = start + ((row - y) * width + columns.lowerBound - x) * 4
                    (output + (row * ground.width + columns.lowerBound) * 4).update(from: source, count: columns.count * 4)
                }
            }
        }
    }
}

extension PixelSize {
    /// Both sides multiplied and rounded; sides are clamped to ten million, which no output may have anyway.
    func scaled(by scale: Double) -> PixelSize {
        PixelSize(width: Argument.wholePixels(Double(width) * scale), height: Argument.wholePixels(Double(height) * scale))
    }

    /// The largest size of this aspect inside a box, rounded; at least one pixel per side.
    func fitting(_ box: PixelSize) -> PixelSize {
        let height = Double(self.height) * Double(box.width) / Double(width)
        if height <= Double(box.height) { return PixelSize(width: box.width, height: max(1, Argument.wholePixels(height))) }
        let width = Double(self.width) * Double(box.height) / Double(self.height)
        return PixelSize(width: max(1, Argument.wholePixels(width)), height: box.height)
    }
}
