internal import BoundedCrop

/// The memory that a request takes at its peak, worked out from headers and sizes before any pixel is decoded.
///
/// The one value that the limit, the memory budget and the admission go by. An upper estimate: what a step takes is counted as if all its
/// copies were there at once.
struct RequestCost: Hashable, Sendable {
    /// Bytes that are held until the answer is made: files, and what was decoded to look at.
    private(set) var heldBytes = 0
    /// The most bytes that one step takes beside those: the picture before and after it, and what it works with.
    private(set) var largestStepBytes = 0

    /// At the peak, in all.
    var byteCount: Int { heldBytes.plus(largestStepBytes) }

    /// Adds bytes that stay until the end.
    mutating func hold(_ byteCount: Int) { heldBytes = heldBytes.plus(byteCount) }

    /// Adds a step that takes so many bytes, and gives them back when the next one is done.
    mutating func step(_ byteCount: Int) { largestStepBytes = max(largestStepBytes, byteCount) }

    /// Throws `limitExceeded` for a request that would never find room.
    func check(against limit: Int) throws {
        guard byteCount > limit else { return }
        throw BoundedCropError(
            .limitExceeded,
            "this picture would take about \(megabytes(byteCount)) MB to make, more than the \(megabytes(limit)) MB that there are for all"
        )
    }

    private func megabytes(_ byteCount: Int) -> Int { byteCount / 1_000_000 + (byteCount % 1_000_000 == 0 ? 0 : 1) }
}
