/// An animation as JSON: what `boundedcrop crop --json` says of one beside its crop.
package struct AnimationRecord: Codable, Hashable, Sendable {
    /// A feature that was followed through the animation.
    package struct Track: Codable, Hashable, Sendable {
        /// Where the feature was, in each frame in which features were detected.
        package struct Sighting: Codable, Hashable, Sendable {
            /// When the frame is first shown, in seconds.
            package var time: Double
            /// The left edge, in pixels of the upright frame, rounded to 0.01 as all others.
            package var x: Double
            /// The top edge.
            package var y: Double
            /// The width.
            package var width: Double
            /// The height.
            package var height: Double
            /// The detector's confidence, 0...1.
            package var confidence: Double
            /// The priority, 0.001...1000; nil and left out if it is 1.
            package var priority: Double?
        }

        /// What the feature is.
        package var kind: Feature.Kind
        /// In the order of time.
        package var sightings: [Sighting]
    }

    /// The number of frames.
    package var frames: Int
    /// How long the animation lasts when it is shown once, in seconds.
    package var duration: Double
    /// How often it is shown in all; 0 means forever.
    package var loops: Int
    /// The number of frames in which features were detected.
    package var looks: Int
    /// The features, in the order of the crop's `features`, which has only those of the kinds that are kept.
    package var tracks: [Track]

    /// Creates the record of an animation.
    package init(_ animation: FollowedAnimation) {
        frames = animation.info.frameCount
        duration = Double(animation.duration) / 1000
        loops = animation.info.loopCount
        looks = animation.lookCount
        tracks = animation.tracks.map { track in
            Track(
                kind: track.feature.kind,
                sightings: track.sightings.map { sighting in
                    let rectangle = RectRecord(sighting.feature.rectangle)
                    return Track.Sighting(
                        time: sighting.time,
                        x: rectangle.x,
                        y: rectangle.y,
                        width: rectangle.width,
                        height: rectangle.height,
                        confidence: RectRecord.rounded(sighting.feature.confidence, 1000),
                        priority: FeatureRecord.rounded(priority: sighting.feature.countedPriority)
                    )
                }
            )
        }
    }
}

extension AnimationRecord.Track {
    /// The track that the record tells of; nil for one without sightings.
    package var track: FeatureTrack? {
        guard !sightings.isEmpty else { return nil }
        return FeatureTrack(
            sightings: sightings.map { sighting in
                let rectangle = Rect(x: sighting.x, y: sighting.y, width: sighting.width, height: sighting.height)
                let feature = Feature(rectangle, confidence: sighting.confidence, kind: kind, priority: sighting.priority ?? 1)
                return FeatureTrack.Sighting(time: sighting.time, feature: feature)
            }
        )
    }
}
