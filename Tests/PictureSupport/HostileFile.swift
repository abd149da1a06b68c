package import BoundedCropImaging
import TestSupport
import Testing

/// A file that asks for too much, contradicts itself or ends too early. Each must cause one clear error wherever it arrives.
package struct HostileFile: CustomTestStringConvertible, Sendable {
    package let name: String
    package let bytes: [UInt8]
    /// The codes of that error; several where the versions of a library differ.
    package let codes: [BoundedCropError.Code]

    package var testDescription: String { name }

    private init(_ name: String, _ codes: BoundedCropError.Code..., bytes: [UInt8]) {
        (self.name, self.codes, self.bytes) = (name, codes, bytes)
    }

    package static let all: Result<[HostileFile], any Error> = Result {
        try excessive() + outsideCanvas() + cutAnimations() + cut() + empty
    }

    // MARK: What they are

    private static func excessive() throws -> [HostileFile] {
        let frames = Array(repeating: BuiltGIF.frame(), count: 100_000)
        return [
            HostileFile("frames.gif", .limitExceeded, bytes: BuiltGIF.file(width: 1, height: 1, frames: frames)),
            HostileFile("tiles.heic", .limitExceeded, bytes: try mostTiles("heic", width: 64, height: 64)),
            HostileFile("tiles.avif", .limitExceeded, bytes: try mostTiles("avif", width: 40, height: 32)),
            HostileFile("huge.heic", .unsupportedFormat, .limitExceeded, bytes: try huge("heic")),
            HostileFile("huge.avif", .malformedImage, .limitExceeded, bytes: try huge("avif")),
            HostileFile("huge.jxl", .limitExceeded, bytes: BuiltJXL.header(width: 65_536, height: 65_536)),
            HostileFile("huge.jp2", .limitExceeded, bytes: BuiltJP2.header(width: 65_535, height: 65_535)),
            HostileFile("tiles.jp2", .malformedImage, bytes: BuiltJP2.header(width: 8000, height: 8000, tile: 1)),
            HostileFile("channels.jxl", .limitExceeded, bytes: BuiltJXL.header(width: 20, height: 20, channels: 4096)),
        ]
    }

    /// As many tiles as a list of references may have, all of them one coded picture of this size.
    private static func mostTiles(_ format: String, width: Int, height: Int) throws -> [UInt8] {
        let grid = BuiltHEIF.grid(rows: 256, columns: 256, width: 255 * width, height: 257 * height)
        let tiles = Array(repeating: 1, count: 65_535)
        let items = [try BuiltHEIF.picture(format), grid]
        return BuiltHEIF(brand: format, items: items, primary: 2, references: [(type: "dimg", from: 2, to: tiles)]).bytes
    }

    /// A picture that says it has 65536 by 65536 pixels.
    private static func huge(_ format: String) throws -> [UInt8] {
        var picture = try BuiltHEIF.picture(format)
        picture.properties[1] = BuiltHEIF.size(65_536, 65_536)
        return BuiltHEIF(brand: format, items: [picture]).bytes
    }

    /// Animations whose second frame reaches outside their canvas. Browsers clip it in a GIF only.
    private static func outsideCanvas() throws -> [HostileFile] {
        let png = BuiltAPNG.file(
            PixelSize(width: 3, height: 2),
            frames: [
                .init(PixelRect(x: 0, y: 0, width: 3, height: 2), [255, 0, 0, 255]),
                .init(PixelRect(x: 2, y: 1, width: 1, height: 2), [0, 255, 0, 255]),
            ]
        )
        var webp = try Fixture.bytes("formats/webp/animated.webp")
        let first = try #require(webp.firstRange(of: Array("ANMF".utf8)))
        let second = try #require(Array(webp[first.upperBound...]).firstRange(of: Array("ANMF".utf8)))
        // Behind the chunk's name and length: half of the distance from the left.
        let place = first.upperBound + second.upperBound + 4
        webp.replaceSubrange(place..<(place + 3), with: [0xFF, 0xFF, 0xFF])
        return [HostileFile("outside.png", .malformedImage, bytes: png), HostileFile("outside.webp", .malformedImage, bytes: webp)]
    }

    private static func cutAnimations() throws -> [HostileFile] {
        let frames = [[255, 0, 0, 255], [0, 255, 0, 255]].map { (color: [UInt8]) in
            BuiltAPNG.Frame(PixelRect(x: 0, y: 0, width: 30, height: 20), color)
        }
        let png = BuiltAPNG.file(PixelSize(width: 30, height: 20), frames: frames)
        let others = try ["gif", "webp", "avif", "jxl"].map { ("cut_animation.\($0)", try Fixture.bytes("formats/\($0)/animated.\($0)")) }
        return ([("cut_animation.png", png)] + others).map { name, bytes in
            HostileFile(name, .malformedImage, bytes: Array(bytes.prefix(bytes.count * 6 / 10)))
        }
    }

    private static let endings = ["jpg", "png", "webp", "avif", "jxl", "jp2", "heic", "gif", "tif", "bmp"]

    private static func cut() throws -> [HostileFile] {
        try endings.map { HostileFile("cut.\($0)", .malformedImage, bytes: try Fixture.bytes("broken/truncated.\($0)")) }
    }

    private static var empty: [HostileFile] { endings.map { HostileFile("empty.\($0)", .emptyFile, bytes: []) } }
}
