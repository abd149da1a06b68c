internal import CImageCodecs

/// Decodes the part of a file that covers a rectangle, at the smallest scale with enough pixels.
///
/// The stored picture is divided into square cells of `shrink` pixels, and one pixel is decoded for each cell.
struct RegionDecoder {
    private let source: ImageSource
    /// The number of stored pixels along each side of a cell.
    let shrink: Int
    private let cells: PixelRect
    /// Whether colors are left for the shrunk pixels, which are fewer. Transparent ones would have to be made straight again.
    let defersColor: Bool

    /// - Parameters:
    ///   - upright: The rectangle of the upright picture to cover.
    ///   - scale: The maximum number of stored pixels for each output pixel, along each axis.
    init(source: ImageSource, upright: Rect, scale: Double) {
        self.source = source
        let header = source.header
        let stored = header.orientation.stored(upright, inUpright: header.size)
        let shrink = Self.shrink(format: header.format, scale: scale)
        let columns = Self.cells(from: stored.minX, to: stored.maxX, shrink: shrink, header: header, length: header.storedSize.width)
        let rows = Self.cells(from: stored.minY, to: stored.maxY, shrink: shrink, header: header, length: header.storedSize.height)
        self.shrink = shrink
        cells = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        // Missing parts of a truncated file are transparent.
        defersColor = scale > 1 && !header.mayBeTransparent && !header.isCMYK && !source.options.allowsTruncated
    }

    /// Creates a decoder for known cells.
    init(source: ImageSource, cells: DecodedCells) {
        self.source = source
        shrink = cells.shrink
        self.cells = cells.rectangle
        defersColor = cells.defersColor
    }

    /// The cells that cover a span of stored pixels, along one axis.
    private static func cells(from low: Double, to high: Double, shrink: Int, header: ImageHeader, length: Int) -> Range<Int> {
        let first = Int(low, within: 0...length, rounded: .down) / shrink
        let end = max(first, (Int(high, within: 0...length, rounded: .up) + shrink - 1) / shrink)
        guard header.isCroppedByLibwebp else { return first..<end }
        // libwebp moves the corner of a crop to even pixels, and its chroma smoothing reads adjacent pixels.
        let margin = 2
        return max(0, first - margin) / 2 * 2..<min((length + shrink - 1) / shrink, end + margin)
    }

    /// JPEG has fast inverse transforms for halves, quarters and eighths; other formats are averaged while they are read.
    private static func shrink(format: ImageFormat, scale: Double) -> Int {
        format == .jpeg ? [8, 4, 2].first { Double($0) <= scale } ?? 1 : Int(scale, within: 1...4096, rounded: .down)
    }

    /// The size of the decoded region in bytes.
    var regionBytes: Int { Int(Double(cells.size.area) * 4, within: 0...Int.max) }

    /// The maximum number of bytes that the codec takes in addition.
    var codecBytes: Int {
        let header = source.header
        guard header.format == .webp, header.mayBeTransparent, !header.isAnimated else { return header.workingBytes }
        // The region's stored pixels, not premultiplied. Those of whole pictures are counted in the header.
        return header.workingBytes.plus(min(regionBytes.times(shrink * shrink), header.storedSize.area.times(4)))
    }

    func decode() throws -> DecodedRegion {
        try region(PixelBuffer(size: cells.size, fill: write))
    }

    /// Decodes into reused memory, which must be given back.
    func decodeInSpareMemory() throws -> DecodedRegion {
        // The unreadable parts of a damaged file would show the previous picture.
        if source.options.allowsTruncated { return try decode() }
        return try region(PixelBuffer(size: cells.size, in: SpareMemory.take(cells.size.area * 4), fill: write))
    }

    private func region(_ pixels: PixelBuffer) -> DecodedRegion {
        region(pixels, covering: coverage)
    }

    /// A region of this scale, which may cover more than is decoded here.
    func region(_ pixels: PixelBuffer, covering coverage: Rect) -> DecodedRegion {
        DecodedRegion(pixels: pixels, header: source.header, coverage: coverage, colorTransform: defersColor ? deferredTransform : nil)
    }

    private var deferredTransform: (any ColorConverting)? {
        guard let isolation = source.isolation else { return colorTransform }
        return isolation.hasProfile && !keepsProfile ? IsolatedColorTransform(source: source, isolation: isolation) : nil
    }

    private var colorTransform: ColorTransform? {
        keepsProfile ? nil : source.metadata.colorTransform(for: source.header)
    }

    private var keepsProfile: Bool { source.options.colorProfile == .keep && source.header.isRGB }

    /// Decodes into memory that has room for one pixel per cell.
    func write(to output: UnsafeMutablePointer<UInt8>) throws {
        if let isolation = source.isolation { return try isolation.decode(source, decodedCells, to: output) }
        let transform = defersColor ? nil : colorTransform
        let decode = source.decodeCells
        try check { file, region, error in decode(file, region, transform?.handle, output, error) }
    }

    func decodeLuma(scaledTo target: PixelSize) throws -> LumaPlane {
        let header = source.header
        let plane: LumaPlane
        if header.format == .jpeg, !header.isCMYK {
            plane = try LumaPlane(size: cells.size, fill: writeLuma)
        } else {
            plane = try decode().pixels.luma()
        }
        let window = DecodedRegion.window(of: header.storedSize.bounds, in: plane.size, covering: coverage)
        return try plane.resampled(window, to: header.orientation.upright(target)).oriented(header.orientation)
    }

    /// Decodes only the brightness of a JPEG.
    func writeLuma(to output: UnsafeMutablePointer<UInt8>) throws {
        if let isolation = source.isolation { return try isolation.decodeLuma(source, decodedCells, to: output) }
        try check { file, region, error in bc_jpeg_decode_luma(file, region, output, error) }
    }

    private var decodedCells: DecodedCells { DecodedCells(shrink: shrink, rectangle: cells, defersColor: defersColor) }

    /// The stored pixels that the cells cover. libwebp scales partial cells at the edge to whole ones; other codecs do not.
    private var coverage: Rect {
        let covered = Rect(
            x: Double(cells.x * shrink),
            y: Double(cells.y * shrink),
            width: Double(cells.width * shrink),
            height: Double(cells.height * shrink)
        )
        return source.header.isCroppedByLibwebp ? covered.intersection(source.header.storedSize.bounds) : covered
    }

    private func check(_ call: (bc_span, bc_region, UnsafeMutablePointer<bc_error>) -> Int32) throws {
        let region = bc_region(
            shrink: UInt32(shrink),
            x: UInt32(cells.x),
            y: UInt32(cells.y),
            width: UInt32(cells.width),
            height: UInt32(cells.height),
            allow_truncated: source.options.allowsTruncated
        )
        try CCall.check(failure: .malformedImage) { error in
            source.file.withUnsafeBytes { call(bc_span($0), region, error) }
        }
    }
}

extension ImageHeader {
    /// Other WebP files are decoded by libwebp as stored and averaged here.
    fileprivate var isCroppedByLibwebp: Bool { format == .webp && !mayBeTransparent }
}
