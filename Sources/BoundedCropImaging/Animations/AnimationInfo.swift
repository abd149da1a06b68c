internal import CImageCodecs

/// What a file says about its animation, known before any frame is decoded.
package struct AnimationInfo: Hashable, Sendable, Codable {
    /// The size of every frame.
    package var size: PixelSize
    /// The number of frames.
    package var frameCount: Int
    /// How often the animation is shown in all, at most 65535; 0 means forever.
    package var loopCount: Int
    /// Whether frames may have transparent pixels.
    package var hasAlpha: Bool
    /// The maximum memory that reading the frames takes, however many there are, in addition to the frames themselves.
    let workingBytes: Int

    /// The maximum memory that reading takes: the reader's own, and the frame stored, upright, and before that.
    package var readingBytes: Int { workingBytes.plus(size.area.times(12)) }

    init(size: PixelSize, frameCount: Int, loopCount: Int, hasAlpha: Bool, workingBytes: Int) {
        (self.size, self.frameCount, self.loopCount) = (size, frameCount, loopCount)
        (self.hasAlpha, self.workingBytes) = (hasAlpha, workingBytes)
    }

    init(_ info: bc_animation_info) {
        size = PixelSize(width: Int(info.width), height: Int(info.height))
        // PNG's counter has 32 bits, and a GIF may say 65,536.
        (frameCount, loopCount, hasAlpha) = (Int(info.frame_count), min(Int(info.loop_count), 65_535), info.has_alpha)
        workingBytes = Int(clamping: info.working_bytes)
    }
}

/// A composed frame of an animation: what is seen while it is shown.
package struct AnimationFrame: Sendable {
    /// The whole frame, upright.
    package var pixels: PixelBuffer
    /// When the frame is first shown, in milliseconds from the start of the animation.
    package var start: Int
    /// How long it is shown, in milliseconds. Browsers show frames of 10 ms or less for 100 ms, and so it is here.
    package var duration: Int

    /// The seconds from the start of the animation.
    package var time: Double { Double(start) / 1000 }
}
