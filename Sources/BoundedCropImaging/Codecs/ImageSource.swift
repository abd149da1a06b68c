internal import BoundedCropRuntime
internal import CImageCodecs

/// An encoded picture whose header has been read and is within the limits. Pixels are decoded on demand, and only those that are needed.
public struct ImageSource: Sendable {
    package let file: FileBytes
    /// What the file says about its picture; read once, without decoding a pixel.
    package let header: ImageHeader
    /// The options for decoding pixels.
    package let options: DecodingOptions
    /// Empty if other processes read the file: they keep the metadata.
    let metadata: ImageMetadata
    /// Set if other processes read the file.
    let isolation: Isolation?
    /// Decodes pixels of the file: those of its picture, or of a smaller one in it.
    let decodeCells: Codec.Decode
    /// What a file beside the picture says; nil if there is none.
    var sidecarFeatures: [Feature]?
    /// What there is to say of what was read with the picture, for people.
    package var notes: [String] = []
    /// Shared by all copies of this value.
    let overview = DecodedOverview()

    /// The size of the upright picture.
    public var size: PixelSize { header.size }
    /// The format that the first bytes indicate, regardless of the file's name.
    public var format: ImageFormat { header.format }
    /// Whether the file has several frames, of which `pixels` reads the first. The pages of a TIFF are no frames.
    public var isAnimated: Bool { header.isAnimated }

    /// The file's bytes: a copy, unless the picture was created from an array or a file.
    public var bytes: [UInt8] { file.array }

    /// Creates a picture from the bytes of a file in any of the formats of `ImageFormat`: an array, `Data`, NIO's `ByteBufferView`, or
    /// another collection.
    ///
    /// The collection is kept. Its bytes are copied only if it does not hold them in one piece.
    ///
    /// - Throws: `emptyFile`, `unsupportedFormat`, `missingLibrary` when the format's library is not installed, `malformedImage` when the
    ///   header is damaged, or `limitExceeded`.
    public init(bytes: some RandomAccessCollection<UInt8> & Sendable, options: DecodingOptions = DecodingOptions()) throws {
        guard !bytes.isEmpty else { throw BoundedCropError(.emptyFile, "the file is empty") }
        try options.limits.check(byteCount: bytes.count)
        file = FileBytes(bytes)
        self.options = options
        guard let signed = ImageFormat(signatureOf: bytes) else { throw file.withUnsafeBytes { ImageFormat.refusal(of: $0) } }
        let format = signed == .tiff && file.withUnsafeBytes(CameraPhoto.isPhoto) ? .raw : signed
        if format == .raw { try file.withUnsafeBytes { try CameraPhoto.check($0, options) } }
        guard !format.isDrawn || options.svg == .draw else {
            throw BoundedCropError(.unsupportedFormat, "\(format.title) is not drawn here")
        }
        decodeCells = format.codec.decode
        if let decoders = format.isDrawn ? try options.drawingDecoders?.pool() : options.decoders {
            metadata = ImageMetadata()
            (header, isolation) = try decoders.open(file, options, format: format)
        } else {
            let found = ImageMetadata(of: file, format: format)
            let ownHeader = try ImageHeader(format: format, bytes: file, orientation: found.orientation)
            try options.limits.check(ownHeader)
            if ownHeader.isFragile, let decoders = try options.fragileDecoders?.pool() {
                metadata = ImageMetadata()
                (header, isolation) = try decoders.open(file, options, format: format)
            } else {
                (metadata, header, isolation) = (found, ownHeader, nil)
            }
        }
    }

    /// The smaller picture with this header in the same file as a picture, decoded by this function.
    init(_ header: ImageHeader, in source: ImageSource, decodedBy decodeCells: @escaping Codec.Decode) {
        (file, options, metadata, isolation) = (source.file, source.options, source.metadata, nil)
        (self.header, self.decodeCells) = (header, decodeCells)
    }

    /// Creates a picture from the rest of an open file, pipe or socket, such as a `FileHandle`'s descriptor, which stays open.
    ///
    /// Reading blocks until the end, or until this thread's work is cancelled.
    ///
    /// - Throws: What `init(bytes:)` throws, `isDirectory` or `unreadableFile`, and `CancellationError`.
    package init(fileDescriptor: Int32, options: DecodingOptions = DecodingOptions()) throws {
        try self.init(bytes: FileReader.bytes(ofOpenFile: fileDescriptor, limits: options.limits), options: options)
    }

    /// Creates a picture from a file. A file above the limit of bytes is not read.
    ///
    /// - Throws: What `init(bytes:)` throws, and `fileNotFound`, `isDirectory` or `unreadableFile`.
    public init(contentsOfFile path: String, options: DecodingOptions = DecodingOptions()) throws {
        try self.init(contentsOfFile: path, in: nil, options: options)
    }

    /// - Parameter folder: The folder in which the file must lie, also if somebody replaces it meanwhile; nil for anywhere.
    package init(contentsOfFile path: String, in folder: String?, options: DecodingOptions) throws {
        do {
            let bytes = try folder.map { try FileReader.bytes(ofFile: path, in: $0, limits: options.limits) }
            try self.init(bytes: bytes ?? FileReader.bytes(ofFile: path, limits: options.limits), options: options)
        } catch let error as BoundedCropError {
            throw error.about(path)
        }
    }
}

