package import BoundedCrop

/// How crops frame the faces that they hold, by the labels: whether eyes and mouths are whole, how high the eyes are, how much is above the
/// heads, and whether people are cut at the sides.
package struct FramingScore: Sendable {
    /// How high the eyes are in the crops, from the top, as a share of their height: of all faces that a crop holds whole, in the mean.
    package private(set) var eyeHeights: [Double] = []
    /// How far below the top of the crop the highest of these faces begins, as a share of the crop's height.
    package private(set) var headrooms: [Double] = []
    /// Of the faces of which a crop shows a part, and whose eyes and mouth a crop of its shape could show, how many it shows with both.
    package private(set) var features = DetectionScore.Share()
    /// Of the crops that hold a face, how many cut somebody else at the left or right edge, from shoulder to shoulder.
    package private(set) var cutPeople = DetectionScore.Share()

    /// A score of no crops.
    package init() {}

    /// The median height of the eyes; 0 without any.
    package var eyeHeight: Double { Self.median(eyeHeights) }
    /// The median headroom; 0 without any.
    package var headroom: Double { Self.median(headrooms) }

    /// Counts one crop.
    ///
    /// - Parameters:
    ///   - crop: The crop, in pixels of the upright picture.
    ///   - faces: The labeled faces, with landmarks where they are known. Without, eyes and mouth are where those of upright faces are.
    package mutating func add(_ crop: PixelRect, _ faces: [Feature]) {
        let view = crop.rect
        let whole = faces.filter { view.contains($0.rectangle) }
        for face in faces where !view.intersection(face.rectangle).isEmpty {
            let (eyes, mouth) = face.eyesAndMouth
            let points = [eyes.one, eyes.other, mouth.one, mouth.other]
            // Lips reach below the corners of the mouth.
            let lips = Point(
                x: mouth.middle.x + Self.lips * (mouth.middle.x - eyes.middle.x),
                y: mouth.middle.y + Self.lips * (mouth.middle.y - eyes.middle.y)
            )
            let (across, down) = ((points + [lips]).map(\.x), (points + [lips]).map(\.y))
            guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max(),
                right - left <= view.width, bottom - top <= view.height
            else { continue }
            features.whole += 1
            if left >= view.minX, right <= view.maxX, top >= view.minY, bottom <= view.maxY { features.part += 1 }
        }
        guard let highest = whole.map(\.rectangle.minY).min() else { return }
        let eyes = whole.reduce(0) { $0 + $1.eyesAndMouth.eyes.middle.y } / Double(whole.count)
        eyeHeights.append((eyes - view.minY) / view.height)
        headrooms.append((highest - view.minY) / view.height)
        cutPeople.whole += 1
        if faces.contains(where: { !view.contains($0.rectangle) && Self.isCut($0.rectangle, by: view) }) { cutPeople.part += 1 }
    }

    /// Whether a crop shows a part of the shoulders, which are about three faces wide.
    private static func isCut(_ face: Rect, by view: Rect) -> Bool {
        let shoulders = Rect(minX: face.minX - face.width, minY: face.minY, maxX: face.maxX + face.width, maxY: face.maxY)
        return !shoulders.intersection(view).isEmpty
    }

    /// How far below its corners the lower lip ends, in distances from the eyes to the mouth.
    private static let lips = 0.2

    private static func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}

/// Who framed the faces: the photographer, in the whole photo, or a placement, in crops of all `Evaluation.aspects`.
package enum Framing: String, Hashable, Sendable, Encodable, CaseIterable {
    case photographer, headroom, center, thirds

    /// Nil for the photographer.
    package var placement: CropRequest.Placement? { CropRequest.Placement(rawValue: rawValue) }
}

/// How faces are framed, as JSON.
struct FramingRecord: Encodable, Sendable {
    let placement: Framing
    let crops: Int
    let eyeHeight: Double
    let headroom: Double
    let eyesAndMouthWhole: Double
    let cutPeople: Double

    /// Nil without a crop that holds a face.
    static func records(_ scores: [Framing: FramingScore]) -> [FramingRecord]? {
        let records = Framing.allCases.compactMap { framing in
            scores[framing].map { score in
                FramingRecord(
                    placement: framing,
                    crops: score.cutPeople.whole,
                    eyeHeight: score.eyeHeight,
                    headroom: score.headroom,
                    eyesAndMouthWhole: score.features.value,
                    cutPeople: score.cutPeople.value
                )
            }
        }
        return records.isEmpty ? nil : records
    }
}
