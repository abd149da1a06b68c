internal import CImageCodecs

/// Decodes the part of a file that covers a rectangle, at the smallest scale with enough pixels.
///
/// The stored picture is divided into square cells of `shrink` pixels, or each pixel of a drawing into `magnify` times as many cells along
/// either side, and one pixel is decoded for each cell. Of smaller pictures in an icon, cells are `shrink / magnify` pixels wide.
struct RegionDecoder {
    private let source: ImageSource
    /// The number of stored pixels along each side of a cell.
    let shrink: Int
    /// The number of cells along each side of `shrink` stored pixels; 1 for all but drawings and icons.
    let magnify: Int
    private let cells: PixelRect
    /// What is decoded of a RAW photo; `full` for others. The cells of a preview are its own.
    let rendition: Rendition
    /// How far to the left and above their cells pixels are, in stored pixels.
    private let lead: Double
    /// What a drawing shows in all cells, drawn as large as the output; nil if its cells are those of a grid.
    let part: PixelRect?
    /// Whether colors are left for the shrunk pixels, which are fewer. Transparent ones would have to be made straight again.
    let defersColor: Bool

    /// - Parameters:
    ///   - upright: The rectangle of the upright picture to cover.
    ///   - scale: The maximum number of stored pixels for each output pixel, along each axis.
    ///   - coarsest: The same for a preview of a RAW photo, which need not have more pixels than the output.
    ///   - isTile: Whether pixels of a smaller resolution are wanted as they are, although they do not stand in the middle of their cells.
    init(source: ImageSource, upright: Rect, scale: Double, coarsest: Double = 1, isTile: Bool = false) {
        self.source = source
        let header = source.header
        rendition = Rendition(of: header, source.options.raw, coarsest: coarsest)
        let step = rendition.step(of: header), size = rendition.size(of: header)
        let stored = header.orientation.stored(upright, inUpright: header.size).scaled(x: 1 / step.x, y: 1 / step.y)
        let shrinkOfWhole = Self.shrink(format: header.format, rendition, scale: scale / max(step.x, step.y))
        let (shrink, magnify) =
            Self.smallerPicture(in: source, scale: scale) ?? (shrinkOfWhole, Self.magnify(stored, of: source, scale: scale))
        let lead = isTile ? 0 : header.lead(ofCells: shrink)
        func covering(_ low: Double, _ high: Double, length: Int) -> Range<Int> {
            let factor = Double(magnify)
            return Self.cells(from: low * factor, to: high * factor + lead, shrink: shrink, header: header, length: length * magnify)
        }
        let columns = covering(stored.minX, stored.maxX, length: size.width)
        let rows = covering(stored.minY, stored.maxY, length: size.height)
        (self.shrink, self.magnify, self.lead) = (shrink, magnify, lead)
        cells = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        part = nil
        // Missing parts of a truncated file are transparent.
        defersColor = scale > 1 && !header.mayBeTransparent && !header.isCMYK && !source.options.allowsTruncated
    }

    /// Creates a decoder of exactly the pixels that are asked of a drawing, so that nothing is resized; nil for other pictures, different
    /// parts, and more pixels than can be drawn.
    init?(source: ImageSource, drawing cuts: [PictureCut]) {
        guard source.header.format.isDrawn, let largest = cuts.max(by: { $0.size.area < $1.size.area }) else { return nil }
        let (part, size) = (largest.rectangle, largest.size)
        let covers = cuts.allSatisfy { $0.rectangle == part && $0.size.width <= size.width && $0.size.height <= size.height }
        guard covers, size.longSide <= Self.longestDrawnSide, size.area <= source.options.limits.maximumPixels else { return nil }
        let cells = DecodedCells(
            shrink: 1,
            magnify: 1,
            rendition: .full,
            rectangle: PixelRect(all: size),
            defersColor: false,
            part: part
        )
        self.init(source: source, cells: cells)
    }

    /// Creates a decoder for known cells.
    init(source: ImageSource, cells: DecodedCells) {
        self.source = source
        (shrink, magnify, rendition) = (cells.shrink, cells.magnify, cells.rendition)
        self.cells = cells.rectangle
        part = cells.part
        lead = source.header.lead(ofCells: shrink)
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

    /// JPEG has fast inverse transforms for halves, quarters and eighths, and JPEG 2000 stores resolutions that are halves of each other;
    /// other formats are averaged while they are read.
    private static func shrink(format: ImageFormat, _ rendition: Rendition, scale: Double) -> Int {
        let most = Int(scale, within: 1...4096, rounded: .down)
        switch format {
        case .raw where rendition == .half: return max(2, most / 2 * 2)
        case .raw where rendition == .preview, .jpeg: return [8, 4, 2].first { $0 <= most } ?? 1
        case .jp2: return 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount)
        default: return most
        }
    }

