import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct PNGEncodingTests {
    @Test(
        arguments: try Fixture.files(in: "formats/png", endings: "png") + [
            "edges/noise_200x200.png", "photos/astronaut.png", "edges/1x1.png",
        ]
    )
    func roundTripsEveryPremultipliedPixel(file: String) throws {
        let pixels = try Fixture.source(file).pixels()
        let written = try pixels.blocking.encoded(as: .png())
        #expect(try ImageSource(bytes: written).pixels() == pixels)
    }

    @Test func roundTripsNoiseWithAnyAlpha() throws {
        var generator = SeededGenerator(seed: 3)
        let noise = try generator.picture(PixelSize(width: 97, height: 61))
        #expect(try ImageSource(bytes: noise.blocking.encoded(as: .png())).pixels() == noise)
    }

    @Test func aHigherLevelGivesTheSamePictureInAShorterFile() throws {
        let pixels = try Fixture.source("formats/obama_rgba.png").pixels()
        let files = try [0, 1, 6, 9].map { level in
            try pixels.blocking.encoded(as: .png(compressionLevel: level))
        }
        #expect(files[0].count > files[1].count && files[1].count > files[2].count && files[2].count >= files[3].count)
        #expect(try files.allSatisfy { try ImageSource(bytes: $0).pixels() == pixels })
    }

    @Test(arguments: [("formats/obama_rgba.png", true), ("formats/obama_rgb8.png", false)])
    func hasAlphaOnlyIfThePictureDoes(file: String, hasAlpha: Bool) throws {
        let written = try Fixture.source(file).pixels().blocking.encoded(as: .png())
        #expect(try ImageSource(bytes: written).header.hasAlpha == hasAlpha)
    }
}
