import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct LimitTests {
    private static func options(_ change: (inout ImageLimits) -> Void) -> DecodingOptions {
        var options = DecodingOptions()
        change(&options.limits)
        return options
    }

    @Test(arguments: [
        ("huge.jpg", "65500x65500"), ("huge.png", "30000x30000"), ("huge.webp", "16384x16384"),
        ("decompression_bomb.png", "12000x12000 exceeds the limit of 100 MP"),
    ])
    func areCheckedWithTheHeadersOfHugePictures(file: String, evidence: String) {
        expectError(.limitExceeded, saying: evidence) { _ = try Fixture.source("broken/" + file) }
    }

    @Test(arguments: ["formats/obama_420.jpg", "formats/obama_lossy.webp", "orientations/obama_6.png"])
    func ofSidesApplyToEitherSide(file: String) throws {
        let longSide = try Fixture.source(file).size.longSide
        #expect(try Fixture.source(file, Self.options { $0.maximumSide = longSide }).size.longSide == longSide)
        expectError(.limitExceeded, saying: "\(longSide - 1) pixels along a side") {
            _ = try Fixture.source(file, Self.options { $0.maximumSide = longSide - 1 })
        }
    }

    @Test func ofPixelsCanBeSet() throws {
        #expect(try Fixture.source("formats/obama_420.jpg", Self.options { $0.maximumPixels = 364 * 455 }).size.area == 364 * 455)
        expectError(.limitExceeded, saying: "364x455") {
            _ = try Fixture.source("formats/obama_420.jpg", Self.options { $0.maximumPixels = 364 * 455 - 1 })
        }
        expectError(.limitExceeded, saying: "limit of 2.5 MP") {
            _ = try Fixture.source("photos/obama3.jpg", Self.options { $0.maximumPixels = 2_500_000 })
        }
    }

    @Test func ofBytesCanBeSet() throws {
        let bytes = try Fixture.bytes("formats/obama_420.jpg")
        let fits = Self.options { $0.maximumBytes = bytes.count }
        let fitsNot = Self.options { $0.maximumBytes = bytes.count - 1 }
        #expect(try ImageSource(bytes: bytes, options: fits).bytes == bytes)
        expectError(.limitExceeded, saying: "\(bytes.count) bytes") { _ = try ImageSource(bytes: bytes, options: fitsNot) }
        expectError(.limitExceeded, saying: "\(bytes.count) bytes") { _ = try Fixture.source("formats/obama_420.jpg", fitsNot) }
    }

    @Test func canBeRaisedForALegitimateLargePicture() throws {
        let source = try Fixture.source("broken/decompression_bomb.png", Self.options { $0.maximumPixels = 150_000_000 })
        let corner = PixelRect(x: 0, y: 0, width: 2, height: 2)
        #expect(source.size == PixelSize(width: 12_000, height: 12_000))
        #expect(try source.pixels(of: corner, scaledTo: corner.size).bytes == [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    }

    @Test func rejectAFileOfThousandsOfScans() throws {
        let source = try Fixture.source("broken/many_scans.jpg")
        expectError(.malformedImage, saying: "scans") { _ = try source.pixels(longSide: 100) }
        expectError(.malformedImage, saying: "scans") { _ = try source.luma(longSide: 100) }
    }

    @Test func ofZeroRefuseEverything() {
        for change in [{ $0.maximumBytes = 0 }, { $0.maximumSide = 0 }, { $0.maximumPixels = 0 }] as [(inout ImageLimits) -> Void] {
            expectError(.limitExceeded) { _ = try Fixture.source("edges/1x1.png", Self.options(change)) }
        }
    }
}
