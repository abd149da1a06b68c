internal import Synchronization

/// The small decode of a whole picture that detection looked at, kept until something is cut: most crops can be cut from it without another
/// decode.
final class DecodedOverview: Sendable {
    /// Pixels alone: what converts their colors refers to the source, which refers to this.
    private struct Kept {
        let pixels: PixelBuffer
        let coverage: Rect
        let shrink: Int
        let magnify: Int
        let rendition: Rendition
        let defersColor: Bool

        func suits(_ decoder: RegionDecoder) -> Bool {
            shrink == decoder.shrink && magnify == decoder.magnify && rendition == decoder.rendition
                && defersColor == decoder.defersColor && decoder.part == nil
        }
    }

    private let kept = Mutex<Kept?>(nil)
    /// Larger ones are rarely of use to a crop.
    private static let mostBytes = 10_500_000

    deinit {
        if let kept = kept.withLock({ $0 }) { SpareMemory.giveBack(kept.pixels.bytes) }
    }

    /// The region that this decoder decodes. Concurrent callers that need the same region wait for one decode.
    func region(_ decoder: RegionDecoder) throws -> DecodedRegion {
        guard decoder.regionBytes <= Self.mostBytes else { return try decoder.decode() }
        return try kept.withLock { kept in
            if let kept, kept.suits(decoder) { return decoder.region(kept.pixels, covering: kept.coverage) }
            // Before more memory is taken.
            kept = nil
            let region = try decoder.decodeInSpareMemory()
            kept = Kept(
                pixels: region.pixels,
                coverage: region.coverage,
                shrink: decoder.shrink,
                magnify: decoder.magnify,
                rendition: decoder.rendition,
                defersColor: decoder.defersColor
            )
            return region
        }
    }

    /// What is kept, if it will do for this decoder. It is not kept any longer, whether it will or not.
    func take(for decoder: RegionDecoder) -> DecodedRegion? {
        let taken = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        guard let taken, taken.suits(decoder) else { return nil }
        return decoder.region(taken.pixels, covering: taken.coverage)
    }
}