    /// The cells that are the pixels of a smaller picture in the file, made for the size that is asked for; nil if there is none.
    private static func smallerPicture(in source: ImageSource, scale: Double) -> (shrink: Int, magnify: Int)? {
        guard let find = source.header.format.codec.findWidth else { return nil }
        let width = source.header.storedSize.width
        // One pixel for each of the output is enough.
        let needed = Int(Double(width) / (scale * ImageSource.density) - 1e-6, within: 1...width, rounded: .up)
        let found = source.file.withUnsafeBytes { Int(find(bc_span($0), UInt32(needed))) }
        let factor = Self.greatestCommonDivisor(width, found)
        return (1..<width).contains(found) && width / factor <= 4096 ? (width / factor, found / factor) : nil
    }

    private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? max(1, one) : greatestCommonDivisor(other, one % other)
    }

    /// How much larger a drawing is drawn than its own size: as large as is needed, within the limits and what cairo draws.
    private static func magnify(_ stored: Rect, of source: ImageSource, scale: Double) -> Int {
        guard source.header.format.isDrawn, scale < 1 else { return 1 }
        // One more along each side than the rectangle covers.
        let (width, height) = (stored.width + 2, stored.height + 2)
        let most = min(
            (Double(source.options.limits.maximumPixels) / (width * height)).squareRoot(),
            Double(longestDrawnSide) / max(width, height),
            4096
        )
        return Int(min((1 / scale).rounded(.up), most), within: 1...4096, rounded: .down)
    }

    /// That of cairo.
    static let longestDrawnSide = 32_767

    /// The size of the decoded region in bytes.
    var regionBytes: Int { Int(Double(cells.size.area) * 4, within: 0...Int.max) }

    /// The maximum number of bytes that the codec takes in addition.
    var codecBytes: Int {
        let header = source.header
        // Samples of 32 bits for three components, twice, and what blocks at the edges have beyond it; measured were 25 to 32 bytes.
        if header.format == .jp2 { return header.workingBytes.plus(regionBytes.times(8)) }
        if header.format == .raw { return rendition.codecBytes(of: header) }
        // Groups, masks and filters are drawn apart.
        if header.format.isDrawn { return header.workingBytes.plus(regionBytes.times(3)) }
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

    private var decodedCells: DecodedCells {
        DecodedCells(shrink: shrink, magnify: magnify, rendition: rendition, rectangle: cells, defersColor: defersColor, part: part)
    }

    /// The stored pixels that the cells cover. libwebp and librsvg scale partial cells at the edge to whole ones; other codecs do not.
    private var coverage: Rect {
        if let part { return part.rect }
        let cell = Double(shrink) / Double(magnify)
        let step = rendition.step(of: source.header)
        let covered = cells.rect.scaled(x: cell * step.x, y: cell * step.y).moved(x: -lead, y: -lead)
        let scalesEdges = source.header.isCroppedByLibwebp || source.header.format.isDrawn
        return scalesEdges ? covered.intersection(source.header.storedSize.bounds) : covered
    }

    private func check(_ call: (bc_span, bc_region, UnsafeMutablePointer<bc_error>) -> Int32) throws {
        let region = bc_region(
            shrink: UInt32(shrink),
            magnify: UInt32(magnify),
            x: UInt32(cells.x),
            y: UInt32(cells.y),
            width: UInt32(cells.width),
            height: UInt32(cells.height),
            part_x: UInt32(part?.x ?? 0),
            part_y: UInt32(part?.y ?? 0),
            part_width: UInt32(part?.width ?? 0),
            part_height: UInt32(part?.height ?? 0),
            allow_truncated: source.options.allowsTruncated,
            rendition: bc_rendition(rawValue: rendition.code)
        )
        try CCall.check(failure: .malformedImage) { error in
            source.file.withUnsafeBytes { call(bc_span($0), region, error) }
        }
    }
}

extension ImageHeader {
    /// Other WebP files are decoded by libwebp as stored and averaged here.
    fileprivate var isCroppedByLibwebp: Bool { format == .webp && !mayBeTransparent }

    /// How far to the left and above their cells pixels are, in stored pixels: those of a smaller resolution of JPEG 2000 stand where the
    /// first pixel of a cell does, not in its middle. Files usually have six resolutions.
    fileprivate func lead(ofCells shrink: Int) -> Double {
        format == .jp2 && !mayBeTransparent ? Double(min(shrink, 32) - 1) / 2 : 0
    }
}

