extension ImageSource: Picture {
    /// The brightness of the whole upright picture, decoded at the smallest scale that will do; from most JPEGs without decoding colour.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func luma(longSide: Int) throws -> LumaPlane {
        let target = size.fitted(longSide: longSide)
        let scale = Double(size.longSide) / Double(target.longSide)
        return try RegionDecoder(source: self, upright: size.bounds, scale: scale).decodeLuma(scaledTo: target)
    }

    /// The whole upright picture in color, decoded at a scale that will do. What was decoded, if it is no more than 10 MB, is kept until
    /// something is cut from the source, since crops can often be cut from it.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func pixels(longSide: Int) throws -> PixelBuffer {
        let region = try overview.region(overviewDecoder(longSide: longSide))
        return try region.pixels(of: PixelRect(all: size), scaledTo: size.fitted(longSide: longSide))
    }

    /// Several cuts of the upright picture, in their order. The smallest rectangle around all of them is decoded once, as finely as the most
    /// demanding needs; not at all where what was decoded for detection will do.
    ///
    /// - Throws: `invalidArgument` when a rectangle is empty or reaches outside the picture or a size is not possible, `malformedImage` when
    ///   what is needed of the file is truncated or damaged.
    public func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        guard !cuts.isEmpty else { return [] }
        for cut in cuts { try check(cut) }
        let decoder = decoder(covering: cuts)
        let kept = overview.take(for: decoder)
        defer { if let kept { SpareMemory.giveBack(kept.pixels.bytes) } }
        let region = try kept ?? decoder.decode()
        return try cuts.map { try region.pixels(of: $0.rectangle, scaledTo: $0.size) }
    }

    /// The whole upright picture at full resolution.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func pixels() throws -> PixelBuffer {
        try pixels(of: PixelRect(all: size), scaledTo: size)
    }

    /// One decode that holds all the cuts, never coarser than an overview.
    func decoder(covering cuts: [PictureCut]) -> RegionDecoder {
        var union = Rect(x: 0, y: 0, width: 0, height: 0)
        var scale = overviewScale(longSide: 1)
        for cut in cuts {
            union = union.union(cut.rectangle.rect)
            let horizontal = Double(cut.rectangle.width) / Double(cut.size.width)
            let vertical = Double(cut.rectangle.height) / Double(cut.size.height)
            scale = min(scale, horizontal / Self.density, vertical / Self.density)
        }
        return RegionDecoder(source: self, upright: union, scale: scale)
    }

    /// The whole picture, with at least `longSide` pixels along its long side where the file has as many.
    ///
    /// Finer than detection needs, so that most thumbnails can be cut from it too; and the same whatever will be cut, because what is found
    /// must not depend on that.
    func overviewDecoder(longSide: Int) -> RegionDecoder {
        RegionDecoder(source: self, upright: size.bounds, scale: overviewScale(longSide: longSide))
    }

    private func overviewScale(longSide: Int) -> Double {
        // JPEGs come in halves, quarters and eighths; the others are shrunk by any number, and would be a little too coarse.
        let usual = header.format == .jpeg ? 800 : 1000
        return Double(size.longSide) / Double(max(longSide, usual))
    }

    private func check(_ cut: PictureCut) throws {
        guard !cut.rectangle.rect.isEmpty, size.bounds.contains(cut.rectangle.rect) else {
            throw BoundedCropError(.invalidArgument, "\(cut.rectangle) does not lie inside the picture of \(size)")
        }
        try Resampling.check(outputSize: cut.size)
    }

    /// How many decoded pixels there are at least, along each axis, for one that is wanted: where decoded and wanted pixels are as
    /// large as each other but not in step, averaging would blur (libvips' `thumbnail` leaves as many).
    private static let density = 2.0
}
