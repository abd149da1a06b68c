package import BoundedCrop

/// The peak memory of a request and its work, computed from headers and sizes before any pixel is decoded.
///
/// The limit, the memory budget and the admission all use this value. It is an upper estimate: a step counts as if all its copies existed
/// at once.
package struct RequestCost: Hashable, Sendable {
    /// Bytes held until the answer is made: files, and pixels decoded for detection.
    package private(set) var heldBytes = 0
    /// The maximum number of further bytes that one step needs: the picture before and after it, and its working memory.
    package private(set) var largestStepBytes = 0

    /// How many pixels are touched by all steps for all frames, weighted by what a pixel takes. A million takes a core about 10 ms.
    package private(set) var work = 0

    /// No cost.
    package init() {}

    /// The cost of detection alone.
    package static func looking(_ detector: any FeatureDetector, _ accuracy: DetectionAccuracy, at source: ImageSource) -> RequestCost {
        var picture = PictureCost(source, maximumPixels: .max)
        picture.look(detector, accuracy)
        return picture.total
    }

    /// Adds work.
    mutating func touch(_ pixels: Int, times count: Int = 1) { work = work.plus(pixels.times(count)) }

    /// Throws `limitExceeded` for more work than a request may cause.
    ///
    /// - Parameter limit: In millions of pixels and steps.
    package func checkWork(against limit: Int) throws {
        guard megabytes(work) > limit else { return }
        throw BoundedCropError(
            .limitExceeded,
            "the steps of this request touch about \(megabytes(work)) million pixels, more than the \(limit) million of max-work: use fewer steps, "
                + "a smaller output or fewer frames"
        )
    }

    /// The total at the peak.
    package var byteCount: Int { heldBytes.plus(largestStepBytes) }

    /// Adds bytes that are held until the end.
    mutating func hold(_ byteCount: Int) { heldBytes = heldBytes.plus(byteCount) }

    /// Adds a step that needs this many bytes and then releases them.
    mutating func step(_ byteCount: Int) { largestStepBytes = max(largestStepBytes, byteCount) }

    /// Throws `limitExceeded` for a request that could never be admitted.
    package func check(against limit: Int) throws {
        guard byteCount > limit else { return }
        throw BoundedCropError(
            .limitExceeded,
            "this picture would need about \(megabytes(byteCount)) MB, more than the \(megabytes(limit)) MB available for all requests"
        )
    }

    private func megabytes(_ byteCount: Int) -> Int { byteCount / 1_000_000 + (byteCount % 1_000_000 == 0 ? 0 : 1) }
}
