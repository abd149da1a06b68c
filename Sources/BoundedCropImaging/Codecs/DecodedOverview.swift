internal import Synchronization

/// The small decode of a whole picture for detection. It is kept as long as the picture's `ImageSource`, because most crops can be cut from
/// it without another decode.
final class DecodedOverview: Sendable {
    private let kept = Mutex<(shrink: Int, region: DecodedRegion)?>(nil)

    deinit {
        if let region = kept.withLock({ $0?.region }) { SpareMemory.giveBack(region.pixels.bytes) }
    }

    /// The region that this decoder decodes. Concurrent callers that need the same region wait for one decode.
    func region(_ decoder: RegionDecoder) throws -> DecodedRegion {
        try kept.withLock { kept in
            if let kept, kept.shrink == decoder.shrink { return kept.region }
            // Frees memory before the next decode.
            kept = nil
            let region = try decoder.decodeInSpareMemory()
            kept = (decoder.shrink, region)
            return region
        }
    }

    /// The region decoded at this scale, if it is the one kept.
    func region(shrunkBy shrink: Int) -> DecodedRegion? {
        kept.withLock { kept in kept?.shrink == shrink ? kept?.region : nil }
    }
}
