internal import Synchronization

/// The small decode of a whole picture that detection looks at. It is kept as long as the picture's `ImageSource`, because most crops can
/// be cut from it without another decode.
final class DecodedOverview: Sendable {
    private let kept = Mutex<(shrink: Int, region: DecodedRegion)?>(nil)

    deinit {
        if let region = kept.withLock({ $0?.region }) { SpareMemory.giveBack(region.pixels.bytes) }
    }

    /// What this decoder decodes. Callers that need the same at the same time wait for one decode.
    func region(_ decoder: RegionDecoder) throws -> DecodedRegion {
        try kept.withLock { kept in
            if let kept, kept.shrink == decoder.shrink { return kept.region }
            // Before more memory is taken.
            kept = nil
            let region = try decoder.decodeInSpareMemory()
            kept = (decoder.shrink, region)
            return region
        }
    }

    /// What was decoded at this scale, if that is what is kept.
    func region(shrunkBy shrink: Int) -> DecodedRegion? {
        kept.withLock { kept in kept?.shrink == shrink ? kept?.region : nil }
    }
}
