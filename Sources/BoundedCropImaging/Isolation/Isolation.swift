/// What an `ImageSource` uses instead of the file's metadata if helpers read the file.
struct Isolation: Sendable {
    let decoders: DecoderPool
    let number: UInt64
    let hasProfile: Bool
    /// Whether there are metadata other than a profile.
    let hasTags: Bool
}

extension DecoderPool {
    /// Reads a header. Throws the same errors as reading it in this process, and `decoderEnded`.
    func open(_ bytes: FileBytes, _ options: DecodingOptions, format: ImageFormat) throws -> (ImageHeader, Isolation) {
        let file = IsolatedFile(number: makePictureNumber(), bytes: bytes, options: options)
        let opened = try withHelper(for: file) { try $0.open(file, format: format) }
        let isolation = Isolation(decoders: self, number: file.number, hasProfile: opened.hasProfile, hasTags: opened.hasTags)
        return (opened.header, isolation)
    }
}

extension Isolation {
    func decode(_ source: ImageSource, _ cells: DecodedCells, to pixels: UnsafeMutablePointer<UInt8>) throws {
        try ask(source) { try $0.decode($1, cells, to: pixels) }
    }

    func decodeLuma(_ source: ImageSource, _ cells: DecodedCells, to luma: UnsafeMutablePointer<UInt8>) throws {
        try ask(source) { try $0.decodeLuma($1, cells, to: luma) }
    }

    func features(_ source: ImageSource) throws -> [Feature] {
        try ask(source) { try $0.features($1, in: source.size) }
    }

    func metadataToKeep(
        _ source: ImageSource,
        for size: PixelSize,
        _ selection: MetadataSelection,
        showing rectangle: PixelRect?,
        asking reader: IsolatedFrameReader?
    ) throws -> ImageMetadata {
        let hasSome = selection.extent > .nothing && hasTags || source.options.colorProfile == .keep && hasProfile
        guard hasSome else { return ImageMetadata() }
        if let reader { return try reader.metadata(for: size, selection, showing: rectangle) }
        return try ask(source) { try $0.metadata($1, for: size, selection, showing: rectangle) }
    }

    func ask<Result>(_ source: ImageSource, _ body: (DecoderCalls, IsolatedFile) throws -> Result) throws -> Result {
        let file = IsolatedFile(number: number, bytes: source.file, options: source.options)
        return try decoders.withHelper(for: file) { try body($0, file) }
    }
}
