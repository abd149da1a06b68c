package import BoundedCropImaging

/// APNG files built chunk by chunk, with uncompressed pixels (W3C PNG, third edition, 11.3.6).
package enum BuiltAPNG {
    /// A rectangle of one color, straight RGBA, that replaces what was there, for a tenth of a second.
    package struct Frame: Sendable {
        private let place: PixelRect
        private let color: [UInt8]

        package init(_ place: PixelRect, _ color: [UInt8]) {
            (self.place, self.color) = (place, color)
        }

        fileprivate func control(_ number: Int) -> [UInt8] {
            let numbers = [number, place.width, place.height, place.x, place.y].flatMap { StoredPNG.bigEndian($0) }
            return StoredPNG.chunk("fcTL", numbers + [0, 1, 0, 10, 0, 0])
        }

        fileprivate var pixels: [UInt8] {
            let row: [UInt8] = [0] + Array(repeating: color, count: place.width).flatMap { $0 }
            return StoredPNG.zlibStream(Array(repeating: row, count: place.height).flatMap { $0 })
        }
    }

    /// A file whose first frame, which must cover the canvas, is also its default image.
    /// - Parameter chunks: complete chunks that precede the pixels.
    package static func file(_ size: PixelSize, frames: [Frame], loops: Int = 0, chunks: [UInt8] = []) -> [UInt8] {
        let header = StoredPNG.bigEndian(size.width) + StoredPNG.bigEndian(size.height) + [8, 6, 0, 0, 0]
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += StoredPNG.chunk("IHDR", header) + chunks
        file += StoredPNG.chunk("acTL", StoredPNG.bigEndian(frames.count) + StoredPNG.bigEndian(loops))
        var number = 0
        for (index, frame) in frames.enumerated() {
            file += frame.control(number)
            number += 1
            guard index > 0 else {
                file += StoredPNG.chunk("IDAT", frame.pixels)
                continue
            }
            file += StoredPNG.chunk("fdAT", StoredPNG.bigEndian(number) + frame.pixels)
            number += 1
        }
        return file + StoredPNG.chunk("IEND", [])
    }
}
