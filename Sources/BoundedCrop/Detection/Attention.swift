internal import COpenCV

/// Predicts where people look first in a picture without faces: spectral residual saliency (X. Hou and L. Zhang, CVPR 2007).
///
/// It was chosen because it is published, has no parameters to fit, needs only the small gray plane that detection uses anyway, and takes
/// well under a millisecond.
enum Attention {
    /// The saliency map of a picture; nil if nothing in it stands out, as in a blank one.
    static func map(of picture: any Picture) throws -> SaliencyMap? {
        let cells = 64
        // Color, because the default detector requests color too, so both share one decode.
        let plane = try picture.pixels(longSide: 256).luma()
        guard let darkest = plane.bytes.min(), let lightest = plane.bytes.max(), lightest - darkest > 2 else { return nil }
        var values = [Float](repeating: 0, count: cells * cells)
        try CCall.check(failure: .detectionFailed) { error in
            bc_spectral_residual(plane.bytes, Int32(plane.width), Int32(plane.height), &values, Int32(cells), Int32(cells), error)
        }
        return SaliencyMap(columns: cells, rows: cells, values: values)
    }
}
