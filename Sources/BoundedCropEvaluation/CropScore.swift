package import BoundedCrop

/// How much of the labeled faces the crops keep.
package struct CropScore: Sendable {
    /// The mean, over photos, of the share of face area that the crop keeps, 0...1.
    package var areaKept: Double { mean(areas) }
    /// The share of photos whose largest face is kept whole, 0...1.
    package var largestWhole: Double { mean(largest) }
    /// The share of photos whose faces are all kept whole, 0...1.
    package var allWhole: Double { mean(all) }

    /// The share of photos in which the crop cuts a face of at least 2% of the long side: it shows more than 10% and less than 90% of it.
    package var faceCut: Double { cut.isEmpty ? 0 : mean(cut) }

    /// Whether no photo was counted; all shares are then 1.
    package var isEmpty: Bool { areas.isEmpty }

    private var areas: [Double] = []
    private var largest: [Double] = []
    private var all: [Double] = []
    private var cut: [Double] = []

    /// A score of no photos.
    package init() {}

    /// Counts one photo. A photo is left out when none of its faces are inside the picture.
    /// - Parameters:
    ///   - crop: the crop, in pixels of the upright picture.
    ///   - photo: the photo with its labeled faces. What lies outside the picture does not count.
    ///   - size: the size of the upright picture.
    package mutating func add(_ crop: PixelRect, _ photo: LabeledPhotos.Photo, in size: PixelSize) {
        let faces = photo.faces.map { $0.intersection(size.bounds) }
        let total = faces.reduce(0) { $0 + $1.area }
        guard total > 0, let biggest = photo.largest?.intersection(size.bounds) else { return }
        areas.append(faces.reduce(0) { $0 + $1.intersection(crop.rect).area } / total)
        largest.append(crop.rect.contains(biggest) ? 1 : 0)
        all.append(faces.allSatisfy(crop.rect.contains) ? 1 : 0)
        let smallest = Self.smallestCut * Double(size.longSide)
        let isCut = zip(faces, photo.faces).contains { visible, face in
            guard face.height >= smallest, !visible.isEmpty else { return false }
            let shown = visible.intersection(crop.rect).area / visible.area
            return shown > 0.1 && shown < 0.9
        }
        cut.append(isCut ? 1 : 0)
    }

    /// Counts the photos of another score as well.
    package mutating func add(_ other: CropScore) {
        areas += other.areas
        largest += other.largest
        all += other.all
        cut += other.cut
    }

    /// The height of a face, as a share of the long side, from which a cut is seen.
    private static let smallestCut = 0.02

    private func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 1 : values.reduce(0, +) / Double(values.count)
    }
}
