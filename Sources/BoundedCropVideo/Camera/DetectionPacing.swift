package import BoundedCrop

/// Says whether the next frame deserves a detection: every frame where faces move, few where not.
package struct DetectionPacing: Sendable {
    package init() {}

    /// Whether faces are to be looked for in a frame. Call it for each frame, and `observed` before the next one if it is true.
    package mutating func wantsDetection(of thumbnail: Thumbnail, at time: Double) -> Bool { true }

    /// Takes what was found in the frame that was asked for last, in pixels of the upright frame.
    package mutating func observed(_ features: [Feature], at time: Double) {}
}
