internal import Synchronization

/// An encoded picture for as long as it takes to look at it and to cut it: the overview that was decoded to look at is kept, and what can
/// be cut from that needs no decode of its own.
package final class SharedDecode: Picture {
    private let source: ImageSource
    private let overview = Mutex<(shrink: Int, region: DecodedRegion)?>(nil)

    package init(_ source: ImageSource) {
        self.source = source
    }

    deinit {
        if let region = overview.withLock({ $0?.region }) { SpareMemory.giveBack(region.pixels.bytes) }
    }

    package var size: PixelSize { source.size }
    package var embeddedFeatures: [Feature] { source.embeddedFeatures }
    package var contentHash: String? { source.contentHash }

    package func luma(longSide: Int) throws -> LumaPlane {
        try source.luma(longSide: longSide)
    }

    package func pixels(longSide: Int) throws -> PixelBuffer {
        let decoder = source.overview(longSide: longSide)
        let region = try overview.withLock { overview in
            if let overview, overview.shrink == decoder.shrink { return overview.region }
            // Before more memory is taken.
            overview = nil
            let region = try decoder.decodeInSpareMemory()
            overview = (decoder.shrink, region)
            return region
        }
        return try source.pixels(longSide: longSide, in: region)
    }

    package func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        guard !crops.isEmpty else { return [] }
        let shrink = source.decoder(covering: crops).shrink
        guard let overview = overview.withLock({ $0 }), overview.shrink == shrink else { return try source.pixels(of: crops) }
        for crop in crops { try source.check(crop.rectangle, scaledTo: crop.size) }
        return try crops.map { try overview.region.pixels(of: $0.rectangle, scaledTo: $0.size) }
    }
}
