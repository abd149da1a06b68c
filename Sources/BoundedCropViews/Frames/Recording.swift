public import BoundedCrop
public import BoundedCropEffects

/// What was shown on a surface over time, ready to be drawn: a value, which any thread can work on.
public struct Recording: Sendable {
    /// A picture as it is seen for a time.
    public struct Frame: Hashable, Sendable {
        /// What is seen, in the recording's size.
        public let picture: PixelBuffer
        /// For how long.
        public let duration: Duration
    }

    struct Event: Sendable {
        enum Kind: Sendable {
            case content(ImageContent, Transition)
            case activityIndicator(Bool)
        }

        let time: Duration
        let kind: Kind
    }

    /// The size of every frame.
    public let size: PixelSize
    /// How pictures come to that size.
    public let contentMode: ContentMode
    /// How many frames a second of a transition has.
    public let framesPerSecond: Int
    let events: [Event]
    /// When it ends; a transition under way then is drawn to its end all the same.
    let end: Duration

    /// Draws every frame, one after the other: one for each time in which nothing moves, and as many as `framesPerSecond` says for
    /// transitions, each of which begins with the first blended frame. There is none when nothing was ever shown.
    ///
    /// Throws what `body` throws, and `invalidArgument` for a picture that cannot be brought to the size.
    public func forEachFrame(_ body: (Frame) throws -> Void) throws {
        var painter = FramePainter(recording: self)
        for (index, event) in events.enumerated() {
            try painter.take(event.kind)
            let next = index + 1 < events.count ? events[index + 1].time : nil
            try painter.draw(for: (next ?? end) - event.time, isLast: next == nil, body)
        }
    }

    /// All frames at once; they are large.
    public func frames() throws -> [Frame] {
        var frames: [Frame] = []
        try forEachFrame { frames.append($0) }
        return frames
    }
}
