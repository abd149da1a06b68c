internal import CImageCodecs

extension ImageSource {
    /// Decodes the frames of an animation one after the other, each as a whole picture. Only one is in memory at a time, however many there
    /// are.
    ///
    /// Nothing but the file's animation is read: `pixels` decodes the picture that stands for it, usually the first frame.
    ///
    /// - Parameters:
    ///   - willStart: Called once, before the first frame is decoded.
    ///   - body: Called with each frame in order. Returns whether to continue.
    /// - Throws: `invalidArgument` for a file without animation, `limitExceeded` for one with more frames or pixels than the limits allow,
    ///   `malformedImage` for a damaged frame, and what the closures throw.
    package func forEachFrame(
        willStart: (AnimationInfo) throws -> Void = { _ in },
        _ body: (AnimationFrame) throws -> Bool
    ) throws {
        try withFrameReader { reader in
            try willStart(upright(reader.info))
            try forEachFrame(of: reader, body)
        }
    }

    /// Opens the animation for as long as the closure runs.
    func withFrameReader(_ body: (any FrameReading) throws -> Void) throws {
        guard header.isAnimated, header.format.codec.frames != nil else {
            throw BoundedCropError(.invalidArgument, "this \(header.format.title) is not an animation")
        }
        if let isolation { return try isolation.readFrames(self, body) }
        try file.withUnsafeBytes { try body(FrameReader(bc_span($0), of: self)) }
    }

    func forEachFrame(of reader: any FrameReading, _ body: (AnimationFrame) throws -> Bool) throws {
        var (start, count) = (0, 0)
        while let next = try next(of: reader, isFirst: count == 0) {
            try Cancellation.checkCurrent()
            let frame = AnimationFrame(pixels: try next.pixels.oriented(header.orientation), start: start, duration: next.duration)
            start += next.duration
            count += 1
            guard try body(frame) else { return }
        }
    }

    /// If what can be read of damaged files is taken, the first damaged frame ends the animation.
    private func next(of reader: any FrameReading, isFirst: Bool) throws -> StoredFrame? {
        do {
            return try reader.next()
        } catch let error as BoundedCropError where error.code == .malformedImage && options.allowsTruncated && !isFirst {
            return nil
        }
    }

    private func upright(_ info: AnimationInfo) -> AnimationInfo {
        var info = info
        info.size = header.orientation.upright(info.size)
        return info
    }
}

extension ImageSource {
    /// Reads what the file says about its animation, without decoding a frame.
    ///
    /// - Throws: `invalidArgument` for a file without animation, `limitExceeded` for one with more frames or pixels than the limits allow,
    ///   `malformedImage` for a damaged one.
    package func animationInfo() throws -> AnimationInfo {
        if let isolation { return upright(try isolation.animationInfo(self)) }
        return upright(try file.withUnsafeBytes { try FrameReader.info(bc_span($0), of: self) })
    }

    /// Decodes one frame of an animation, as a whole picture.
    ///
    /// - Parameter number: The number of the frame, from 1.
    /// - Throws: What `forEachFrame` throws, and `invalidArgument` for a number that the animation does not have.
    package func frame(_ number: Int) throws -> PixelBuffer {
        var (count, found) = (0, nil as PixelBuffer?)
        try forEachFrame { frame in
            count += 1
            if count == number { found = frame.pixels }
            return found == nil
        }
        guard let found else {
            throw BoundedCropError(.invalidArgument, "there is no frame \(number): the animation has \(count), counted from 1")
        }
        return found
    }
}
