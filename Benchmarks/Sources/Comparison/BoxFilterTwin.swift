import BoundedCrop
import COpenCVTwin

/// The same blur implemented directly with OpenCV.
final class BoxFilterTwin {
    private let picture: PixelBuffer
    private var scratch: [UInt8]
    private var result: [UInt8]

    init(_ picture: PixelBuffer) {
        self.picture = picture
        scratch = [UInt8](repeating: 0, count: picture.bytes.count)
        result = scratch
    }

    /// Runs between new buffers, as the blur does. The kernel has to provide and clear their pages first.
    func runInNewBuffers(box: Int32) throws {
        let count = picture.bytes.count
        scratch = []
        result = []
        scratch = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
        result = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
        try run(box: box)
    }

    /// Runs between buffers that are kept.
    func run(box: Int32) throws {
        guard bc_twin_box_filter(picture.bytes, Int32(picture.width), Int32(picture.height), box, &scratch, &result) else {
            throw ComparisonError("cv::boxFilter failed")
        }
    }

    /// Throws unless the last result matches the other to within one level; otherwise they did not do the same work.
    func check(against other: PixelBuffer) throws {
        for (mine, theirs) in zip(result, other.bytes) where abs(Int(mine) - Int(theirs)) > 1 {
            throw ComparisonError("the blur differs from cv::boxFilter by \(abs(Int(mine) - Int(theirs))) levels")
        }
    }
}
