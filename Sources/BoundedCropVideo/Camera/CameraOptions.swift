public import BoundedCrop

/// How the camera of a video moves.
public struct CameraOptions: Hashable, Sendable {
    /// What is done where the faces are too far apart for one window.
    public enum WhenApart: String, Hashable, Sendable, Codable, CaseIterable {
        /// The camera cuts from some to the others, where they are calm.
        case cut
        /// The camera stays with those that have the greatest weight.
        case largest
        /// The whole picture is shown, in a frame of the output's shape.
        case pad
    }

    /// A correction by hand, of the shot that holds a time. If a shot has several, the camera goes from one to the next.
    public struct Correction: Hashable, Sendable {
        /// What the camera is to show instead of what was found.
        public enum Place: Hashable, Sendable {
            /// Something to hold, as a region or a face: in pixels of the upright frame.
            case feature(Feature)
            /// Exactly this, brought to the shape of the output by the smallest change.
            case window(Rect)
        }

        /// Seconds from the start of the video.
        public var time: Double
        /// What is shown.
        public var place: Place

        /// Creates a correction at a time in seconds.
        public init(at time: Double, _ place: Place) {
            self.time = time
            self.place = place
        }
    }

    /// The crop, as for a picture: shape, scheme, kept kinds, rank, padding, zoom, placement, fallback. An alignment, a room and a turn to the
    /// faces are not possible.
    public var request: CropRequest
    /// What is done where the faces are too far apart for one window.
    public var whenApart = WhenApart.cut
    /// How fast the window may move, in its own sides for each second; above 0.
    public var maximumSpeed = 3.0
    /// How fast that speed may change, in sides of the window for each second and second; above 0.
    public var maximumAcceleration = 4.0
    /// What people corrected by hand.
    public var corrections: [Correction] = []

    /// Creates options for a crop, with defaults for everything else.
    public init(_ request: CropRequest) { self.request = request }
}
