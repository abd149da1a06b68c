/// The file of an animation.
package struct AnimationFile: Sendable {
    /// The size of every frame.
    package var size: PixelSize
    /// The bytes of the file.
    package var bytes: [UInt8]
}

extension ImageSource {
    /// Whether a picture made from this one in this encoding is an animation unless one frame is asked for: this one is animated, and the
    /// format has animations. A PNG is expected to be one picture, unless this one is a PNG.
    package func animates(as encoding: ImageEncoding) -> Bool {
        header.isAnimated && AnimationWriter.supports(encoding) && (encoding.format != .png || header.format == .png)
    }

    /// Writes an animation made from this one, frame by frame: one frame at a time is decoded, changed and written. Delays and the number
    /// of repetitions are kept.
    ///
    /// - Parameters:
    ///   - encoding: How the animation is written; see `AnimationWriter.supports`.
    ///   - changesAlpha: Whether opaque frames may become transparent.
    ///   - keeping: What to write of this file's metadata; the rights by default. If frames hide somebody, set `namesPeople` to false.
    ///   - rectangle: The part of the upright frames that the result shows, from edge to edge; nil if there is no such part or it is
    ///     unknown.
    ///   - change: Makes a frame of the result from one of this animation. All results must have one size.
    /// - Throws: `limitExceeded` when the result has more pixels in all than the limits allow, what reading and writing animations and the
    ///   closure throw.
    package func changingFrames(
        as encoding: ImageEncoding,
        changesAlpha: Bool = false,
        keeping: MetadataSelection = .rights,
        showing rectangle: PixelRect? = nil,
        _ change: (PixelBuffer) throws -> PixelBuffer
    ) throws -> AnimationFile {
        var started: (writer: AnimationWriter, size: PixelSize)?
        try withFrameReader { reader in
            try forEachFrame(of: reader) { frame in
                let pixels = try change(frame.pixels)
                if started == nil {
                    try options.limits.checkFrames(reader.info.frameCount, of: pixels.size)
                    let kept = try metadataToKeep(
                        for: pixels.size,
                        keeping,
                        showing: rectangle,
                        asking: reader as? IsolatedFrameReader
                    )
                    let writer = try AnimationWriter(
                        size: pixels.size,
                        loopCount: reader.info.loopCount,
                        hasAlpha: reader.info.hasAlpha || changesAlpha,
                        encoding: encoding,
                        metadata: kept
                    )
                    started = (writer, pixels.size)
                }
                try started?.writer.add(pixels, for: .milliseconds(frame.duration))
                return true
            }
        }
        guard let started else { throw BoundedCropError(.malformedImage, "the animation has no frames") }
        return AnimationFile(size: started.size, bytes: try started.writer.finish())
    }
}
