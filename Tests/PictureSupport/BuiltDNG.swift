package import BoundedCropImaging
import Foundation

/// A DNG made by hand: a picture as a sensor behind a filter of red, green, green and blue would have measured it, with 16 bits, not
/// compressed. Its primaries are those of sRGB, so that what is developed is the picture.
package struct BuiltDNG {
    /// The picture as stored; each side at least 22, which LibRaw wants.
    package var pixels: PixelBuffer
    /// EXIF's number.
    package var orientation = 1
    /// A JPEG to embed, and its size.
    package var preview: (bytes: [UInt8], size: PixelSize)?
    /// What the file says that its size is; nil for the truth.
    package var claimed: PixelSize?
    /// What the file says of where the values are; nil for the truth.
    package var offset: Int?
    /// A packet of XMP.
    package var xmp: [UInt8]?

    package init(_ pixels: PixelBuffer) { self.pixels = pixels }

    private struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let data: [UInt8]
    }

    package var bytes: [UInt8] {
        let size = claimed ?? pixels.size
        let values = Self.values(of: pixels)
        let camera = [
            text(271, "Maker"), text(272, "Model"), short(274, orientation), Entry(tag: 50706, type: 1, count: 4, data: [1, 4, 0, 0]),
            text(50708, "Maker Model"), matrix, Entry(tag: 50728, type: 5, count: 3, data: (0..<3).flatMap { _ in number(1) + number(1) }),
            short(50778, 21),
        ]
        func sensor(_ place: Int) -> [Entry] {
            [
                long(254, 0), long(256, size.width), long(257, size.height), short(258, 16), short(259, 1), short(262, 32803),
                long(273, offset ?? place), short(277, 1), long(278, size.height), long(279, values.count),
                Entry(tag: 33421, type: 3, count: 2, data: [2, 0, 2, 0]), Entry(tag: 33422, type: 1, count: 4, data: [0, 1, 1, 2]),
            ]
        }
        let packet = xmp.map { [Entry(tag: 700, type: 1, count: $0.count, data: $0)] } ?? []
        guard let preview else {
            // Twice, because the place of the values is known only with the length.
            let length = directory(sensor(0) + camera + packet, at: 8).count
            return header + directory(sensor(8 + length) + camera + packet, at: 8) + values
        }
        func first(_ place: Int, _ below: Int) -> [Entry] {
            [
                long(254, 1), long(256, preview.size.width), long(257, preview.size.height),
                Entry(tag: 258, type: 3, count: 3, data: [8, 0, 8, 0, 8, 0]), short(259, 7), short(262, 6), long(273, place), short(277, 3),
                long(278, preview.size.height), long(279, preview.bytes.count), long(330, below),
            ] + camera + packet
        }
        let length = directory(first(0, 0), at: 8).count
        let (place, below) = (8 + length, 8 + length + preview.bytes.count + preview.bytes.count % 2)
        let second = directory(sensor(0), at: below).count
        let padding = [UInt8](repeating: 0, count: preview.bytes.count % 2)
        return header + directory(first(place, below), at: 8) + preview.bytes + padding + directory(sensor(below + second), at: below)
            + values
    }

    private let header: [UInt8] = Array("II*\0\u{8}\0\0\0".utf8)

    /// A directory, and after it what does not fit into entries.
    private func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
        var (list, rest): ([UInt8], [UInt8]) = ([], [])
        let start = place + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            list += number(entry.tag).prefix(2) + number(entry.type).prefix(2) + number(entry.count)
            if entry.data.count <= 4 {
                list += entry.data + [UInt8](repeating: 0, count: 4 - entry.data.count)
            } else {
                list += number(start + rest.count)
                rest += entry.data + [UInt8](repeating: 0, count: entry.data.count % 2)
            }
        }
        return Array(number(entries.count).prefix(2)) + list + number(0) + rest
    }

    private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    private func long(_ tag: Int, _ value: Int) -> Entry { Entry(tag: tag, type: 4, count: 1, data: number(value)) }
    private func short(_ tag: Int, _ value: Int) -> Entry { Entry(tag: tag, type: 3, count: 1, data: Array(number(value).prefix(2))) }
    private func text(_ tag: Int, _ text: String) -> Entry {
        Entry(tag: tag, type: 2, count: text.utf8.count + 1, data: Array(text.utf8) + [0])
    }

    /// From XYZ to the primaries of sRGB (IEC 61966-2-1).
    private var matrix: Entry {
        let values = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570]
        return Entry(tag: 50721, type: 10, count: 9, data: values.flatMap { number(Int(($0 * 10_000).rounded())) + number(10_000) })
    }

    private static func values(of pixels: PixelBuffer) -> [UInt8] {
        let linear = (0..<256).map { code -> Int in
            let share = Double(code) / 255
            return Int(((share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)) * 65_535).rounded())
        }
        return (0..<pixels.height).flatMap { y in
            (0..<pixels.width).flatMap { x -> [UInt8] in
                let value = linear[Int(pixels.bytes[(y * pixels.width + x) * 4 + x % 2 + y % 2])]
                return [UInt8(value & 255), UInt8(value >> 8)]
            }
        }
    }
}
