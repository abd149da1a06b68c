internal import BoundedCrop
internal import BoundedCropEffects

/// Draws a recording event by event.
struct FramePainter {
    let recording: Recording
    /// The current picture, without the activity indicator.
    private var seen: PixelBuffer
    /// The start and end of the transition, and the elapsed time.
    private var origin: PixelBuffer
    private var goal: PixelBuffer
    private var transition = Transition.none
    private var elapsed = Duration.zero
    private var showsActivityIndicator = false

    init(recording: Recording) {
        self.recording = recording
        seen = PixelBuffer(size: recording.size)
        (origin, goal) = (seen, seen)
    }

    mutating func take(_ kind: Recording.Event.Kind) throws {
        switch kind {
        case .activityIndicator(let isShown):
            showsActivityIndicator = isShown
        case .content(let content, let transition):
            goal = try content.pixels.map(placed) ?? PixelBuffer(size: recording.size)
            (origin, self.transition, elapsed) = (seen, transition, .zero)
            if transition.duration <= .zero { seen = goal }
        }
    }

    /// Draws the frames of a period without events. The rest of a transition continues in the next period, or is drawn to its end if this
    /// is the last.
    mutating func draw(for duration: Duration, isLast: Bool, _ body: (Recording.Frame) throws -> Void) throws {
        // Animations count milliseconds; a step of zero would never end.
        let step = Duration.seconds(1) / min(max(1, recording.framesPerSecond), 1000)
        let length = transition.duration
        // Show the last content for at least one frame.
        var left = isLast ? max(duration, elapsed < length ? length - elapsed : step) : duration
        while elapsed < length, left > Duration.zero {
            let time = min(step, length - elapsed, left)
            elapsed += time
            left -= time
            seen = try transition.picture(from: origin, to: goal, at: elapsed / length)
            try body(frame(for: time))
        }
        if left > .zero { try body(frame(for: left)) }
    }

    private func frame(for duration: Duration) -> Recording.Frame {
        var picture = seen
        if showsActivityIndicator { picture.drawActivityIndicator() }
        return Recording.Frame(picture: picture, duration: duration)
    }

    private func placed(_ picture: PixelBuffer) throws -> PixelBuffer {
        try picture.croppedAndScaled(to: recording.size, contentMode: recording.contentMode, padToFit: true)
    }
}

extension PixelBuffer {
    /// Draws three dots at the bottom, visible on light and dark backgrounds, as far as there is room.
    fileprivate mutating func drawActivityIndicator() {
        let side = max(1, size.height / 40)
        let (left, top) = (size.width / 2 - 7 * side / 2, size.height - 3 * side)
        for row in top..<top + side {
            for column in left..<left + 7 * side where (column - left) / side % 3 == 0 && Self.has(size, column, row) {
                let index = (row * size.width + column) * 4
                bytes.replaceSubrange(index..<index + 4, with: (row + column) % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255])
            }
        }
    }

    private static func has(_ size: PixelSize, _ column: Int, _ row: Int) -> Bool {
        (0..<size.width).contains(column) && (0..<size.height).contains(row)
    }
}
