internal import COpenCV

/// Predicts where the subject of a picture without faces is.
///
/// The map is the product of three published measures: the minimum barrier distance to the edge and the contrast with the sides of the
/// picture (J. Zhang et al., "Minimum Barrier Salient Object Detection at 80 FPS", ICCV 2015), and spectral residual saliency (X. Hou and
/// L. Zhang, CVPR 2007). The less it settles on one place, the more the center counts. It takes about a millisecond on a small copy from
/// the decode that detection used.
enum Attention {
    /// Where the subject is likely to be; nil if nothing in the picture stands out, as in a blank one.
    static func map(of picture: any Picture) throws -> SaliencyMap? {
        let cells = 64
        // 128 pixels did not find more on the photos of docs/detection.md.
        let copy = try picture.pixels(longSide: 96)
        var values = [Float](repeating: 0, count: cells * cells)
        try CCall.check(failure: .detectionFailed) { error in
            bc_subject_map(copy.bytes, Int32(copy.width), Int32(copy.height), &values, Int32(cells), Int32(cells), error)
        }
        guard values.contains(where: { $0 > 0 }) else { return nil }
        return SaliencyMap(columns: cells, rows: cells, values: values)
    }
}
