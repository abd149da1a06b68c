/// A number for each frame of a video as an expression of ffmpeg.
///
/// It consists of straight pieces that are found in a tree, so that a frame of a long video costs no more than one of a short.
struct FrameFunction {
    struct Piece: Equatable {
        /// The first frame.
        let start: Int
        /// The value there, and by how much it grows from frame to frame.
        let value, slope: Double
    }

    let pieces: [Piece]

    /// - Parameters:
    ///   - values: The number for each frame; at least one.
    ///   - tolerance: How far the function may be from them, above 0.
    init(_ values: some Sequence<Double>, tolerance: Double) {
        var pieces: [Piece] = []
        var start: (frame: Int, value: Double)?
        /// The slopes with which the piece is near enough to all values since its start.
        var slopes = -Double.infinity...Double.infinity
        func end() {
            guard let start else { return }
            let slope = slopes.contains(0) ? 0 : slopes.lowerBound.isFinite ? (slopes.lowerBound + slopes.upperBound) / 2 : 0
            pieces.append(Piece(start: start.frame, value: start.value, slope: slope))
        }
        for (frame, value) in values.enumerated() {
            if let start {
                let (way, steps) = (value - start.value, Double(frame - start.frame))
                let (low, high) = (max(slopes.lowerBound, (way - tolerance) / steps), min(slopes.upperBound, (way + tolerance) / steps))
                if low <= high {
                    slopes = low...high
                    continue
                }
                end()
            }
            start = (frame, value)
            slopes = -Double.infinity...Double.infinity
        }
        end()
        self.pieces = pieces
    }

    /// - Parameter frame: The variable with the frame's number.
    func expression(of frame: String) -> String { Self.expression(pieces[...], of: frame) }

    private static func expression(_ pieces: ArraySlice<Piece>, of frame: String) -> String {
        guard pieces.count > 1 else {
            guard let piece = pieces.first else { return "0" }
            return piece.slope == 0 ? "\(piece.value)" : "\(piece.value)+(\(piece.slope))*(\(frame)-\(piece.start))"
        }
        let middle = pieces.startIndex + pieces.count / 2
        let (before, after) = (expression(pieces[..<middle], of: frame), expression(pieces[middle...], of: frame))
        return "if(lt(\(frame),\(pieces[middle].start)),\(before),\(after))"
    }
}
