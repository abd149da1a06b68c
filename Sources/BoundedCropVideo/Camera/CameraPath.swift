public import BoundedCrop

/// Where the window of a video is in each of its frames, and why: all that is decided before pixels are processed.
public struct CameraPath: Hashable, Sendable, Codable {
    /// The size of the upright frames with square pixels.
    package var size: PixelSize
    /// The shape of the windows, as closely as whole pixels allow.
    package var aspect: AspectRatio
    /// How many frames the video has.
    package var frameCount: Int
    /// The shots in their order, which hold all frames.
    public var shots: [Shot]

    /// What the camera shows without a cut of its own.
    public struct Shot: Hashable, Sendable, Codable {
        /// How a shot begins.
        package enum Opening: String, Hashable, Sendable, Codable {
            /// With the video.
            case start
            /// With a cut of the video.
            case cut
            /// In the middle of a dissolve.
            case dissolve
            /// With a cut that only the camera makes, from some people to others.
            case people
        }

        /// How the window moves in a shot.
        package enum Motion: String, Hashable, Sendable, Codable {
            /// Not at all.
            case still
            /// Once, in one direction.
            case pan
            /// With what it shows.
            case follow
            /// With two windows, one above the other, or beside the other where the output is wide.
            case stack
            /// Not at all: the whole picture is shown, on a ground in the shape of the output.
            case pad
        }

        /// The shot's first frame; the video's first frame is 0.
        public var start: Int
        /// The frame after the shot's last one.
        public var end: Int
        /// When the first frame is shown, in seconds.
        public var startTime: Double
        /// When the last frame is shown, in seconds.
        public var endTime: Double
        /// How the shot begins.
        package var opening: Opening
        /// How the window moves.
        package var motion: Motion
        /// The features that the window holds.
        package var kept: [Track]
        /// The features that it does not hold, or not always.
        package var dropped: [DroppedTrack]
        /// How far the window moves in all, in pixels of the frame along both sides.
        package var movement: Double
        /// How far any window must move at least that holds the kept features.
        package var leastMovement: Double
        /// The largest acceleration of the window, in its sides for each second and second.
        package var acceleration: Double
        /// In how many frames a kept feature is not whole, because the camera would have to be faster than it may be, or restless.
        package var brokenFrames: Int
        /// The window where it starts and where it changes its course. It moves evenly from one to the next, frame by frame, and stays at the
        /// last.
        package var windows: [Window]
        /// The same for the lower or right one of two windows that are shown together; nil in shots with one.
        package var secondWindows: [Window]?
    }

    /// A feature, followed through a shot.
    package struct Track: Hashable, Sendable, Codable {
        /// The number of the track in the video.
        package var id: Int
        /// What it shows.
        package var kind: Feature.Kind
        /// When it is first seen in the shot, in seconds.
        package var startTime: Double
        /// When it is last seen in the shot, in seconds.
        package var endTime: Double
        /// The highest confidence of its sightings.
        package var confidence: Double
        /// The rectangle around all its sightings in the shot.
        package var bounds: Rect
    }

    /// A track that a shot does not hold.
    package struct DroppedTrack: Hashable, Sendable, Codable {
        /// Why a track is not held.
        package enum Reason: String, Hashable, Sendable, Codable {
            /// It is too far from what is held, at least for a time.
            case apart
            /// The request wants others: its scheme, its rank or its kinds.
            case unwanted
            /// It was seen so shortly that it is an error of the detector.
            case unconfirmed
            /// A correction by hand takes its place.
            case corrected
        }

        /// The track.
        package var track: Track
        /// Why it is not held.
        package var reason: Reason
    }

    /// The window at one frame.
    package struct Window: Hashable, Sendable, Codable {
        /// The frame; the video's first one is 0.
        package var frame: Int
        /// When the frame is shown, in seconds.
        package var time: Double
        /// The part of the upright frame, in its pixels.
        package var rectangle: Rect

        /// Creates a window at a frame that is shown at a time in seconds.
        package init(frame: Int, time: Double, rectangle: Rect) {
            (self.frame, self.time, self.rectangle) = (frame, time, rectangle)
        }
    }
}

extension CameraPath {
    /// The part of the upright frame that is shown at a frame, in its pixels. Before the first frame it is that of the first one, and after
    /// the last that of the last one.
    public func window(frame: Int) -> Rect {
        shot(at: frame).flatMap { Self.window(frame: frame, of: $0.windows) } ?? size.bounds
    }

    /// The same for the second one of two windows; nil in shots with one.
    public func secondWindow(frame: Int) -> Rect? {
        shot(at: frame)?.secondWindows.flatMap { Self.window(frame: frame, of: $0) }
    }

    private static func window(frame: Int, of windows: [Window]) -> Rect? {
        guard let first = windows.first else { return nil }
        let next = windows.partitionPoint { $0.frame <= frame }
        guard next > 0 else { return first.rectangle }
        let from = windows[next - 1]
        guard next < windows.count, windows[next].frame > from.frame else { return from.rectangle }
        let to = windows[next]
        let share = Double(frame - from.frame) / Double(to.frame - from.frame)
        func between(_ side: KeyPath<Rect, Double>) -> Double {
            from.rectangle[keyPath: side] + share * (to.rectangle[keyPath: side] - from.rectangle[keyPath: side])
        }
        return Rect(x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
    }

    /// Those who are in no shot, because no window of the shape holds them and the others, by when they are first seen.
    package var leftOut: [Track] {
        let kept = Set(shots.flatMap(\.kept).map(\.id))
        let apart = shots.flatMap(\.dropped).filter { $0.reason == .apart && !kept.contains($0.track.id) }.map(\.track)
        var seen: Set<Int> = []
        return apart.sorted { $0.startTime < $1.startTime }.filter { seen.insert($0.id).inserted }
    }

    /// The shot that holds a frame, the first or the last for frames beyond them; nil if there are no shots.
    package func shot(at frame: Int) -> Shot? {
        guard !shots.isEmpty else { return nil }
        return shots[max(0, shots.partitionPoint { $0.start <= frame } - 1)]
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element for which the condition is false; it is true for all before.
    func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
