internal import CSandbox

/// Frames that a helper decodes.
final class IsolatedFrameReader: FrameReading {
    let info: AnimationInfo
    private let calls: DecoderCalls
    private let file: IsolatedFile
    private var count = 0

    init(_ info: AnimationInfo, _ calls: DecoderCalls, _ file: IsolatedFile) {
        (self.info, self.calls, self.file) = (info, calls, file)
    }

    func next() throws -> StoredFrame? {
        guard let frame = try calls.nextFrame(file, of: info.size) else {
            guard count == info.frameCount else { throw DecoderConnection.Failure.nonsense }
            return nil
        }
        count += 1
        guard count <= info.frameCount else { throw DecoderConnection.Failure.nonsense }
        return frame
    }

    /// The metadata of the file for a picture made from it.
    func metadata(for size: PixelSize, _ selection: MetadataSelection, showing rectangle: PixelRect?) throws -> ImageMetadata {
        // What was done with the first frame may have taken long.
        calls.renewDeadline()
        return try calls.metadata(file, for: size, selection, showing: rectangle)
    }
}

extension Isolation {
    /// What a file says about its animation.
    func animationInfo(_ source: ImageSource) throws -> AnimationInfo {
        var info: AnimationInfo?
        try readFrames(source) { info = $0.info }
        guard let info else { throw DecoderConnection.Failure.nonsense }
        return info
    }

    /// Opens an animation in a helper, which is used by nobody else until the body returns.
    func readFrames(_ source: ImageSource, _ body: (IsolatedFrameReader) throws -> Void) throws {
        try ask(source) { calls, file in
            let info = try calls.openAnimation(file)
            let limits = source.options.limits
            guard info.size == source.header.storedSize, info.frameCount <= limits.maximumFrames else {
                throw DecoderConnection.Failure.nonsense
            }
            try limits.check(info)
            try body(IsolatedFrameReader(info, calls, file))
            try calls.closeAnimation(file)
        }
    }
}

extension DecoderCalls {
    /// Opens the animation of a picture.
    func openAnimation(_ file: IsolatedFile) throws -> AnimationInfo {
        let reply = try call(BC_BOX_ANIMATION, file, output: 0) { _ in }
        let size = PixelSize(width: Int(reply.width), height: Int(reply.height))
        guard let frames = Int(exactly: reply.counts.0), let loops = Int(exactly: reply.counts.1), size.width > 0, size.height > 0,
            frames > 0
        else { throw DecoderConnection.Failure.nonsense }
        return AnimationInfo(
            size: size,
            frameCount: frames,
            loopCount: min(loops, 65_535),
            hasAlpha: reply.has_alpha != 0,
            workingBytes: Int(clamping: reply.working_bytes)
        )
    }

    /// Decodes the next frame of the animation that was opened before; nil after the last. Each frame has the time of a picture.
    func nextFrame(_ file: IsolatedFile, of size: PixelSize) throws -> StoredFrame? {
        renewDeadline()
        let reply = try call(BC_BOX_FRAME, file, output: size.area.times(4), sendsFile: false) { _ in }
        if reply.counts.1 != 0 { return nil }
        guard let duration = Int(exactly: reply.counts.0), duration <= Int(UInt32.max) else { throw DecoderConnection.Failure.nonsense }
        return StoredFrame(pixels: PixelBuffer(size: size) { copyPixels(to: $0, count: size.area) }, duration: duration)
    }
}

extension DecoderCalls {
    /// Frees the memory of an animation that is no longer read.
    fileprivate func closeAnimation(_ file: IsolatedFile) throws {
        // What was done with the last frame may have taken long.
        renewDeadline()
        _ = try call(BC_BOX_CLOSE, file, output: 0, sendsFile: false) { _ in }
    }
}

/// In the helper: a copy of a file, for as long as its frames are read.
final class FileCopy {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ file: FileBytes) {
        bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 16)
        file.withUnsafeBytes { bytes.copyMemory(from: $0) }
    }

    deinit { bytes.deallocate() }
}
