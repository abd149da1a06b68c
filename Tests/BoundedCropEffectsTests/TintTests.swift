import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct TintTests {
    /// Floats compared with doubles: values halfway between two levels may be rounded either way.
    @Test(arguments: [
        ("red", Color.red), ("navy", Color(red: 0, green: 0, blue: 128.0 / 255)), ("gray", Color.gray),
        ("teal-half", Color(red: 0, green: 128.0 / 255, blue: 128.0 / 255, alpha: 128.0 / 255)),
    ])
    func isWithinOneLevelOfTheReference(name: String, color: Color) throws {
        let tinted = try Reference.picture("source").tinted(with: color)
        #expect(try tinted.largestDifference(from: Reference.picture("tint-\(name)")) <= 1)
        #expect(tinted.isPremultiplied)
    }

    @Test func keepsAlphaAndLuminosity() throws {
        let picture = try Pictures.noise(40, 40, opaque: false)
        for color in [Color.red, .lime, .blue, .yellow, .white, .black, Color(red: 0.3, green: 0.9, blue: 0.1)] {
            let tinted = try picture.tinted(with: color)
            for (x, y) in [(0, 0), (7, 3), (39, 39), (20, 11), (5, 30)] {
                #expect(tinted[x, y][3] == picture[x, y][3])
                #expect(abs(luminosity(tinted[x, y]) - luminosity(picture[x, y])) <= 0.6)
            }
        }
    }

    @Test func aTransparentTintChangesNothing() throws {
        let picture = try Pictures.noise(9, 9, opaque: false)
        #expect(try picture.tinted(with: .clear) == picture)
        #expect(try picture.tinted(with: Color(red: 1, green: 0, blue: 0, alpha: 0)) == picture)
    }

    @Test func blackAndWhitePicturesAreUnchanged() throws {
        for level: UInt8 in [0, 255] {
            let picture = PixelBuffer(size: PixelSize(width: 2, height: 2), filledWith: (level, level, level, 255))
            #expect(try picture.tinted(with: .red) == picture)
        }
    }

    private func luminosity(_ pixel: [UInt8]) -> Double {
        0.3 * Double(pixel[0]) + 0.59 * Double(pixel[1]) + 0.11 * Double(pixel[2])
    }
}
