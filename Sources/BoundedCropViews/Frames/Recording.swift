public import BoundedCrop
package import BoundedCropEffects

/// What a surface showed over time, ready to be drawn. A value that can be used on any thread.
public struct Recording: Sendable {
    /// A picture and how long it is shown.
    public struct Frame: Hashable, Sendable {
        /// The picture, in the recording's size.
        public let picture: PixelBuffer
        /// How long it is shown.
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
    package let size: PixelSize
    /// How pictures are fitted to that size.
    package let contentMode: ContentMode
    /// The number of frames per second of a transition; as frames, at least 1 and at most 1000.
    package let framesPerSecond: Int
    let events: [Event]
    /// The end of the recording. A transition in progress is still drawn to its end.
    let end: Duration

    /// Draws all frames in order: one for each period without motion, and `framesPerSecond` frames per second for transitions, starting
    /// with the first frame of its motion. If nothing was ever shown, there are no frames.
    ///
    /// - Throws: What `body` and custom transitions throw, and `invalidArgument` for a size that no picture can have.
    package func forEachFrame(_ body: (Frame) throws -> Void) throws {
        guard !events.isEmpty else { return }
        try Resampling.check(outputSize: size)
        var painter = FramePainter(recording: self)
        for (index, event) in events.enumerated() {
            try painter.take(event.kind)
            let next = index + 1 < events.count ? events[index + 1].time : nil
            try painter.draw(for: (next ?? end) - event.time, isLast: next == nil, body)
        }
    }

    /// Draws all frames at once. They need a lot of memory.
    public func frames() throws -> [Frame] {
        var frames: [Frame] = []
        try forEachFrame { frames.append($0) }
        return frames
    }
}

extension Recording {
    /// Encodes the recording as an animated WebP that repeats forever.
    ///
    /// This blocks while drawing and encoding: on the main actor, use `writeWebP(to:)` or a worker pool.
    ///
    /// - Throws: `invalidArgument` for a setting out of range, `encodingFailed` when nothing was shown, and what the codec throws.
    package func encodedWebP(_ compression: ImageEncoding.WebPCompression = .lossy()) throws -> [UInt8] {
        let animation = try AnimationWriter(size: size, encoding: .webp(compression))
        try forEachFrame { try animation.add($0.picture, for: $0.duration) }
        return try animation.finish()
    }

    /// Writes the recording as an animated WebP, on one of the pool's threads. An existing file is replaced.
    /// - Throws: What `encodedWebP(_:)` throws, and `unwritableFile`.
    public func writeWebP(
        to path: String,
        _ compression: ImageEncoding.WebPCompression = .lossy(),
        on workers: WorkerPool = .shared
    ) async throws {
        try await workers.run { _ in
            try AtomicFile.makeDirectory(for: path)
            try AtomicFile.write(encodedWebP(compression), to: path, replacing: true)
        }
    }

    /// Writes every frame as a PNG, `0001.png` and so on, on one of the pool's threads. The folder is created if needed.
    ///
    /// Existing files of the same names are replaced; others stay.
    /// - Returns: The number of files written.
    /// - Throws: `unwritableFile`, `CancellationError`, and what drawing throws.
    @discardableResult
    package func writePNGs(to folder: String, on workers: WorkerPool = .shared) async throws -> Int {
        try await workers.run { cancellation in
            var count = 0
            try AtomicFile.makeDirectory(for: folder + "/0001.png")
            try forEachFrame { frame in
                try cancellation.check()
                count += 1
                let bytes = try frame.picture.blocking.encoded(as: .png())
                try AtomicFile.write(bytes, to: "\(folder)/\(Decimals.padded(count, to: 4)).png", replacing: true)
            }
            return count
        }
    }
}
