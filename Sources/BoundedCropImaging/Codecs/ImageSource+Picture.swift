extension ImageSource: Picture {
    /// Decodes the brightness of the whole upright picture at the smallest sufficient scale; for most JPEGs without decoding color.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func luma(longSide: Int) throws -> LumaPlane {
        let target = size.fitted(longSide: longSide)
        return try withPreview(longSide: longSide) { source in
            let scale = Double(source.size.longSide) / Double(target.longSide)
            return try RegionDecoder(source: source, upright: source.size.bounds, scale: scale).decodeLuma(scaledTo: target)
        }
    }

    /// The whole upright picture in color, decoded at a scale that will do. What was decoded, if it is no more than 10 MB, is kept until
    /// something is cut from the source, since crops can often be cut from it.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func pixels(longSide: Int) throws -> PixelBuffer {
        let target = size.fitted(longSide: longSide)
        return try withPreview(longSide: longSide) { source in
            let region = try source.overview.region(source.overviewDecoder(longSide: longSide))
            return try region.pixels(of: PixelRect(all: source.size), scaledTo: target)
        }
    }

    /// Decodes several cuts of the upright picture and returns them in the same order. The smallest rectangle around all of them is decoded
    /// once, at the finest resolution that any of them needs; not at all if the decode for detection is sufficient.
    ///
    /// - Throws: `invalidArgument` when a rectangle is empty or extends outside the picture or a size is not possible, `malformedImage`
    ///   when the required part of the file is truncated or damaged.
    public func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        guard !cuts.isEmpty else { return [] }
        for cut in cuts { try check(cut) }
        let decoder = decoder(covering: cuts)
        let kept = overview.take(for: decoder)
        defer { if let kept { SpareMemory.giveBack(kept.pixels.bytes) } }
        let region = try kept ?? decoder.decode()
        return try cuts.map { try region.pixels(of: $0.rectangle, scaledTo: $0.size) }
    }

    /// Decodes the whole upright picture at full resolution.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func pixels() throws -> PixelBuffer {
        try pixels(of: PixelRect(all: size), scaledTo: size)
    }

    /// A decoder for a region that contains all the cuts, never coarser than an overview.
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

    /// A decoder for the whole picture with at least `longSide` pixels along its long side, if the file has that many.
    ///
    /// The scale is finer than detection needs, so that most thumbnails can also be cut from the result. It does not depend on what will be
    /// cut, because detection results must not depend on that.
    func overviewDecoder(longSide: Int) -> RegionDecoder {
        RegionDecoder(source: self, upright: size.bounds, scale: overviewScale(longSide: longSide))
    }

    private func overviewScale(longSide: Int) -> Double {
        // JPEGs decode at halves, quarters and eighths. The other formats are shrunk by any whole factor and would be slightly too coarse.
        let usual = header.format == .jpeg ? 800 : 1000
        return Double(size.longSide) / Double(max(longSide, usual))
    }

    private func check(_ cut: PictureCut) throws {
        guard !cut.rectangle.rect.isEmpty, size.bounds.contains(cut.rectangle.rect) else {
            throw BoundedCropError(.invalidArgument, "\(cut.rectangle) does not lie inside the picture of \(size)")
        }
        try Resampling.check(outputSize: cut.size)
    }

    /// The minimum number of decoded pixels along each axis for each output pixel. If decoded and output pixels were the same size but not
    /// aligned, averaging would blur (libvips' `thumbnail` uses the same factor).
    private static let density = 2.0
}