/// Pixels decoded from a part of a file, not yet upright, and the part that they cover.
struct DecodedRegion {
    let pixels: PixelBuffer
    let header: ImageHeader
    /// The stored pixels that the buffer covers.
    let coverage: Rect
    /// The conversion to apply to the pixels after they are scaled.
    let colorTransform: (any ColorConverting)?

    /// A rectangle of the upright picture at a given size. The region must cover it.
    func pixels(of rectangle: PixelRect, scaledTo target: PixelSize) throws -> PixelBuffer {
        let stored = header.orientation.stored(rectangle.rect, inUpright: header.size)
        if stored == coverage, pixels.size == target, header.orientation == .up, colorTransform == nil { return pixels }
        let window = Self.window(of: stored, in: pixels.size, covering: coverage)
        var scaled = try pixels.resampled(window, to: header.orientation.upright(target)).oriented(header.orientation)
        try colorTransform?.apply(to: &scaled)
        return scaled
    }

    /// The position of a rectangle of stored pixels in a buffer of this size that covers `coverage`.
    static func window(of stored: Rect, in size: PixelSize, covering coverage: Rect) -> Rect {
        let horizontal = Double(size.width) / coverage.width
        let vertical = Double(size.height) / coverage.height
        let window = Rect(x: stored.x - coverage.x, y: stored.y - coverage.y, width: stored.width, height: stored.height)
            .scaled(x: horizontal, y: vertical)
        // At the right and lower edges, pixels may end before the picture does.
        return size.bounds.contains(window) ? window : window.intersection(size.bounds)
    }
}

/// How files are read.
public struct DecodingOptions: Hashable, Sendable {
    /// What to do with colors if the file has an ICC profile.
    public enum ColorProfile: Hashable, Sendable {
        /// Pixels are converted to sRGB. The profile of a CMYK or gray picture is always applied in this way.
        case convertToSRGB
        /// Pixels stay as stored, and the profile is written with the output.
        case keep
    }

    /// What to read of a RAW photo.
    package enum RawReading: String, Hashable, Sendable, CaseIterable {
        /// The largest picture that the camera embedded, also where it is enlarged. Photos without one are developed at half of their size.
        case preview
        /// The embedded picture if it is large enough; otherwise, the photo is developed, at half of its size if that is large enough.
        case auto
        /// The photo is developed at its full size.
        case full
    }

    /// What to do with drawings.
    package enum Drawing: String, Hashable, Sendable, CaseIterable {
        /// They are drawn at the size that is needed.
        case draw
        /// They are refused, with `unsupportedFormat`.
        case refuse
    }

    /// The size limits of a file. Larger ones throw `limitExceeded` before memory for pixels is allocated.
    public var limits = ImageLimits()
    /// What to do with colors if the file has an ICC profile; they are converted to sRGB by default.
    public var colorProfile = ColorProfile.convertToSRGB
    /// Whether to return what can be read of a damaged or truncated file, gray or transparent elsewhere, instead of throwing an error.
    public var allowsTruncated = false
    /// Whether SVG is drawn, or refused.
    package var svg = Drawing.draw
    /// What is read of a RAW photo; its size is that of the developed picture in any case.
    package var raw = RawReading.auto
    /// The processes that read files for this one; nil reads them in this process.
    package var decoders: DecoderPool?
    /// Those for drawings; nil draws in this process.
    package var drawingDecoders: LateDecoders?
    /// Those for files that may end the process if they are damaged, where `decoders` is nil; nil reads them in this process.
    package var fragileDecoders: LateDecoders?

    /// Creates the default options: the default limits, colors converted to sRGB, an error for a damaged file.
    public init() {}
}

/// A part of a picture to cut out, and the size to scale it to.
package struct PictureCut: Hashable, Sendable {
    /// The part to cut out, in pixels of the upright picture.
    package var rectangle: PixelRect
    /// The size of the result; each side is 1...65535.
    package var size: PixelSize

    /// How many pixels of the picture are one of the result, along each axis.
    var scale: (x: Double, y: Double) {
        (Double(rectangle.width) / Double(size.width), Double(rectangle.height) / Double(size.height))
    }

    /// Creates a cut. It is checked against the picture when it is used.
    package init(_ rectangle: PixelRect, scaledTo size: PixelSize) {
        self.rectangle = rectangle
        self.size = size
    }
}
