public import BoundedCrop
package import BoundedCropRendering

/// What is shown of the frames of a video.
package enum VideoShape: Hashable, Sendable {
    /// Whole frames.
    case whole
    /// The largest window of an aspect, in as many pixels as it has.
    case aspect(AspectRatio)
    /// A window of the size's aspect, scaled to the size, whose sides are even.
    case size(PixelSize)

    /// The size of the output; nil if it follows from the frames.
    package var size: PixelSize? { if case .size(let size) = self { size } else { nil } }

    /// The aspect of the output.
    package func aspect(of source: VideoSource) -> AspectRatio {
        switch self {
        case .whole: AspectRatio(source.size.even)
        case .aspect(let aspect): aspect
        case .size(let size): AspectRatio(size)
        }
    }
}

/// How the camera of a video moves.
public struct CameraOptions: Hashable, Sendable {
    /// What is done where the faces are too far apart for one window.
    public enum WhenApart: String, Hashable, Sendable, Codable, CaseIterable {
        /// The camera cuts to whoever speaks, or as with `cut` where that is not clear.
        case speaker
        /// The camera cuts from some to the others, where they are calm.
        case cut
        /// The camera stays with those that have the greatest weight.
        case largest
        /// Two of them are shown, one above the other, or beside the other where the output is wide, in shots that have both; elsewhere as with
        /// `speaker`.
        case stack
        /// The whole picture is shown, in a frame of the output's shape.
        case pad

        /// Whether it matters who speaks.
        package var followsSpeech: Bool { self == .speaker || self == .stack }
    }

    /// A correction by hand, of the shot that holds a time. If a shot has several, the camera goes from one to the next.
    package struct Correction: Hashable, Sendable {
        /// What the camera is to show instead of what was found.
        package enum Place: Hashable, Sendable {
            /// Something to hold, as a region or a face: in pixels of the upright frame.
            case feature(Feature)
            /// Exactly this, brought to the shape of the output by the smallest change.
            case window(Rect)
        }

        /// Seconds from the start of the video.
        package var time: Double
        /// What is shown.
        package var place: Place

        /// Creates a correction at a time in seconds.
        package init(at time: Double, _ place: Place) {
            self.time = time
            self.place = place
        }

        /// Takes what a file says; nil if it is not of a time.
        ///
        /// - Parameter size: The size of the upright frames with square pixels.
        package init?(_ correction: Corrections.Correction, in size: PixelSize) {
            guard let time = correction.time else { return nil }
            if let rectangle = correction.crop.rectangle {
                self.init(at: time, .window(rectangle.rect(in: size)))
            } else if let feature = correction.crop.places.first {
                self.init(at: time, .feature(feature))
            } else {
                return nil
            }
        }
    }

    package var request: CropRequest
    /// What is done where the faces are too far apart for one window.
    public var whenApart = WhenApart.speaker
    /// Whether black bars that stay through a shot are part of the picture.
    public var keepsBars = false
    /// How fast the window may move, in its own sides for each second; above 0.
    package var maximumSpeed = 3.0
    /// How fast that speed may change, in sides of the window for each second and second; above 0.
    package var maximumAcceleration = 4.0
    /// What people corrected by hand.
    package var corrections: [Correction] = []

    /// Creates options for a crop, with defaults for everything else. Scheme, kept kinds, padding, zoom, placement and fallback mean what
    /// they mean for a picture. The shape `.source` shows whole frames; of a size, the window has the aspect.
    ///
    /// An alignment, a size of the window and a turn to the faces are errors where the path is planned.
    public init(_ request: CropRequest) { self.request = request }

    /// Creates options for a crop, with defaults for everything else.
    ///
    /// - Parameters:
    ///   - crop: Scheme, kept kinds, rank, padding, zoom, placement and fallback, as for a picture.
    ///   - shape: The shape of the window.
    /// - Throws: `invalidArgument` for given places, which corrections are for. An alignment, a size of the window and a turn to the faces are
    ///   errors where the path is planned.
    package init(_ crop: RenderRequest.Crop, shape: VideoShape) throws {
        guard !crop.hasPlaces, crop.rectangle == nil, crop.focalPoint == nil else {
            throw BoundedCropError(.invalidArgument, "a video has no place for all of its shots: give each shot its correction")
        }
        var stage = RenderRequest.Stage()
        stage.crop = crop
        request = stage.cropRequest()
        switch shape {
        case .whole: request.shape = .source
        case .aspect(let aspect): request.shape = .aspect(aspect)
        case .size(let size): request.shape = .size(size)
        }
    }

}