extension ImageSource {
    /// The SHA-256 of the file's bytes in 64 hexadecimal digits, with the options that change the pixels; computed on each call.
    public var contentHash: String? {
        file.fingerprint + Self.hashEnding(options)
    }

    /// The same for a file that is not opened.
    package static func contentHash(of bytes: [UInt8], _ options: DecodingOptions) -> String {
        Fingerprint.text(of: bytes) + hashEnding(options)
    }

    /// What is read of a damaged file is another picture than none, and so is one whose colors stay in their profile, or that is developed
    /// where its preview would do.
    package static func hashEnding(_ options: DecodingOptions) -> String {
        (options.allowsTruncated ? "-truncated" : "") + (options.colorProfile == .keep ? "-profiled" : "")
            + (options.raw == .auto ? "" : "-\(options.raw.rawValue)")
    }
}

/// The memory that decoding takes, known in advance.
extension ImageSource {
    /// An upper estimate of the peak number of bytes that `cuts(_:)` takes for these, in addition to the file itself: the decoded
    /// region, and the larger of the codec's own memory and the crops, because the codec's memory is freed before the crops are made.
    package func decodingBytes(covering cuts: [PictureCut]) -> Int {
        let decoder = decoder(covering: cuts)
        let sizes = cuts.map { Self.bytes(of: $0.size) }
        // One crop at a time exists twice, until it is upright.
        let turned = header.orientation == .up ? 0 : sizes.max() ?? 0
        return Self.total(Double(decoder.regionBytes), max(Double(decoder.codecBytes), sizes.reduce(turned, +)))
    }

    /// The same for a copy of the whole picture, from `pixels(longSide:)` or `luma(longSide:)`.
    package func overviewBytes(longSide: Int) -> Int {
        let decoder = overviewDecoder(longSide: longSide)
        let seen = Self.bytes(of: size.fitted(longSide: longSide))
        return Self.total(Double(decoder.regionBytes), max(Double(decoder.codecBytes), seen * (header.orientation == .up ? 1 : 2)))
    }

    /// The number of bytes of such a copy's decode that stay allocated while crops may be cut from it.
    package func keptOverviewBytes(longSide: Int) -> Int { overviewDecoder(longSide: longSide).regionBytes }

    private static func bytes(of size: PixelSize) -> Double {
        Double(max(0, size.width)) * Double(max(0, size.height)) * 4
    }

    private static func total(_ first: Double, _ second: Double) -> Int {
        Int(first + second, within: 0...Int.max, rounded: .up)
    }
}

extension ImageSource: CuttablePicture {
    /// Decodes the brightness of the whole upright picture at the smallest sufficient scale; for most JPEGs without decoding color.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func luma(longSide: Int) throws -> LumaPlane {
        let target = size.fitted(longSide: longSide)
        return try withPreview(longSide: longSide) { source in
            let scale = Double(source.size.longSide) / Double(target.longSide)
            let decoder = RegionDecoder(source: source, upright: source.size.bounds, scale: scale, coarsest: scale)
            return try decoder.decodeLuma(scaledTo: target)
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
    package func cuts(_ cuts: [PictureCut]) throws -> [PixelBuffer] {
        guard !cuts.isEmpty else { return [] }
        for cut in cuts { try check(cut) }
        let decoder = decoder(covering: cuts)
        let kept = overview.take(for: decoder)
        defer { if let kept { SpareMemory.giveBack(kept.pixels.bytes) } }
        let region = try kept ?? decoder.decode()
        return try cuts.map { try region.pixels(of: $0.rectangle, scaledTo: $0.size) }
    }

    /// Decodes a rectangle of the upright picture at the smallest sufficient scale; not at all if the decode for detection is sufficient.
    ///
    /// - Throws: `invalidArgument` when the rectangle is empty or extends outside the picture or the size is not possible,
    ///   `malformedImage` when the required part of the file is truncated or damaged.
    public func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try cuts([PictureCut(rectangle, scaledTo: size)])[0]
    }

    /// Decodes the whole upright picture at full resolution.
    ///
    /// - Throws: `malformedImage` when the file is truncated or damaged.
    public func pixels() throws -> PixelBuffer {
        try pixels(of: PixelRect(all: size), scaledTo: size)
    }

    /// A decoder for a region that contains all the cuts, never coarser than an overview.
    func decoder(covering cuts: [PictureCut]) -> RegionDecoder {
        if let exact = RegionDecoder(source: self, drawing: cuts) { return exact }
        var union = Rect(x: 0, y: 0, width: 0, height: 0)
        for cut in cuts { union = union.union(cut.rectangle.rect) }
        if let step = tileStep(of: cuts) { return RegionDecoder(source: self, upright: union, scale: Double(step), isTile: true) }
        // The picture that an icon has for a size is better than a larger one.
        var scale = header.format.codec.findWidth == nil ? header.overviewScale(longSide: 1) : Double(size.longSide)
        var coarsest = Double.infinity
        // A large drawing with filters takes seconds.
        let density = header.format.isDrawn ? 1 : header.format == .jp2 ? Self.densityOfResolutions : Self.density
        for cut in cuts {
            let (horizontal, vertical) = cut.scale
            scale = min(scale, horizontal / density, vertical / density)
            coarsest = min(coarsest, horizontal, vertical)
        }
        return RegionDecoder(source: self, upright: union, scale: scale, coarsest: coarsest)
    }

