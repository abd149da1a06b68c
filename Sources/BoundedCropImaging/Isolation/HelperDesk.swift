internal import CImageCodecs
internal import CLibrary
internal import CSandbox

/// Answers the calls to a helper one after the other, with the same code that the library uses for other files.
struct HelperDesk {
    let memory: UnsafeMutableRawBufferPointer
    let willRead: (ImageSource) -> Void
    private var known: (number: UInt64, source: ImageSource)?
    /// The animation that was opened last.
    private var animation: FrameReader?

    init(memory: UnsafeMutableRawBufferPointer, willRead: @escaping (ImageSource) -> Void) {
        (self.memory, self.willRead) = (memory, willRead)
    }

    mutating func answer(_ request: bc_box_request, _ reply: inout bc_box_reply) throws {
        guard let start = Int(exactly: request.output), start <= memory.count else { throw Self.refusal }
        let output = UnsafeMutableRawBufferPointer(rebasing: memory[start...])
        if Int(request.operation) == BC_BOX_FRAME { return try frame(output, &reply) }
        // Metadata are asked for between frames.
        if Int(request.operation) != BC_BOX_METADATA { animation = nil }
        if Int(request.operation) == BC_BOX_CLOSE { return }
        let source = try source(request)
        willRead(source)
        switch Int(request.operation) {
        case BC_BOX_OPEN:
            reply.set(source.header)
            reply.has_profile = source.metadata.iccProfile == nil ? 0 : 1
            reply.has_tags = source.metadata.isTagged ? 1 : 0
        case BC_BOX_DECODE: try decode(request, source, output, bytesPerPixel: 4) { try $0.write(to: $1) }
        case BC_BOX_DECODE_LUMA: try decode(request, source, output, bytesPerPixel: 1) { try $0.writeLuma(to: $1) }
        case BC_BOX_CONVERT: try convert(request, source, output)
        case BC_BOX_FEATURES: try features(source, output, &reply)
        case BC_BOX_ANIMATION:
            let copy = FileCopy(source.file)
            let reader = try FrameReader(bc_span(UnsafeRawBufferPointer(copy.bytes)), of: source, keptBy: copy)
            reply.set(reader.info)
            animation = reader
        case BC_BOX_METADATA: try metadata(request, source, output, &reply)
        default: throw Self.refusal
        }
        known = source.file.count <= DecoderCalls.mostRemembered ? (request.picture, source) : nil
    }

    /// The picture of a call: a new file, or the one from the previous call.
    private mutating func source(_ request: bc_box_request) throws -> ImageSource {
        if request.file_length == 0 {
            guard let known, known.number == request.picture, known.source.options == request.options else { throw Self.refusal }
            return known.source
        }
        // Frees memory before the next picture is read.
        known = nil
        guard let length = Int(exactly: request.file_length), length <= memory.count else { throw Self.refusal }
        return try ImageSource(bytes: Array(memory[..<length]), options: request.options)
    }

    private func decode(
        _ request: bc_box_request,
        _ source: ImageSource,
        _ output: UnsafeMutableRawBufferPointer,
        bytesPerPixel: Int,
        _ write: (RegionDecoder, UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws {
        guard let cells = DecodedCells(request, in: source.header), cells.count <= output.count / bytesPerPixel,
            let start = output.baseAddress
        else { throw Self.refusal }
        // The unreadable parts of a damaged file would show the previous picture.
        if source.options.allowsTruncated { memset(start, 0, cells.count * bytesPerPixel) }
        try write(RegionDecoder(source: source, cells: cells), start.assumingMemoryBound(to: UInt8.self))
    }

    private mutating func frame(_ output: UnsafeMutableRawBufferPointer, _ reply: inout bc_box_reply) throws {
        guard let reader = animation, reader.info.size.area.times(4) <= output.count else { throw Self.refusal }
        // Kept only if this frame is not the last and whole.
        animation = nil
        guard let frame = try reader.next() else {
            reply.counts.1 = 1
            return
        }
        animation = reader
        output.copyBytes(from: frame.pixels.bytes)
        reply.counts.0 = UInt64(clamping: frame.duration)
    }

    private func convert(_ request: bc_box_request, _ source: ImageSource, _ output: UnsafeMutableRawBufferPointer) throws {
        guard Int(request.width) <= output.count / 4, let start = output.baseAddress else { throw Self.refusal }
        guard let transform = source.metadata.colorTransform(for: source.header) else { return }
        bc_color_transform_rgba(transform.handle, start.assumingMemoryBound(to: UInt8.self), Int(request.width))
    }

    private func features(_ source: ImageSource, _ output: UnsafeMutableRawBufferPointer, _ reply: inout bc_box_reply) throws {
        let length = MemoryLayout<bc_box_feature>.stride
        guard output.count >= DecoderCalls.featureBytes else { throw Self.refusal }
        let features = source.embeddedFeatures.prefix(DecoderCalls.mostFeatures)
        for (index, feature) in features.enumerated() {
            let place = feature.rectangle
            output.storeBytes(
                of: bc_box_feature(
                    x: place.x,
                    y: place.y,
                    width: place.width,
                    height: place.height,
                    is_face: feature.boxKind
                ),
                toByteOffset: index * length,
                as: bc_box_feature.self
            )
            output.storeBytes(of: feature.boxDetails, toByteOffset: DecoderCalls.details(of: index), as: bc_box_details.self)
        }
        reply.counts.0 = UInt64(features.count)
    }

    private func metadata(
        _ request: bc_box_request,
        _ source: ImageSource,
        _ output: UnsafeMutableRawBufferPointer,
        _ reply: inout bc_box_reply
    ) throws {
        let size = PixelSize(width: Int(request.width), height: Int(request.height))
        let selection = MetadataSelection(
            MetadataSelection.Extent(code: request.metadata_extent),
            keepsPlace: request.keeps_place != 0,
            namesPeople: request.names_people != 0,
            pixelsPerInch: request.pixels_per_inch == 0 ? nil : Int(request.pixels_per_inch)
        )
        let kept = try source.metadataToKeep(for: size, selection, showing: request.shownRectangle)
        let parts = [kept.exif ?? [], kept.xmp ?? [], kept.iccProfile ?? []]
        guard parts.reduce(0, { $0 + $1.count }) <= output.count else { throw Self.refusal }
        output.copyBytes(from: parts.joined())
        reply.counts = (UInt64(parts[0].count), UInt64(parts[1].count), UInt64(parts[2].count))
    }

    /// The error for invalid calls, which the service does not make.
    private static let refusal = BoundedCropError(.invalidArgument, "the helper cannot do what was requested")
}
