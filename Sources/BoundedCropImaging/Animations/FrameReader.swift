internal import CImageCodecs

/// Reads frames in order.
protocol FrameReading {
    var info: AnimationInfo { get }

    /// Decodes the next frame, as stored; nil after the last. The duration is in milliseconds.
    func next() throws -> StoredFrame?
}

/// A frame that is not yet upright.
struct StoredFrame {
    let pixels: PixelBuffer
    let duration: Int
}

/// Reads the frames of a file whose bytes outlive it, in this process.
final class FrameReader: FrameReading {
    let info: AnimationInfo
    private let codec: Codec.Frames
    private let handle: OpaquePointer
    /// The reader in C refers to it.
    private let transform: ColorTransform?
    private let owner: AnyObject?

    /// - Parameters:
    ///   - source: The picture whose bytes these are.
    ///   - owner: Keeps the bytes; nil if something else does.
    init(_ file: bc_span, of source: ImageSource, keptBy owner: AnyObject? = nil) throws {
        let (header, options, limits) = (source.header, source.options, source.options.limits)
        let codec = try Self.codec(of: header)
        let transform = header.isRGB && options.colorProfile == .keep ? nil : source.metadata.colorTransform(for: header)
        if codec.readInfo != nil { _ = try Self.info(file, of: source) }
        var found = bc_animation_info()
        let mostFrames = UInt32(clamping: limits.maximumFrames)
        var opened: OpaquePointer?
        try CCall.check(failure: .malformedImage) { error in
            opened = codec.open(file, mostFrames, transform?.handle, &found, error)
            return opened == nil ? error.pointee.code : Int32(BC_OK)
        }
        guard let opened else { throw BoundedCropError(.malformedImage, "the animation cannot be read") }
        (info, self.codec, handle, self.transform, self.owner) = (AnimationInfo(found), codec, opened, transform, owner)
        try limits.check(info)
    }

    deinit { codec.close(handle) }

    /// What the file says about its animation, within the limits. Nothing is allocated where the format allows that.
    static func info(_ file: bc_span, of source: ImageSource) throws -> AnimationInfo {
        guard let readInfo = try codec(of: source.header).readInfo else { return try FrameReader(file, of: source).info }
        var found = bc_animation_info()
        let limits = source.options.limits
        try CCall.check(failure: .malformedImage) { readInfo(file, UInt32(clamping: limits.maximumFrames), &found, $0) }
        let info = AnimationInfo(found)
        try limits.check(info)
        return info
    }

    private static func codec(of header: ImageHeader) throws -> Codec.Frames {
        guard header.isAnimated, let codec = header.format.codec.frames else {
            throw BoundedCropError(.invalidArgument, "this \(header.format.title) is not an animation")
        }
        return codec
    }

    func next() throws -> StoredFrame? {
        var (duration, hasEnded) = (UInt32(0), false)
        let pixels = try PixelBuffer(size: info.size) { output in
            try CCall.check(failure: .malformedImage) { error in
                let status = codec.next(handle, output, &duration, error)
                hasEnded = status == Int32(BC_END)
                return hasEnded ? Int32(BC_OK) : status
            }
        }
        return hasEnded ? nil : StoredFrame(pixels: pixels, duration: Int(duration))
    }
}

extension ImageLimits {
    func check(_ info: AnimationInfo) throws {
        try check(info.size)
        try checkFrames(info.frameCount, of: info.size)
    }

    func checkFrames(_ count: Int, of size: PixelSize) throws {
        let total = size.area.times(count)
        guard total > maximumAnimationPixels else { return }
        throw BoundedCropError(
            .limitExceeded,
            "\(count) frames of \(size) exceed the limit of \(Decimals.text(Double(maximumAnimationPixels) / 1_000_000)) MP in all"
        )
    }
}