    /// How many pixels of a JPEG 2000 are one of the cuts, along each axis, if that is a power of 2 and the cuts lie on its grid, as tiles of a
    /// pyramid do: a smaller resolution has their pixels. Nil for other cuts.
    private func tileStep(of cuts: [PictureCut]) -> Int? {
        guard header.format == .jp2, header.orientation == .up else { return nil }
        func cells(_ length: Int, _ step: Int) -> Int { (length + step - 1) / step }
        let most = cuts.map { max(cells($0.rectangle.width, $0.size.width), cells($0.rectangle.height, $0.size.height)) }.max() ?? 1
        // Files usually have six resolutions.
        let fitting = [2, 4, 8, 16, 32].first { step in
            step >= most
                && cuts.allSatisfy { cut in
                    cut.rectangle.x % step == 0 && cut.rectangle.y % step == 0
                        && cells(cut.rectangle.width, step) == cut.size.width && cells(cut.rectangle.height, step) == cut.size.height
                }
        }
        return cuts.isEmpty || most < 2 ? nil : fitting
    }

    /// A decoder for the whole picture with at least `longSide` pixels along its long side, if the file has that many.
    ///
    /// The scale is finer than detection needs, so that most thumbnails can also be cut from the result. It does not depend on what will be
    /// cut, because detection results must not depend on that.
    func overviewDecoder(longSide: Int) -> RegionDecoder {
        let coarsest = Double(size.longSide) / Double(max(1, longSide))
        return RegionDecoder(source: self, upright: size.bounds, scale: header.overviewScale(longSide: longSide), coarsest: coarsest)
    }

    private func check(_ cut: PictureCut) throws {
        guard !cut.rectangle.rect.isEmpty, size.bounds.contains(cut.rectangle.rect) else {
            throw BoundedCropError(.invalidArgument, "\(cut.rectangle) does not lie inside the picture of \(size)")
        }
        try Resampling.check(outputSize: cut.size)
    }

    /// The minimum number of decoded pixels along each axis for each output pixel. If decoded and output pixels were the same size but not
    /// aligned, averaging would blur (libvips' `thumbnail` uses the same factor).
    static let density = 2.0
    /// The same for JPEG 2000, whose smaller resolutions are as sharp as they can be.
    private static let densityOfResolutions = 1.25
}

extension ImageHeader {
    /// How many pixels, along each axis, are one of the copy for detection.
    fileprivate func overviewScale(longSide: Int) -> Double {
        // JPEGs decode at halves, quarters and eighths, and of JPEG 2000, each larger resolution takes four times as long. The other formats
        // are shrunk by any whole factor and would be slightly too coarse.
        let usual = format == .jpeg ? 800 : format == .jp2 ? 500 : 1000
        return Double(size.longSide) / Double(max(longSide, usual))
    }
}

/// Smaller pictures in the same file, on which detection takes less time.
extension ImageSource {
    /// The smallest picture in the file that shows the same as its picture and has at least `longSide` pixels along its long side; nil if
    /// there is none.
    ///
    /// HEIC has thumbnails and TIFF has reduced pages. EXIF's thumbnails have 160 pixels, which is not enough for detection, and JPEG
    /// decodes eighths in the time of a thumbnail.
    private func preview(longSide: Int) -> ImageSource? {
        // A damaged preview is not complained about where damage is allowed, and would be taken for the picture.
        guard isolation == nil, !options.allowsTruncated, size.longSide > longSide else { return nil }
        let found = file.withUnsafeBytes { header.format.codec.smallerPictures(bc_span($0)) }
            .map { ImageSource(header($0.header), in: self, decodedBy: $0.decode) }
        return found.filter { $0.size.longSide >= longSide && $0.size.longSide < size.longSide && hasShape(of: $0.header.storedSize) }
            .min { $0.size.area < $1.size.area }
    }

    /// Decodes with a smaller picture of the file if there is one, and otherwise with the picture itself.
    func withPreview<Result>(longSide: Int, _ decode: (ImageSource) throws -> Result) throws -> Result {
        if let preview = preview(longSide: longSide) {
            do {
                return try decode(preview)
            } catch is BoundedCropError {
                // The picture itself may be whole.
            }
        }
        return try decode(self)
    }

    private func header(_ found: bc_image_header) -> ImageHeader {
        ImageHeader(found, format: header.format, orientation: header.orientation)
    }

    /// Whether a picture of this size may show the same: its sides are in the same proportion, up to the rounding of its own.
    private func hasShape(of other: PixelSize) -> Bool {
        let (width, height) = (Double(header.storedSize.width), Double(header.storedSize.height))
        return abs(Double(other.width) * height - Double(other.height) * width) <= max(width, height)
    }
}
