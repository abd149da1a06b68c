internal import CImageCodecs

/// Decodes the part of a file that covers a rectangle, at the smallest scale that still has as many pixels as are wanted.
///
/// The stored picture is divided into square cells of `shrink` pixels, and one pixel is decoded for each cell.
struct RegionDecoder {
    private let source: ImageSource
    private let shrink: Int
    private let cells: PixelRect

    /// - Parameters:
    ///   - upright: the rectangle of the upright picture to cover.
    ///   - scale: how many pixels of the file there may be for one that is wanted.
    init(source: ImageSource, upright: Rect, scale: Double) {
        self.source = source
        let header = source.header
        let stored = header.orientation.stored(upright, inUpright: header.size)
        shrink = Self.shrink(format: header.format, scale: scale)
        let left = Int(stored.minX) / shrink
        let top = Int(stored.minY) / shrink
        let right = (Int(stored.maxX.rounded(.up)) + shrink - 1) / shrink
        let bottom = (Int(stored.maxY.rounded(.up)) + shrink - 1) / shrink
        cells = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// JPEG has fast inverse transforms for halves, quarters and eighths; the others are averaged while they are read.
    private static func shrink(format: ImageFormat, scale: Double) -> Int {
        switch format {
        case .jpeg: [8, 4, 2].first { Double($0) <= scale } ?? 1
        case .png, .webp: max(1, Int(min(scale, 4096)))
        }
    }

    func decode() throws -> DecodedRegion {
        let transform =
            source.options.colorProfile == .keep && source.header.isRGB ? nil : source.metadata.colorTransform(for: source.header)
        let pixels = try PixelBuffer(size: cells.size) { output in
            try check { file, region, error in
                switch source.header.format {
                case .jpeg: bc_jpeg_decode(file, region, transform?.handle, output, error)
                case .png: bc_png_decode(file, region, transform?.handle, output, error)
                case .webp: bc_webp_decode(file, region, transform?.handle, output, error)
                }
            }
        }
        return DecodedRegion(pixels: pixels, header: source.header, coverage: coverage)
    }

    func decodeLuma(scaledTo target: PixelSize) throws -> LumaPlane {
        let header = source.header
        let plane: LumaPlane
        if header.format == .jpeg, !header.isCMYK {
            plane = try LumaPlane(size: cells.size) { output in
                try check { file, region, error in bc_jpeg_decode_luma(file, region, output, error) }
            }
        } else {
            plane = try decode().pixels.luma()
        }
        let window = DecodedRegion.window(of: header.storedSize.bounds, in: plane.size, covering: coverage)
        return try plane.resampled(window, to: header.orientation.upright(target)).oriented(header.orientation)
    }

    /// The stored pixels that the cells stand for. libwebp scales what there is of the last cells to whole ones; the others do not.
    private var coverage: Rect {
        let covered = Rect(
            x: Double(cells.x * shrink),
            y: Double(cells.y * shrink),
            width: Double(cells.width * shrink),
            height: Double(cells.height * shrink)
        )
        let scalesEdges = source.header.format == .webp && !source.header.hasAlpha && !source.header.isAnimated
        return scalesEdges ? covered.intersection(source.header.storedSize.bounds) : covered
    }

    private func check(_ call: (bc_span, bc_region, UnsafeMutablePointer<bc_codec_error>) -> Int32) throws {
        let region = bc_region(
            shrink: UInt32(shrink),
            x: UInt32(cells.x),
            y: UInt32(cells.y),
            width: UInt32(cells.width),
            height: UInt32(cells.height),
            allow_truncated: source.options.allowsTruncated
        )
        try CodecCall.check { error in
            source.bytes.withUnsafeBytes { call(bc_span($0), region, error) }
        }
    }
}
