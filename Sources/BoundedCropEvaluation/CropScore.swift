package import BoundedCrop

/// What crops keep of the labelled faces.
package struct CropScore: Sendable {
    /// The mean, over photos, of the share of face area that shows.
    package var areaKept: Double { mean(areas) }
    /// The share of photos whose largest face is wholly kept.
    package var largestWhole: Double { mean(largest) }
    /// The share of photos with all faces wholly kept.
    package var allWhole: Double { mean(all) }

    /// Whether no photo was taken into account: all shares are then 1.
    package var isEmpty: Bool { areas.isEmpty }

    private var areas: [Double] = []
    private var largest: [Double] = []
    private var all: [Double] = []

    package init() {}

    /// Takes a photo with at least one face into account.
    package mutating func add(_ crop: PixelRect, _ photo: LabelledPhotos.Photo, in size: PixelSize) {
        let faces = photo.faces.map { $0.intersection(size.bounds) }
        let total = faces.reduce(0) { $0 + $1.area }
        guard total > 0, let biggest = photo.largest?.intersection(size.bounds) else { return }
        areas.append(faces.reduce(0) { $0 + $1.intersection(crop.rect).area } / total)
        largest.append(crop.rect.contains(biggest) ? 1 : 0)
        all.append(faces.allSatisfy(crop.rect.contains) ? 1 : 0)
    }

    package mutating func add(_ other: CropScore) {
        areas += other.areas
        largest += other.largest
        all += other.all
    }

    private func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 1 : values.reduce(0, +) / Double(values.count)
    }
}
