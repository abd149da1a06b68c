package import BoundedCrop

/// What a crop of a photo without faces should show: an animal, a building, a line of text.
package struct MarkedSubject: Hashable, Sendable {
    /// Where it is, in pixels of the upright picture.
    package let rectangle: Rect
    /// How much each pixel of it counts beside those of other subjects in the photo: above 0 and at most 1.
    package let weight: Double

    /// A subject of your own.
    /// - Parameters:
    ///   - rectangle: in pixels of the upright picture. What lies outside the picture does not count.
    ///   - weight: above 0 and at most 1; other numbers are moved into this range, and NaN is 1.
    package init(_ rectangle: Rect, weight: Double = 1) {
        self.rectangle = rectangle
        self.weight = weight.isNaN ? 1 : min(max(weight, .leastNormalMagnitude), 1)
    }
}

extension MarkedSubject {
    /// A subject in a manifest.
    struct Entry: Decodable {
        let box: [Double]
        let weight: Double?
    }

    /// - Throws: `invalidArgument` when the box is not one or the weight is out of range.
    init(_ entry: Entry, of file: String, manifest path: String) throws {
        let (box, weight) = (entry.box, entry.weight ?? 1)
        guard box.count == 4, box[2] > 0, box[3] > 0 else {
            throw BoundedCropError(.invalidArgument, "\(path): the box of a subject of \(file) is not [x, y, width, height]")
        }
        guard weight > 0, weight <= 1 else {
            throw BoundedCropError(
                .invalidArgument,
                "\(path): the weight of a subject of \(file) must be above 0 and at most 1, not \(weight)"
            )
        }
        self.init(Rect(x: box[0], y: box[1], width: box[2], height: box[3]), weight: weight)
    }
}

extension [MarkedSubject] {
    /// How much of the subjects a part of the picture shows: pixels times weight.
    func shown(in part: Rect) -> Double {
        reduce(0) { $0 + $1.weight * $1.rectangle.intersection(part).area }
    }
}
