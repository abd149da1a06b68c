package import BoundedCrop

/// What people corrected of what redactions find in a picture or a video.
///
/// What is hidden by hand is hidden besides what is found, and nothing shows it again. What is shown by hand is what was found there, and nothing
/// else: see `shows`.
package struct RedactionCorrection: Hashable, Sendable {
    /// A place, in a video for a time.
    package struct Place: Hashable, Sendable {
        /// In pixels of the upright picture, or of the upright frames with square pixels.
        package var rectangle: Rect
        /// When it begins and ends in a video, in seconds; nil for its start and its end.
        package var from: Double?
        package var to: Double?

        package init(_ rectangle: Rect, from: Double? = nil, to: Double? = nil) {
            (self.rectangle, self.from, self.to) = (rectangle, from, to)
        }

        /// Whether it is for all of a video.
        var isForAllTimes: Bool { from == nil && to == nil }

        package func isThere(at time: Double) -> Bool { (from ?? 0) <= time && time <= (to ?? .infinity) }

        /// Whether something that was found is this place: its middle lies in it, and neither is more than twice as large as the other, by the
        /// square root of their areas. A small face in front of a large one is another face.
        func isSame(as found: Rect) -> Bool {
            let (side, other) = (rectangle.area.squareRoot(), found.area.squareRoot())
            return rectangle.contains(found.middle) && max(side, other) <= 2 * min(side, other)
        }
    }

    /// What is hidden besides.
    package var hide: [Place] = []
    /// What is not hidden although it is found.
    package var show: [Place] = []

    package init(hide: [Place] = [], show: [Place] = []) { (self.hide, self.show) = (hide, show) }

    /// Whether a place that was found is one that is shown: its middle lies in the shown place, and neither is more than twice as large as the
    /// other, by the square root of their areas.
    ///
    /// - Parameter time: The time in a video, in seconds; nil for a picture, where a place for a time shows nothing.
    package func shows(_ found: Rect, at time: Double? = nil) -> Bool {
        show.contains { $0.isSame(as: found) && (time.map($0.isThere) ?? $0.isForAllTimes) }
    }

    /// What is hidden at a time of a video, in seconds; nil for a picture, where all of it is hidden.
    package func hidden(at time: Double? = nil) -> [Rect] {
        hide.filter { place in time.map(place.isThere) ?? true }.map(\.rectangle)
    }

    /// Places that were found at a time of a video, corrected.
    package func correcting(_ found: [Rect], at time: Double) -> [Feature] {
        found.filter { !shows($0, at: time) }.map { Feature($0) } + hidden(at: time).map { Feature($0, kind: .region) }
    }

    /// Whether people have said for all of a time in a video what becomes of something that was found: it is shown, or its middle is hidden.
    package func settles(_ found: Rect, from: Double, to: Double) -> Bool {
        func isThere(_ place: Place) -> Bool { place.isThere(at: from) && place.isThere(at: to) }
        return show.contains { isThere($0) && $0.isSame(as: found) } || hide.contains { isThere($0) && $0.rectangle.contains(found.middle) }
    }

    /// The same with all places multiplied.
    package func scaled(x: Double, y: Double) -> Self {
        func scaled(_ places: [Place]) -> [Place] {
            places.map { Place($0.rectangle.scaled(x: x, y: y), from: $0.from, to: $0.to) }
        }
        return Self(hide: scaled(hide), show: scaled(show))
    }

    /// Both corrections together.
    package func adding(_ other: Self) -> Self {
        func added(_ places: [Place], _ others: [Place]) -> [Place] {
            let known = Set(places)
            return places + others.filter { !known.contains($0) }
        }
        return Self(hide: added(hide, other.hide), show: added(show, other.show))
    }

    /// Finds what another detector finds, corrected.
    package func correcting(_ detector: any FeatureDetector) -> any FeatureDetector {
        CorrectedDetector(detector: detector, correction: self)
    }

    /// Different for another correction.
    package var key: String {
        func texts(_ places: [Place]) -> [String] {
            places.map { place in
                let rectangle = place.rectangle
                let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height, place.from ?? -1, place.to ?? -1]
                return numbers.map(\.keyText).joined(separator: ",")
            }
        }
        return EffectKey.lengthSafe([EffectKey.lengthSafe(texts(hide)), EffectKey.lengthSafe(texts(show))])
    }
}

extension Rect {
    fileprivate var middle: Rect { Rect(x: midX, y: midY, width: 0, height: 0) }
}

/// Finds what another detector finds, besides what people hide, and without what they show.
private struct CorrectedDetector: FeatureDetector {
    let detector: any FeatureDetector
    let correction: RedactionCorrection

    var name: String { detector.name }
    var cacheKey: String { EffectKey.lengthSafe([detector.cacheKey, correction.key]) }
    var forHiding: any FeatureDetector { correction.correcting(detector.forHiding) }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        // A region is no find: whoever gave it asked for it to be hidden.
        let found = try detector.features(in: picture, accuracy: accuracy).filter { $0.kind == .region || !correction.shows($0.rectangle) }
        return found + correction.hidden().map { Feature($0, kind: .region) }
    }
}
