package import BoundedCrop
internal import FoundationEssentials

/// What detection found in a picture, or in the frames of an animation.
package enum Finds: Hashable, Sendable {
    case picture(Detection)
    case animation(Followed)

    /// An animation whose features were followed.
    package struct Followed: Hashable, Sendable, Codable {
        let info: AnimationInfo
        let duration: Int
        let lookCount: Int
        let tracks: [FeatureTrack]
    }

    /// The number of features, in all frames together.
    package var count: Int {
        switch self {
        case .picture(let found): found.features.count + found.likely.count
        case .animation(let followed): followed.tracks.reduce(0) { $0 + $1.sightings.count }
        }
    }

    private struct Entry: Codable {
        /// Entries of other versions are ignored.
        let version: Int
        var picture: Detection?
        var animation: Followed?
    }

    /// To be increased when the same detector finds something else: when other frames of animations are looked at, or tracks are joined in
    /// another way. What detectors find has its own versions, in their keys.
    private static let version = 3

    /// The bytes to store. Throws for numbers that JSON does not have.
    package func encoded() throws -> [UInt8] {
        switch self {
        case .picture(let found): Array(try JSONText.data(Entry(version: Self.version, picture: found)))
        case .animation(let followed): Array(try JSONText.data(Entry(version: Self.version, animation: followed)))
        }
    }

    /// Reads stored bytes, which may be of another version or a stranger's. Nil for those, and for an animation of another size.
    package init?(encoded: [UInt8], size: PixelSize) {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(encoded)), entry.version == Self.version else { return nil }
        switch (entry.picture, entry.animation) {
        case (let found?, nil):
            guard (try? FeatureLimits.check(features: found.features + found.likely)) != nil else { return nil }
            self = .picture(found)
        case (nil, let followed?):
            guard followed.info.size == size, (try? FeatureLimits.check(tracks: followed.tracks)) != nil else { return nil }
            self = .animation(followed)
        default: return nil
        }
    }
}

extension Finds.Followed {
    init(_ animation: FollowedAnimation) {
        self.init(info: animation.info, duration: animation.duration, lookCount: animation.lookCount, tracks: animation.tracks)
    }

    var animation: FollowedAnimation {
        FollowedAnimation(info: info, duration: duration, lookCount: lookCount, tracks: tracks)
    }
}
